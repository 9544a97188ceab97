import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactElement, useCallback, useMemo, useRef, useState } from 'react'
import { useNow } from '../browser/use-now.ts'
import { useCommands } from '../keyboard/use-commands.ts'
import { useTexts } from '../page/page-context.ts'
import { goTo } from '../page/route.ts'
import { formatWhole } from '../parts/format-numbers.ts'
import { collectFacets } from './collect-facets.ts'
import { computeListLines } from './compute-list-lines.ts'
import { createSessionFilter } from './filter-sessions.ts'
import { DateHead, GroupHead } from './group-head.tsx'
import css from './list.module.css'
import { countFilters, NO_FILTERS } from './list-choice.ts'
import { ListHead } from './list-head.tsx'
import { type RowEdit, SessionRowView } from './session-row.tsx'
import { SessionsEmpty } from './sessions-empty.tsx'
import type { SessionsState } from './sessions-state.ts'
import { StoreStatus } from './store-status.tsx'
import { useCosts } from './use-costs.ts'
import { useListChoice } from './use-list-choice.ts'
import { useListKeys } from './use-list-keys.ts'
import { useListPlace } from './use-list-place.ts'
import { useOrganise } from './use-organise.ts'

type SessionListProps = {
  readonly state: SessionsState
  readonly openId: string | undefined
  readonly hidesOneOff: boolean
  readonly onReload: () => void
}

/** Every session below its repository and worktree, of which only those in sight are drawn. */
export function SessionList({ state, openId, hidesOneOff, onReload }: SessionListProps): ReactElement {
  const texts = useTexts()
  const now = useNow(30_000)
  const costs = useCosts(state)
  const organise = useOrganise()
  const { sort, folded, setSort, fold } = useListChoice()
  const [query, setQuery] = useState('')
  const [filters, setFilters] = useState(NO_FILTERS)
  const [isFilterOpen, setIsFilterOpen] = useState(false)
  const [edit, setEdit] = useState<{ readonly id: string; readonly edit: RowEdit }>()
  const paneRef = useRef<HTMLElement>(null)
  const fieldRef = useRef<HTMLInputElement>(null)
  const scrollRef = useRef<HTMLDivElement>(null)
  const [filter] = useState(createSessionFilter)
  const { rows, agents } = state
  const matching = useMemo(
    () => filter(rows.values(), { query, filters, agents, hidesOneOff }),
    [filter, rows, query, filters, agents, hidesOneOff],
  )
  const isFiltered = query !== '' || countFilters(filters) > 0
  const lines = useMemo(
    () =>
      computeListLines({
        rows: matching,
        sort,
        costOf: id => costs.get(id)?.costUsdAtLeast ?? 0,
        // Whoever looks for something sees where it is.
        folded: isFiltered ? NOTHING : folded,
        now,
      }),
    [matching, sort, costs, isFiltered, folded, now],
  )
  const facets = useMemo(() => collectFacets(rows.values()), [rows])
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: index => SIZES[lines[index]?.kind ?? 'session'],
    getItemKey: index => lines[index]?.key ?? index,
    overscan: 8,
  })

  const place = useListPlace({
    lines,
    openId,
    isListed: state.phase !== 'listing',
    listRef: scrollRef,
    virtualizer,
  })
  // While a filter is on every group stands open.
  const foldShown = isFiltered ? undefined : fold
  const onEdit = useCallback((id: string, next: RowEdit | undefined) => {
    setEdit(next && { id, edit: next })
    // Whoever left the field for another place stays there.
    if (next === undefined)
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusRow(scrollRef.current, id)
      })
  }, [])
  const onKeyDown = useListKeys({ lines, rows, organise, onEdit, fold: foldShown, place })
  const openFilter = (): void => {
    setIsFilterOpen(true)
    requestAnimationFrame(() => {
      fieldRef.current?.focus()
      fieldRef.current?.select()
    })
  }
  useCommands(paneRef, {
    next: () => place.move(1),
    previous: () => place.move(-1),
    first: place.toFirst,
    last: place.toLast,
    find: openFilter,
    close: () => {
      setQuery('')
      setFilters(NO_FILTERS)
      setIsFilterOpen(false)
      place.giveBack()
    },
  })
  const isListing = state.phase === 'listing' && rows.size === 0
  return (
    <nav className={`sessions-pane ${css.pane}`} aria-label={texts.sessions} ref={paneRef}>
      <ListHead
        status={{
          short: isListing ? '' : toShort(matching.length, rows.size, isFiltered),
          long: isListing
            ? texts.listing
            : texts.sessionCount(matching.length, isFiltered ? rows.size : matching.length),
        }}
        sort={sort}
        onSort={setSort}
        isFilterOpen={isFilterOpen}
        onFilterOpen={isOpen => (isOpen ? openFilter() : setIsFilterOpen(false))}
        filter={{
          fieldRef,
          query,
          onQuery: setQuery,
          filters,
          onFilters: setFilters,
          ...facets,
          onFieldKey: event => {
            if (event.key === 'ArrowDown') place.toFirst()
            const first = lines.find(line => line.kind === 'session')
            if (event.key === 'Enter' && first) goTo({ kind: 'session', id: first.row.id })
          },
        }}
      />
      {state.store && <StoreStatus store={state.store} />}
      {lines.length === 0 && <SessionsEmpty state={state} isFiltered={isFiltered} onReload={onReload} />}
      {/* A list that scrolls must be reachable by keyboard. */}
      <section
        className={`scroll ${css.rows}`}
        ref={scrollRef}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        aria-label={texts.sessions}
        onFocus={place.onFocus}
        onKeyDown={onKeyDown}
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
                className={css.line}
                style={{ transform: `translateY(${start}px)` }}
              >
                {line.kind === 'session' ? (
                  <SessionRowView
                    row={line.row}
                    cost={costs.get(line.row.id)}
                    agent={agents.get(line.row.id)?.state}
                    isOpen={line.row.id === openId}
                    now={now}
                    edit={edit?.id === line.row.id ? edit.edit : undefined}
                    onEdit={onEdit}
                    organise={organise}
                  />
                ) : line.kind === 'date' ? (
                  <DateHead date={line.date} />
                ) : (
                  <GroupHead line={line} onFold={foldShown} />
                )}
              </li>
            )
          })}
        </ul>
      </section>
    </nav>
  )
}

const NOTHING: ReadonlySet<string> = new Set()
const SIZES = { repository: 36, worktree: 24, date: 22, session: 58 }

function toShort(shown: number, all: number, isFiltered: boolean): string {
  return isFiltered ? `${formatWhole(shown)} / ${formatWhole(all)}` : formatWhole(shown)
}

function focusRow(list: HTMLElement | null, id: string): void {
  list?.querySelector<HTMLElement>(`[data-session="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })
}
