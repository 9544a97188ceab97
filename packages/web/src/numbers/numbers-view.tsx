import type { SessionRow } from '@antiphon/server/protocol'
import { RefreshCw } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import { Button, toButtonClass } from '../controls/button.tsx'
import { PagePanel } from '../controls/page-panel.tsx'
import { useCommands } from '../keyboard/use-commands.ts'
import { useTexts } from '../page/page-context.ts'
import { formatRoute, goTo } from '../page/route.ts'
import { titleOf } from '../parts/title-of.ts'
import { AllNumbers } from './all-numbers.tsx'
import css from './numbers.module.css'
import { SessionNumbers } from './session-numbers.tsx'

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
  const above = id === undefined ? { kind: 'home' as const } : { kind: 'session' as const, id }
  useCommands(paneRef, { close: () => goTo(above) })
  const row = id === undefined ? undefined : rows.get(id)
  const title = row ? titleOf(row) || texts.untitled : undefined
  return (
    <PagePanel
      ref={paneRef}
      label={numbers.title}
      title={id === undefined ? numbers.title : numbers.ofSession}
      {...(title !== undefined && { sub: <span title={title}>{title}</span> })}
      tools={
        <>
          {id !== undefined && (
            <a className={toButtonClass()} href={formatRoute(above)}>
              {numbers.openSession}
            </a>
          )}
          <Button look="quiet" icon={RefreshCw} onClick={() => setRound(count => count + 1)}>
            {numbers.again}
          </Button>
        </>
      }
    >
      {/* What scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={css.scroll} tabIndex={0} aria-label={numbers.title}>
        <div className={css.page}>
          {id === undefined ? (
            <AllNumbers rows={rows} round={round} />
          ) : (
            <SessionNumbers id={id} round={round} />
          )}
        </div>
      </section>
    </PagePanel>
  )
}
