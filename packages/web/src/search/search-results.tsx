import { oneLine } from '@antiphon/core/ui'
import type { HitOrder } from '@antiphon/server/protocol'
import { type ReactElement, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useMedia } from '../browser/use-media.ts'
import { readFailure, readFailureWords } from '../client/failure.ts'
import { Button } from '../controls/button.tsx'
import { Segmented } from '../controls/segmented.tsx'
import { useTexts } from '../page/page-context.ts'
import { pageLanguage } from '../parts/page-language.ts'
import { HitPreview } from './hit-preview.tsx'
import { toResultLines } from './result-lines.ts'
import { hitOf, ResultList } from './result-list.tsx'
import styles from './search.module.css'
import { keepSearchMemory, readSearchMemory } from './search-memory.ts'
import { readMarkedWords, toFindQuery } from './search-query.ts'
import { SyntaxHelp } from './syntax-help.tsx'
import { type FoldedSearch, toSearchKey, useSearchProgress } from './use-fold.ts'
import { useHeldSessions } from './use-held-sessions.ts'
import { useMoreHits } from './use-more-hits.ts'

export type SearchResultsProps = {
  readonly query: string
  /** What was typed, as it is named where nothing is found. */
  readonly title: string
  readonly order: HitOrder
  readonly search: FoldedSearch
  readonly focusRef: RefObject<((index: number) => void) | null>
  readonly onOrder: (order: HitOrder) => void
  readonly onLeave: () => void
}

/** What one search found: how much, by session, and what is chosen beside it; whoever comes back finds it as it was. */
export function SearchResults(props: SearchResultsProps): ReactElement {
  const { query, order, search } = props
  const key = toSearchKey(query, order)
  const [known] = useState(() => readSearchMemory(key))
  const [opened, setOpened] = useState(known.opened)
  const [selected, setSelected] = useState(known.selected)
  const { more, loading, load } = useMoreHits(query, order)
  const hasPreview = useMedia('(min-width: 1181px)')
  const { sessions, handProps } = useHeldSessions({
    fold: search.fold,
    isOld: search.isOld,
    before: known.shown,
    onShown: shown => keepSearchMemory(key, { shown }),
  })
  const lines = useMemo(() => toResultLines(sessions, { opened, more }), [sessions, opened, more])
  const linesRef = useRef(lines)
  useEffect(() => {
    linesRef.current = lines
  }, [lines])
  const chosen = lines.find(line => line.key === selected) ?? lines.find(({ kind }) => kind === 'hit')
  const shownHit =
    hitOf(chosen) ?? hitOf(lines.find(line => line.kind === 'hit' && line.session === chosen?.session))
  const findQuery = useMemo(() => toFindQuery(query), [query])
  const markedWords = useMemo(() => readMarkedWords(query), [query])

  const select = useCallback(
    (line: string): void => {
      setSelected(line)
      keepSearchMemory(key, { selected: line })
    },
    [key],
  )
  const toggle = useCallback(
    (id: string): void => {
      const line = linesRef.current.find(one => one.kind === 'session' && one.session.id === id)
      const isOpen = line?.kind === 'session' && line.isOpen
      setOpened(before => {
        const after = new Map([...before, [id, !isOpen]])
        keepSearchMemory(key, { opened: after })
        return after
      })
    },
    [key],
  )

  // A link was followed: the place that was chosen has the focus again.
  const hasReturned = useRef(known.selected === null)
  useEffect(() => {
    if (hasReturned.current || lines.length === 0) return
    hasReturned.current = true
    const at = lines.findIndex(line => line.key === known.selected)
    if (at !== -1) props.focusRef.current?.(at)
  })

  const isPassing = selected === null && search.fold.totals?.isComplete !== true
  const isNothing = search.fold.totals?.isComplete === true && search.fold.totals.hits === 0 && !search.isOld
  return (
    <div className={hasPreview && !isNothing && !search.error ? styles.split : styles.single}>
      <div className={styles.results}>
        <ResultHead {...props} />
        {isNothing ? (
          <SyntaxHelp missed={props.title} />
        ) : (
          <ResultList
            lines={lines}
            selected={chosen?.key ?? null}
            findQuery={findQuery}
            markedWords={markedWords}
            hasPreview={hasPreview}
            loading={loading}
            startTop={known.top}
            focusRef={props.focusRef}
            onSelect={select}
            onToggle={toggle}
            onMore={load}
            onLeave={props.onLeave}
            onScroll={top => keepSearchMemory(key, { top })}
            handProps={handProps}
          />
        )}
      </div>
      {hasPreview && !isNothing && !search.error && (
        <HitPreview hit={shownHit} isPassing={isPassing} findQuery={findQuery} words={markedWords} />
      )}
    </div>
  )
}

function ResultHead({ search, order, onOrder }: SearchResultsProps): ReactElement {
  const texts = useTexts()
  const { inSearch } = texts
  const { fold, isSearching, error, retry } = search
  if (error) {
    const failure = readFailure(error)
    const said = readFailureWords(error)
    return (
      <div className={styles.failure} role="alert">
        {said === '' ? texts.failures[failure] : oneLine(said, 300)}
        {failure !== 'refused' && <Button onClick={retry}>{texts.tryAgain}</Button>}
      </div>
    )
  }
  const { totals } = fold
  const isCounting = isSearching && totals?.isComplete !== true
  return (
    <div className={styles.head}>
      <p className={styles.total} role="status">
        {totals === null ? (
          texts.searching
        ) : (
          <>
            <b>{inSearch.total(totals.hits, totals.sessions)}</b>{' '}
            <span>{isCounting ? inSearch.soFar : inSearch.seconds(formatSeconds(totals.milliseconds))}</span>
          </>
        )}
      </p>
      <Segmented
        label={inSearch.order}
        segments={[
          { value: 'best', label: inSearch.best },
          { value: 'newest', label: inSearch.newest },
        ]}
        value={order}
        onChange={onOrder}
      />
      <IndexNote isAsked={totals !== null && !search.isOld} />
    </div>
  )
}

/** It is asked for behind the first hits. */
function IndexNote({ isAsked }: { readonly isAsked: boolean }): ReactElement | null {
  const texts = useTexts()
  const progress = useSearchProgress(isAsked)
  if (!progress?.isIndexing || progress.sourceBytes === 0) return null
  const percent = Math.floor((progress.indexedBytes / progress.sourceBytes) * 100)
  if (percent >= 100) return null
  return <p className={styles.indexing}>{texts.inSearch.indexing(percent)}</p>
}

function formatSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toLocaleString(pageLanguage(), { maximumFractionDigits: 1 })
}
