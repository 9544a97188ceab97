import { oneLine } from '@antiphon/core/ui'
import type { ChangedFile } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { LineButton } from '../controls/line-button.tsx'
import { PlusMinus } from '../controls/marks.tsx'
import { useTexts } from '../page/page-context.ts'
import { shortenHome } from '../parts/shown-path.ts'
import { splitPath } from '../parts/split-path.ts'
import css from './file-list.module.css'

export type FileListProps = {
  readonly files: readonly ChangedFile[]
  /** The path of the one that is shown. */
  readonly current: string | null
  readonly onChoose: (path: string) => void
}

/** Files with what became of them: name first, folder below it, lines at the end. */
export function FileList({ files, current, onChoose }: FileListProps): ReactElement {
  const { changes: texts } = useTexts()
  return (
    <ul className={css.files}>
      {files.map(({ path, name, status, added, removed }) => {
        const parts = splitPath(name)
        return (
          <li key={path}>
            <LineButton
              title={oneLine(name, 1000)}
              isCurrent={path === current}
              onClick={() => onChoose(path)}
            >
              <span
                className={`${css.letter} ${css[status] ?? ''}`}
                role="img"
                aria-label={texts.statuses[status]}
                title={texts.statuses[status]}
              >
                {LETTERS[status]}
              </span>
              <span className={css.words}>
                <span className={css.name}>{parts.name}</span>
                {parts.folder !== '' && (
                  <span className={css.folder}>
                    <bdi>{shortenHome(parts.folder)}</bdi>
                  </span>
                )}
              </span>
              <PlusMinus added={added} removed={removed} />
            </LineButton>
          </li>
        )
      })}
    </ul>
  )
}

const LETTERS: Readonly<Record<ChangedFile['status'], string>> = { created: 'A', changed: 'M', deleted: 'D' }
