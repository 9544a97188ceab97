import { oneLine } from '@antiphon/core/ui'
import type { ChangesReport } from '@antiphon/server/protocol'
import { FileDiff as FileDiffIcon, GitCommitHorizontal } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { CopyPatch } from '../changes/copy-patch.tsx'
import { FileList } from '../changes/file-list.tsx'
import { openDiff } from '../changes/opened-diff.ts'
import { readFailure } from '../client/failure.ts'
import { Button } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { LineButton } from '../controls/line-button.tsx'
import { PlusMinus } from '../controls/marks.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatWhole } from '../parts/format-numbers.ts'
import type { Target } from '../story/target.ts'
import css from './side-panel.module.css'

export type FilesTabProps = {
  readonly session: string
  readonly report: ChangesReport | undefined
  readonly error: Error | null
  readonly goTo: (target: Target) => void
}

/** The files that a session changed, its commits, and how much it only read. */
export function FilesTab({ session, report, error, goTo }: FilesTabProps): ReactElement {
  const texts = useTexts()
  if (!report)
    return (
      <p className={css.note} role="status">
        {error ? texts.failures[readFailure(error)] : texts.loading}
      </p>
    )
  const { files, added, removed, commits, alsoRead } = report
  return (
    <>
      <div className={css.scroll}>
        {files.length === 0 ? (
          <p className={css.note}>
            <b>{texts.changes.noFiles}</b>
            {texts.changes.noFilesHint}
          </p>
        ) : (
          <p className={css.sum}>
            <b>{texts.changes.filesChanged(files.length)}</b>
            <PlusMinus added={added} removed={removed} />
          </p>
        )}
        <FileList files={files} current={null} onChoose={path => openDiff({ session, path })} />
        {commits.length > 0 && (
          <>
            <h3 className={css.heading}>
              {texts.changes.commits} <span className={css.count}>{formatWhole(commits.length)}</span>
            </h3>
            <ul className={css.commits}>
              {commits.map(({ title, hash, call }) => (
                <li key={`${call.uuid} ${title}`}>
                  <LineButton
                    disabled={call.seq === null}
                    onClick={() => call.seq !== null && goTo({ seq: call.seq })}
                  >
                    <Icon of={GitCommitHorizontal} />
                    <span className={css.words}>
                      <span className={css.title}>{oneLine(title, 300)}</span>
                      <small>
                        {[hash, call.turn !== null && texts.changes.inTurn(call.turn)]
                          .filter(Boolean)
                          .join(' ')}
                      </small>
                    </span>
                  </LineButton>
                </li>
              ))}
            </ul>
          </>
        )}
        {alsoRead.length > 0 && <AlsoRead names={alsoRead} />}
      </div>
      {files.length > 0 && (
        <footer className={css.foot}>
          <Button icon={FileDiffIcon} onClick={() => openDiff({ session, path: null })}>
            {texts.changes.openDiff}
          </Button>
          <CopyPatch session={session} />
        </footer>
      )}
    </>
  )
}

/** How many files were only read; their names when they are asked for. */
function AlsoRead({ names }: { readonly names: readonly string[] }): ReactElement {
  const { changes: texts } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <h3 className={css.heading}>
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {texts.alsoRead} <span className={css.count}>{texts.readFiles(names.length)}</span>
        </button>
      </h3>
      {isOpen && (
        <ul className={css.names}>
          {names.map(name => (
            <li key={name}>{oneLine(name, 1000)}</li>
          ))}
        </ul>
      )}
    </>
  )
}
