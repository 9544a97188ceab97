import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactElement, useMemo, useRef, useState } from 'react'
import { useNow } from '../browser/use-now.ts'
import { useCommands } from '../keyboard/use-commands.ts'
import { useTexts } from '../page/page-context.ts'
import { goTo } from '../page/route.ts'
import { groupSessions, splitPath } from '../parts/group-sessions.ts'
import { createSessionFilter } from './filter-sessions.ts'
import { SessionRowView } from './session-row.tsx'
import type { SessionsState } from './sessions-state.ts'
import { useCosts } from './use-costs.ts'
import { useListPlace } from './use-list-place.ts'

type SessionListProps = {
  readonly state: SessionsState
  readonly openId: string | undefined
  readonly onReload: () => void
}

/** Every session by project, of which only those in sight are drawn. */
export function SessionList({ state, openId, onReload }: SessionListProps): ReactElement {
  const texts = useTexts()
  const now = useNow(30_000)
  const costs = useCosts(state)
  const [query, setQuery] = useState('')
  const paneRef = useRef<HTMLElement>(null)
  const filterRef = useRef<HTMLInputElement>(null)
  const scrollRef = useRef<HTMLDivElement>(null)
  const [filter] = useState(createSessionFilter)
  const matching = useMemo(() => filter(state.rows.values(), query), [filter, state.rows, query])
  const lines = useMemo(() => groupSessions(matching), [matching])
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: index => (lines[index]?.kind === 'project' ? 36 : 66),
    getItemKey: index => lines[index]?.key ?? index,
    overscan: 8,
  })

  const isListed = state.phase !== 'listing'
  const place = useListPlace({ lines, openId, isListed, listRef: scrollRef, virtualizer })
  const focusFilter = (): void => {
    filterRef.current?.focus()
    filterRef.current?.select()
  }
  useCommands(paneRef, {
    next: () => place.move(1),
    previous: () => place.move(-1),
    first: place.toFirst,
    last: place.toLast,
    find: focusFilter,
    sessions: focusFilter,
    close: () => {
      setQuery('')
      place.giveBack()
    },
  })

  return (
    <nav className="sessions-pane" aria-label={texts.sessions} ref={paneRef}>
      <div className="pane-head">
        <input
          ref={filterRef}
          type="search"
          className="field"
          aria-label={texts.filterSessions}
          placeholder={texts.filterHint}
          value={query}
          onChange={event => setQuery(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'ArrowDown') place.toFirst()
            const first = lines.find(line => line.kind === 'session')
            if (event.key === 'Enter' && first) goTo({ kind: 'session', id: first.row.id })
          }}
        />
        <p className="fine" role="status">
          {state.phase === 'listing' && state.rows.size === 0
            ? texts.listing
            : texts.sessionCount(matching.length, state.rows.size)}
        </p>
      </div>
      {lines.length === 0 && <SessionsEmpty state={state} isFiltered={query !== ''} onReload={onReload} />}
      {/* A list that scrolls must be reachable by keyboard. */}
      <section
        className="scroll"
        ref={scrollRef}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        aria-label={texts.sessions}
        onFocus={place.onFocus}
      >
        <ul className="virtual" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const line = lines[index]
            if (!line) return null
            return (
              <li
                key={key}
                data-index={index}
                ref={virtualizer.measureElement}
                className="virtual-line"
                style={{ transform: `translateY(${start}px)` }}
              >
                {line.kind === 'project' ? (
                  <ProjectHead cwd={line.cwd} count={line.count} />
                ) : (
                  <SessionRowView
                    row={line.row}
                    cost={costs.get(line.row.id)}
                    agent={state.agents.get(line.row.id)?.state}
                    isOpen={line.row.id === openId}
                    now={now}
                  />
                )}
              </li>
            )
          })}
        </ul>
      </section>
    </nav>
  )
}

function ProjectHead({ cwd, count }: { readonly cwd: string | null; readonly count: number }): ReactElement {
  const texts = useTexts()
  const path = cwd === null ? { parent: '', name: texts.noProject } : splitPath(cwd)
  return (
    <h2 className="project-head" title={cwd ?? undefined}>
      <span className="project-name">{path.name}</span>
      <span className="project-parent">{path.parent}</span>
      <span className="project-count">{count}</span>
    </h2>
  )
}

type SessionsEmptyProps = {
  readonly state: SessionsState
  readonly isFiltered: boolean
  readonly onReload: () => void
}

/** Why the list is empty, and what to do. */
function SessionsEmpty({ state, isFiltered, onReload }: SessionsEmptyProps): ReactElement | null {
  const texts = useTexts()
  if (state.phase === 'failed' && state.failure !== null)
    return (
      <div className="empty" role="alert">
        <p>{texts.failures[state.failure]}</p>
        <button type="button" className="button" onClick={onReload}>
          {texts.tryAgain}
        </button>
      </div>
    )
  if (state.phase === 'listing') return null
  if (isFiltered && state.rows.size > 0) return <p className="empty">{texts.nothingMatches}</p>
  return (
    <div className="empty">
      <h2>{texts.noSessions}</h2>
      <p>{texts.noSessionsHint}</p>
    </div>
  )
}
