import { oneLine } from '@antiphon/core/ui'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { readFailure, readFailureWords } from '../client/failure.ts'
import { useCommands } from '../keyboard/use-commands.ts'
import { useTexts } from '../page/page-context.ts'
import { formatRoute, goTo } from '../page/route.ts'
import { FilterChips } from './filter-chips.tsx'
import { HitList } from './hit-list.tsx'
import { type Hits, MOST_HITS, useHits, useSearchProgress } from './use-hits.ts'

/** Searches everything as it is typed; hits stand by session, each with a link to its place. */
export function SearchView({ query }: { readonly query: string }): ReactElement {
  const texts = useTexts()
  const [words, setWords] = useState(query)
  const results = useHits(words)
  const fieldRef = useRef<HTMLInputElement>(null)
  const paneRef = useRef<HTMLElement>(null)
  useEffect(() => setWords(query), [query])
  useEffect(() => fieldRef.current?.focus(), [])
  const change = (next: string): void => {
    setWords(next)
    // Whoever comes back finds what they looked for; each letter is no place of its own.
    history.replaceState(null, '', formatRoute({ kind: 'search', query: next }))
  }
  useCommands(paneRef, {
    next: () => focusHit(paneRef.current, 1),
    previous: () => focusHit(paneRef.current, -1),
    find: () => fieldRef.current?.focus(),
    close: () => (words === '' ? goTo({ kind: 'sessions' }) : change('')),
  })
  return (
    <main className="session-pane" id="session" ref={paneRef} aria-label={texts.search} tabIndex={-1}>
      <header className="session-head search-head">
        <a className="back" href={formatRoute({ kind: 'sessions' })}>
          ‹ {texts.back}
        </a>
        <h1 className="hidden">{texts.search}</h1>
        <input
          ref={fieldRef}
          type="search"
          className="field search-field"
          aria-label={texts.search}
          placeholder={texts.searchHint}
          value={words}
          onChange={event => change(event.target.value)}
          onKeyDown={event => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            focusHit(paneRef.current, 1)
          }}
        />
        <SearchNote words={words} results={results} />
        <FilterChips
          query={words}
          onQuery={next => {
            change(next)
            fieldRef.current?.focus()
          }}
        />
        <IndexNote />
      </header>
      {/* A list that scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className="scroll search-hits" tabIndex={0} aria-label={texts.inSearch.results}>
        {words.trim() === '' && (
          <div className="empty">
            <p>{texts.inSearch.hint}</p>
            <p>{texts.inSearch.wordsHint}</p>
          </div>
        )}
        <HitList hits={results.hits} query={words} />
      </section>
    </main>
  )
}

type SearchNoteProps = { readonly words: string; readonly results: Hits }

function SearchNote({ words, results }: SearchNoteProps): ReactElement {
  const texts = useTexts()
  const { hits, isSearching, error, retry } = results
  if (error) {
    const failure = readFailure(error)
    const said = readFailureWords(error)
    return (
      <div className="note is-bad" role="alert">
        {said === '' ? texts.failures[failure] : oneLine(said, 300)}{' '}
        {failure !== 'refused' && (
          <button type="button" className="button" onClick={retry}>
            {texts.tryAgain}
          </button>
        )}
      </div>
    )
  }
  return (
    <p className="fine" role="status">
      {words.trim() === '' ? '' : describe()}
    </p>
  )

  function describe(): string {
    if (isSearching) return texts.searching
    if (hits.length === 0) return `${texts.searchNothing} ${texts.inSearch.nothingHint}`
    const sessions = new Set(hits.map(({ row }) => row.id)).size
    const count = hits.length < MOST_HITS ? texts.hits(hits.length) : texts.inSearch.first(hits.length)
    return `${count} ${texts.inSearch.inSessions(sessions)}`
  }
}

function IndexNote(): ReactElement | null {
  const texts = useTexts()
  const progress = useSearchProgress()
  if (!progress?.isIndexing || progress.sourceBytes === 0) return null
  const percent = Math.floor((progress.indexedBytes / progress.sourceBytes) * 100)
  return <p className="fine">{texts.inSearch.indexing(percent)}</p>
}

function focusHit(pane: HTMLElement | null, step: 1 | -1): void {
  const hits = [...(pane?.querySelectorAll<HTMLElement>('.hit') ?? [])]
  const { activeElement } = document
  const at = activeElement instanceof HTMLElement ? hits.indexOf(activeElement) : -1
  hits[Math.min(hits.length - 1, Math.max(0, at + step))]?.focus()
}
