import type { ReactElement, ReactNode } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatShare, formatWhole } from '../parts/format-numbers.ts'
import css from './numbers.module.css'
import type { ToldState } from './use-told.ts'
import { useWords } from './use-words.ts'

export type ToldViewProps<Report> = {
  readonly told: ToldState<Report>
  /** Whether files are counted, or one of them is read. */
  readonly counts: 'files' | 'bytes'
  readonly children: (report: Report) => ReactNode
}

/** A long answer: how far it is, what came of it, or why nothing did and what to do. */
export function ToldView<Report>({ told, counts, children }: ToldViewProps<Report>): ReactElement {
  const texts = useTexts()
  const { report, isLoading, failure, retry } = told
  return (
    <>
      <div className={css.state} role="status">
        {isLoading && <Progress told={told} counts={counts} />}
      </div>
      {failure && (
        <div className={css.failure} role="alert">
          <p>{failure.failure === 'refused' ? failure.words : texts.failures[failure.failure]}</p>
          <button type="button" className="button" onClick={retry}>
            {texts.tryAgain}
          </button>
        </div>
      )}
      {report !== null && (
        <div className={css.report} aria-busy={isLoading}>
          {children(report)}
        </div>
      )}
    </>
  )
}

function Progress<Report>({ told, counts }: Omit<ToldViewProps<Report>, 'children'>): ReactElement {
  const { texts, language } = useWords()
  const { progress } = told
  const share = progress && progress.total > 0 ? progress.done / progress.total : null
  const words =
    progress === null || share === null
      ? texts.starting
      : counts === 'files'
        ? texts.counting(formatWhole(progress.done, language), formatWhole(progress.total, language))
        : texts.reading(formatShare(share, language))
  return (
    <p className={`row quiet figures ${css.progress}`}>
      <progress aria-label={words} {...(share !== null && { value: share })} max={1} />
      <span>{words}</span>
    </p>
  )
}
