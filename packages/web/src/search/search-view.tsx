import { oneLine } from '@antiphon/core/ui'
import type { HitOrder } from '@antiphon/server/protocol'
import { Search, X } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { IconButton } from '../controls/button.tsx'
import { TextField } from '../controls/fields.tsx'
import { PagePanel } from '../controls/page-panel.tsx'
import { useCommands } from '../keyboard/use-commands.ts'
import { useTexts } from '../page/page-context.ts'
import { formatRoute, goTo } from '../page/route.ts'
import { FilterBar } from './filter-bar.tsx'
import { sortSessions } from './fold-state.ts'
import styles from './search.module.css'
import { addFilter, formatSearch, readSearch, type TypedSearch } from './search-query.ts'
import { SearchResults } from './search-results.tsx'
import { SyntaxHelp } from './syntax-help.tsx'
import { toSearchKey, useFold } from './use-fold.ts'

/** Searches everything as it is typed; hits stand by session, with a preview beside them. */
export function SearchView({ query }: { readonly query: string }): ReactElement {
  const texts = useTexts()
  const [typed, setTyped] = useState(() => readSearch(query))
  const [order, setOrder] = useState<HitOrder>('best')
  const fieldRef = useRef<HTMLInputElement>(null)
  const panelRef = useRef<HTMLElement>(null)
  const focusRef = useRef<((index: number) => void) | null>(null)
  const [beginning, setBeginning] = useState(0)
  const asked = formatSearch(typed)
  const search = useFold({ words: asked, order, beginning })
  useEffect(
    () => setTyped(before => (formatSearch(before) === query.trim() ? before : readSearch(query))),
    [query],
  )
  useEffect(() => fieldRef.current?.focus(), [])

  function change(next: TypedSearch): void {
    setTyped(next)
    if (formatSearch(next) === '') setBeginning(beginning + 1)
    // Whoever comes back finds what they looked for; each letter is no place of its own.
    history.replaceState(null, '', formatRoute({ kind: 'search', query: formatSearch(next) }))
  }

  function type(text: string): void {
    const { words, filters } = readSearch(text, true)
    change({ words, filters: filters.reduce(addFilter, typed.filters) })
  }

  function clear(): void {
    change({ words: '', filters: [] })
    fieldRef.current?.focus()
  }

  useCommands(panelRef, {
    next: () => focusRef.current?.(0),
    find: () => fieldRef.current?.focus(),
    close: () => (asked === '' ? goTo({ kind: 'sessions' }) : clear()),
  })

  const field = (
    <TextField
      ref={fieldRef}
      icon={Search}
      className={styles.field ?? ''}
      type="search"
      aria-label={texts.inSearch.field}
      placeholder={texts.inSearch.field}
      value={typed.words}
      onChange={event => type(event.target.value)}
      onKeyDown={event => {
        if (event.nativeEvent.isComposing) return
        const isBack = event.key === 'Backspace' && typed.words === '' && typed.filters.length > 0
        if (isBack) change({ ...typed, filters: typed.filters.slice(0, -1) })
        if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
        event.preventDefault()
        focusRef.current?.(event.key === 'Enter' ? 1 : 0)
      }}
      end={asked !== '' && <IconButton icon={X} label={texts.inSearch.clear} onClick={clear} />}
    />
  )
  return (
    <PagePanel label={texts.search} ref={panelRef}>
      <header className={styles.bar}>
        <h1 className="hidden">{texts.search}</h1>
        {field}
        <FilterBar
          filters={typed.filters}
          kinds={asked === '' ? undefined : search.fold.totals?.kinds}
          sessions={sortSessions(search.fold)}
          onFilters={filters => {
            change({ ...typed, filters })
            fieldRef.current?.focus()
          }}
        />
      </header>
      {asked === '' ? (
        <SyntaxHelp onTry={text => change(readSearch(text))} />
      ) : (
        <SearchResults
          key={toSearchKey(asked, order)}
          query={asked}
          title={oneLine(typed.words.trim() || asked, 80)}
          order={order}
          search={search}
          focusRef={focusRef}
          onOrder={setOrder}
          onLeave={() => fieldRef.current?.focus()}
        />
      )}
    </PagePanel>
  )
}
