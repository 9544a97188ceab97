import { oneLine } from '@antiphon/core/ui'
import type { SessionRow } from '@antiphon/server/protocol'
import { type ReactElement, useRef, useState } from 'react'
import { useCommands } from '../keyboard/use-commands.ts'
import { useTexts } from '../page/page-context.ts'
import { formatRoute, goTo } from '../page/route.ts'
import { AllNumbers } from './all-numbers.tsx'
import css from './numbers.module.css'
import { SessionNumbers } from './session-numbers.tsx'
import { ToneDefinitions } from './tones.tsx'

export type NumbersViewProps = {
  /** The session that it is about; all of them without. */
  readonly id: string | undefined
  /** The sessions that are known by now, for their titles. */
  readonly rows: ReadonlyMap<string, SessionRow>
}

/** What was used and what it cost: of every session, or of one. */
export function NumbersView({ id, rows }: NumbersViewProps): ReactElement {
  const texts = useTexts()
  const { numbers } = texts
  const paneRef = useRef<HTMLElement>(null)
  const [round, setRound] = useState(0)
  const above = id === undefined ? { kind: 'sessions' as const } : { kind: 'session' as const, id }
  useCommands(paneRef, { close: () => goTo(above) })
  const row = id === undefined ? undefined : rows.get(id)
  const title = row ? oneLine(row.title || row.firstPrompt || '', 160) || texts.untitled : ''
  return (
    <main className="session-pane" id="session" ref={paneRef} aria-label={numbers.title} tabIndex={-1}>
      <header className="session-head">
        <a className="back" href={formatRoute(above)}>
          ‹ {id === undefined ? texts.back : numbers.openSession}
        </a>
        <div className="session-title">
          <h1>{id === undefined ? numbers.title : numbers.ofSession}</h1>
          {title !== '' && <p className="session-facts">{title}</p>}
        </div>
        {id !== undefined && (
          <a className={css.open} href={formatRoute(above)}>
            {numbers.openSession}
          </a>
        )}
        <button type="button" className="button" onClick={() => setRound(count => count + 1)}>
          {numbers.again}
        </button>
      </header>
      {/* What scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className="scroll" tabIndex={0} aria-label={numbers.title}>
        <ToneDefinitions />
        <div className={css.page}>
          {id === undefined ? (
            <AllNumbers rows={rows} round={round} />
          ) : (
            <SessionNumbers id={id} round={round} />
          )}
        </div>
      </section>
    </main>
  )
}
