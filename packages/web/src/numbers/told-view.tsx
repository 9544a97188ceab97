import type { ReactElement, ReactNode } from 'react'
import { readFailure } from '../client/failure.ts'
import { Button } from '../controls/button.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatShare, formatWhole } from '../parts/format-numbers.ts'
import css from './numbers.module.css'
import type { ToldState } from './use-told.ts'

export type ToldViewProps<Report> = {
  readonly told: ToldState<Report>
  /** Whether files are counted, or one of them is read. */
  readonly counts: 'files' | 'bytes'
  readonly children: (report: Report) => ReactNode
}

/** A long answer: how far it is, what came of it, or why nothing did and what to do. */
export function ToldView<Report>({ told, counts, children }: ToldViewProps<Report>): ReactElement {
  const texts = useTexts()
  const { report, isLoading, error, retry } = told
  const failure = readFailure(error)
  return (
    <>
      <div className={css.state} role="status">
        {isLoading && <Progress told={told} counts={counts} />}
      </div>
      {error && (
        <div className={css.failure} role="alert">
          <p>{failure === 'refused' ? error.message : texts.failures[failure]}</p>
          <Button onClick={retry}>{texts.tryAgain}</Button>
        </div>
      )}
      {report !== undefined && (
        <div className={css.report} aria-busy={isLoading}>
          {children(report)}
        </div>
      )}
    </>
  )
}

function Progress<Report>({ told, counts }: Omit<ToldViewProps<Report>, 'children'>): ReactElement {
  const texts = useTexts().numbers
  const { progress } = told
  const share = progress && progress.total > 0 ? progress.done / progress.total : null
  const words =
    progress === undefined || share === null
      ? texts.starting
      : counts === 'files'
        ? texts.counting(formatWhole(progress.done), formatWhole(progress.total))
        : texts.reading(formatShare(share))
  return (
    <p className={`row quiet figures ${css.progress}`}>
      <progress aria-label={words} {...(share !== null && { value: share })} max={1} />
      <span>{words}</span>
    </p>
  )
}
