import { oneLine } from '@antiphon/core/ui'
import { FolderGit2, GitBranch } from 'lucide-react'
import type { ReactElement } from 'react'
import { FoldHead } from '../controls/fold-head.tsx'
import { Icon } from '../controls/icon.tsx'
import { useTexts } from '../page/page-context.ts'
import { pageLanguage } from '../parts/page-language.ts'
import { splitPath } from '../parts/split-path.ts'
import type { DateGroup, ListLine } from './compute-list-lines.ts'
import css from './list.module.css'

export type GroupLine = Extract<ListLine, { readonly isFolded: boolean }>

export type GroupHeadProps = {
  readonly line: GroupLine
  /** Undefined while nothing can be folded. */
  readonly onFold: ((key: string, isFolded: boolean) => void) | undefined
}

/** A repository or one of its worktrees, which opens and closes what is below it. */
export function GroupHead({ line, onFold }: GroupHeadProps): ReactElement {
  const texts = useTexts()
  const isRepository = line.kind === 'repository'
  const path = isRepository ? line.path : null
  const name = oneLine(line.name ?? (path === null ? '' : splitPath(path).name), 200)
  const words = name || (isRepository ? texts.noProject : texts.list.mainWorktree)
  const Heading = isRepository ? 'h3' : 'h4'
  return (
    <Heading className={isRepository ? css.repository : css.worktree}>
      <FoldHead
        isOpen={!line.isFolded}
        hasChevron={isRepository || line.isFolded}
        title={path === null ? words : oneLine(path, 300)}
        data-group={line.key}
        aria-disabled={onFold === undefined}
        onClick={() => onFold?.(line.key, !line.isFolded)}
      >
        {line.kind === 'worktree' && <Icon of={line.isMain ? GitBranch : FolderGit2} size={12} />}
        <span className={css.name}>{words}</span>
        {(isRepository || line.isFolded) && <span className={css.count}>{line.count}</span>}
      </FoldHead>
    </Heading>
  )
}

/** A stretch of days between sessions. */
export function DateHead({ date }: { readonly date: DateGroup }): ReactElement {
  const { dates } = useTexts().list
  const words = Object.hasOwn(dates, date) ? dates[date as keyof typeof dates] : formatMonth(date)
  return <p className={css.date}>{words}</p>
}

function formatMonth(date: string): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Intl.DateTimeFormat(pageLanguage(), { month: 'long', year: 'numeric' }).format(
    new Date(year, month - 1),
  )
}
