import type { TurnOutline } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { type PlaceKeeper, useReaderPlace } from '../story/reader-place.ts'
import type { Target } from '../story/target.ts'
import css from './side-panel.module.css'

export type SidePanelProps = {
  readonly session: string
  /** The folder in which the session ran: paths are told from there. */
  readonly cwd: string | null
  /** Undefined until the log was looked through. */
  readonly turns: TurnOutline | undefined
  readonly reader: PlaceKeeper
  readonly goTo: (target: Target) => void
  readonly onClose: () => void
}

/** What stands beside a session: its turns, and the way to each. */
export function SidePanel({ turns, reader, goTo }: SidePanelProps): ReactElement {
  const texts = useTexts().inSession
  const { first } = useReaderPlace(reader)
  const at = turns?.turns.findLast(({ seq }) => seq <= first)?.number ?? 1
  return (
    <aside className={css.aside} aria-label={texts.sidePanel}>
      <ol className={css.outline}>
        {turns?.turns.map(({ number, seq, text }) => (
          <li key={seq}>
            <button type="button" aria-current={number === at} onClick={() => goTo({ seq })}>
              <span className={css.number}>{number}</span>
              <span className={css.words}>{text}</span>
            </button>
          </li>
        ))}
      </ol>
    </aside>
  )
}
