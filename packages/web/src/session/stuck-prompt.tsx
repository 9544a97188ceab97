import { oneLine, stripControl } from '@antiphon/core/ui'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import type { StoryRow } from '../story/story-row.ts'
import css from './story.module.css'

type HeadingRow = Extract<StoryRow, { readonly kind: 'heading' }>

/** The heading of what is read at the upper edge, where it is out of sight itself. */
export function findStuckHeading(rows: readonly StoryRow[], top: number | undefined): HeadingRow | undefined {
  const first = top === undefined ? undefined : rows[top]
  if (top === undefined || first?.turnKey === undefined || first.kind === 'heading') return undefined
  const heading = rows.slice(0, top).findLast(row => row.kind === 'heading')
  return heading?.turnKey === first.turnKey ? heading : undefined
}

export type StuckPromptProps = { readonly row: HeadingRow; readonly onOpen: () => void }

/** What was asked, as long as what was done for it scrolls below; a click leads back to it. */
export function StuckPrompt({ row, onOpen }: StuckPromptProps): ReactElement {
  const texts = useTexts()
  const words = row.items.map(({ item }) => item.text).find(text => text.trim() !== '') ?? ''
  return (
    <div className={css.stuck}>
      <button type="button" tabIndex={-1} onClick={onOpen}>
        {row.number !== undefined && <span className={css.stuckNumber}>{row.number}</span>}
        <span className="ellipsis">{oneLine(stripControl(words), 200) || texts.kinds.prompt}</span>
      </button>
    </div>
  )
}
