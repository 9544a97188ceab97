import { type ReactElement, useEffect, useRef, useState } from 'react'
import { readFailure } from '../client/failure.ts'
import { Dialog } from '../controls/dialog.tsx'
import { PlusMinus } from '../controls/marks.tsx'
import { Segmented } from '../controls/segmented.tsx'
import { useDiffLayout } from '../diff/use-diff-layout.ts'
import { useCommands } from '../keyboard/use-commands.ts'
import { useTexts } from '../page/page-context.ts'
import type { Target } from '../story/target.ts'
import { CopyPatch } from './copy-patch.tsx'
import css from './diff-dialog.module.css'
import { FileDiff } from './file-diff.tsx'
import { FileList } from './file-list.tsx'
import { closeDiff, openDiff, useOpenedDiff } from './opened-diff.ts'
import { useChanges } from './use-changes.ts'

export type DiffHostProps = {
  readonly session: string
  readonly end: number
  readonly goTo: (target: Target) => void
}

/** Opens the differences of a session when they are asked for, by key or from beside it. */
export function DiffHost({ session, end, goTo }: DiffHostProps): ReactElement | null {
  const nowhere = useRef<HTMLElement>(null)
  const opened = useOpenedDiff(session)
  useCommands(nowhere, { diff: () => openDiff({ session, path: null }) })
  useEffect(() => () => closeDiff(session), [session])
  if (!opened) return null
  return <DiffDialog session={session} end={end} path={opened.path} goTo={goTo} />
}

type DiffDialogProps = DiffHostProps & { readonly path: string | null }

/** What a session changed: its files, and the difference of the one that is chosen. */
function DiffDialog({ session, end, path, goTo }: DiffDialogProps): ReactElement {
  const texts = useTexts()
  const { report, error } = useChanges({ session, end, isWanted: true })
  const [chosen, setChosen] = useState(path)
  const { layout, canSplit, choose } = useDiffLayout()
  const shown = report?.files.find(file => file.path === chosen) ?? report?.files[0]
  const close = (): void => openDiff(null)
  return (
    <Dialog
      title={texts.changes.diff}
      width="large"
      onClose={close}
      sub={
        report && (
          <>
            {texts.changes.filesChanged(report.files.length)}{' '}
            <PlusMinus added={report.added} removed={report.removed} />
          </>
        )
      }
      tools={
        <>
          {canSplit && (
            <Segmented
              label={texts.changes.layout}
              value={layout}
              onChange={choose}
              segments={[
                { value: 'inline', label: texts.changes.oneColumn },
                { value: 'split', label: texts.changes.sideBySide },
              ]}
            />
          )}
          <CopyPatch session={session} />
        </>
      }
    >
      {!report && (
        <p className={css.state} role="status">
          {error ? texts.failures[readFailure(error)] : texts.loading}
        </p>
      )}
      {report && report.files.length === 0 && <p className={css.state}>{texts.changes.noFilesHint}</p>}
      {shown && report && (
        <div className={css.columns}>
          <nav className={css.list} aria-label={texts.changes.files}>
            <FileList files={report.files} current={shown.path} onChoose={setChosen} />
          </nav>
          <div className={css.diff}>
            <FileDiff
              key={shown.path}
              session={session}
              path={shown.path}
              goTo={target => {
                close()
                goTo(target)
              }}
            />
          </div>
        </div>
      )}
    </Dialog>
  )
}
