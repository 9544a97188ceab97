import { oneLine, stripControl } from '@antiphon/core'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { createBatcher } from '../app/create-batcher.ts'
import { useBackend, useTexts } from '../app/page-context.ts'
import { formatRoute } from '../app/route.ts'
import { goTo } from '../app/use-route.ts'
import type { SearchHit } from '../backend/backend.ts'
import { useCommands } from '../keyboard/use-commands.ts'
import { groupHits } from './group-hits.ts'
import { splitMarks } from './split-marks.ts'

/** Searches everything as it is typed; hits stand by session, each with a link to its place. */
export function SearchView({ query }: { readonly query: string }): ReactElement {
  const texts = useTexts()
  const [words, setWords] = useState(query)
  const { hits, isSearching } = useHits(words)
  const fieldRef = useRef<HTMLInputElement>(null)
  const paneRef = useRef<HTMLElement>(null)
  useEffect(() => fieldRef.current?.focus(), [])
  useCommands(paneRef, {
    find: () => fieldRef.current?.focus(),
    close: () => goTo({ kind: 'sessions' }),
  })
  return (
    <main className="session-pane" id="session" ref={paneRef} aria-label={texts.search} tabIndex={-1}>
      <header className="session-head">
        <a className="back" href={formatRoute({ kind: 'sessions' })}>
          ‹ {texts.back}
        </a>
        <h1 className="hidden">{texts.search}</h1>
        <input
          ref={fieldRef}
          type="search"
          className="field"
          aria-label={texts.search}
          placeholder={texts.searchHint}
          value={words}
          onChange={event => setWords(event.target.value)}
        />
        <p className="pane-note" role="status">
          {words.trim() === ''
            ? ''
            : isSearching
              ? texts.searching
              : hits.length === 0
                ? texts.searchNothing
                : texts.hits(hits.length)}
        </p>
      </header>
      {/* A list that scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className="scroll search-hits" tabIndex={0} aria-label={texts.search}>
        {groupHits(hits).map(({ row, members }) => (
          <section key={row.id}>
            <h2>{oneLine(row.title, 160) || texts.untitled}</h2>
            <ul>
              {members.map(hit => (
                <li key={hit.seq}>
                  <HitView hit={hit} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </section>
    </main>
  )
}

function HitView({ hit }: { readonly hit: SearchHit }): ReactElement {
  const route = { kind: 'session' as const, id: hit.row.id, uuid: hit.uuid ?? '-', seq: hit.seq }
  return (
    <a className="hit" href={formatRoute(route)}>
      <span className="hit-kind">{oneLine(hit.kind, 40)}</span>
      <span>
        {splitMarks(hit.snippet, hit.marks).map((part, index) => {
          const text = stripControl(part.text).replace(/\s+/g, ' ')
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a snippet never move
          return part.isMarked ? <mark key={index}>{text}</mark> : text
        })}
      </span>
    </a>
  )
}

const PAUSE_MS = 150
// More than anybody reads; the index says the best first.
const MOST_HITS = 300

function useHits(query: string): { readonly hits: readonly SearchHit[]; readonly isSearching: boolean } {
  const backend = useBackend()
  const [hits, setHits] = useState<readonly SearchHit[]>([])
  const [isSearching, setIsSearching] = useState(false)
  useEffect(() => {
    setHits([])
    const words = query.trim()
    setIsSearching(words !== '')
    if (words === '') return
    const controller = new AbortController()
    const batcher = createBatcher<SearchHit>(more => setHits(known => [...known, ...more]), 60)
    async function run(): Promise<void> {
      let count = 0
      for await (const hit of backend.search(words, controller.signal)) {
        if (controller.signal.aborted) return
        batcher.add(hit)
        count += 1
        if (count >= MOST_HITS) break
      }
      batcher.flush()
    }
    const timer = setTimeout(() => {
      run()
        .catch(() => undefined)
        .finally(() => !controller.signal.aborted && setIsSearching(false))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [backend, query])
  return { hits, isSearching }
}
