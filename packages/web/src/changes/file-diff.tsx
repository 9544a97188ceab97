import type { SessionFile, SessionHunk } from '@antiphon/core/turns'
import { oneLine } from '@antiphon/core/ui'
import { type ReactElement, type ReactNode, useMemo } from 'react'
import { readFailure } from '../client/failure.ts'
import { Button } from '../controls/button.tsx'
import { FilePath, PlusMinus } from '../controls/marks.tsx'
import { DiffView } from '../diff/diff-view.tsx'
import { useTexts } from '../page/page-context.ts'
import { useAnswer } from '../page/use-answer.ts'
import type { Target } from '../story/target.ts'
import css from './diff-dialog.module.css'
import { toFileLines } from './file-lines.ts'

export type FileDiffProps = {
  readonly session: string
  readonly path: string
  /** Goes to the call that made a change. */
  readonly goTo: (target: Target) => void
}

/** What a session made of one file, with the way to the turn that made each change. */
export function FileDiff({ session, path, goTo }: FileDiffProps): ReactElement {
  const texts = useTexts()
  const { data: file, error } = useAnswer('files/diff', { session, path })
  if (!file) return <p role="status">{error ? texts.failures[readFailure(error)] : texts.loading}</p>
  return <FileDifference file={file} goTo={goTo} />
}

type FileDifferenceProps = Pick<FileDiffProps, 'goTo'> & { readonly file: SessionFile }

function FileDifference({ file, goTo }: FileDifferenceProps): ReactElement {
  const { changes: texts } = useTexts()
  const lines = useMemo(() => toFileLines(file), [file])
  const name = oneLine(file.name, 1000)
  return (
    <section aria-label={name}>
      <header className={css.file}>
        <FilePath path={name} />
        <PlusMinus added={file.added} removed={file.removed} />
        <span className={css.status}>{texts.statuses[file.status]}</span>
      </header>
      {file.hunks.length === 0 && (
        <p className={css.note}>{file.loose.length > 0 ? texts.pieces : texts.same}</p>
      )}
      {lines.length > 0 && (
        <DiffView
          lines={lines}
          label={name}
          isOpen
          headOf={index => <HunkHead hunk={file.hunks[index]} goTo={goTo} />}
        />
      )}
    </section>
  )
}

type HunkHeadProps = { readonly hunk: SessionHunk | undefined; readonly goTo: FileDiffProps['goTo'] }

/** Where a change stands in the file, and the turns that made it. */
function HunkHead({ hunk, goTo }: HunkHeadProps): ReactNode {
  const { changes: texts } = useTexts()
  if (!hunk) return null
  const turns = new Map(
    hunk.calls.flatMap(call => (call.seq === null ? [] : [[call.turn ?? call.uuid, call] as const])),
  )
  return (
    <>
      <span className={css.place}>{`@@ −${hunk.oldStart} +${hunk.newStart}`}</span>
      {[...turns.values()].slice(0, MOST).map(({ uuid, seq, turn }) => (
        <Button key={uuid} look="quiet" onClick={() => goTo({ seq: seq ?? 0 })}>
          {turn === null ? texts.goToCall : texts.goToTurn(turn)}
        </Button>
      ))}
    </>
  )
}

const MOST = 6
