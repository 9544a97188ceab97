import type { SearchHit, SearchProgress } from '@antiphon/server/protocol'
import { useEffect, useState } from 'react'
import { createBatcher } from '../browser/create-batcher.ts'
import { type Failure, readFailure, readFailureWords } from '../client/failure.ts'
import { useClient } from '../page/page-context.ts'

/** What a search gave so far. */
export type Hits = {
  readonly hits: readonly SearchHit[]
  readonly isSearching: boolean
  readonly failure: { readonly failure: Failure; readonly words: string } | undefined
  readonly retry: () => void
}

/** More than anybody reads; the newest come first. */
export const MOST_HITS = 200

/** Searches as one types: each change calls off the search before it. */
export function useHits(query: string): Hits {
  const client = useClient()
  const [hits, setHits] = useState<readonly SearchHit[]>([])
  const [isSearching, setIsSearching] = useState(false)
  const [failure, setFailure] = useState<Hits['failure']>()
  const [attempt, setAttempt] = useState(0)
  const words = query.trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is the reason to search again
  useEffect(() => {
    setFailure(undefined)
    setIsSearching(words !== '')
    if (words === '') return setHits([])
    const controller = new AbortController()
    const { signal } = controller
    // What was found before stays in sight until there is something else to show.
    let isFirst = true
    const batcher = createBatcher<SearchHit>(more => {
      if (signal.aborted) return
      setHits(isFirst ? more : known => [...known, ...more])
      isFirst = false
    }, BATCH_MS)
    async function run(): Promise<void> {
      let count = 0
      for await (const hit of client.search(words, signal)) {
        batcher.add(hit)
        count += 1
        if (count >= MOST_HITS) break
      }
      batcher.flush()
      if (count === 0 && !signal.aborted) setHits([])
    }
    const timer = setTimeout(() => {
      run()
        .catch(error => {
          if (signal.aborted) return
          setHits([])
          setFailure({ failure: readFailure(error), words: readFailureWords(error) })
        })
        .finally(() => !signal.aborted && setIsSearching(false))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [client, words, attempt])
  return { hits, isSearching, failure, retry: () => setAttempt(count => count + 1) }
}

const PAUSE_MS = 150
const BATCH_MS = 60

/** How far the index is, while it is being made. */
export function useSearchProgress(): SearchProgress | undefined {
  const client = useClient()
  const [progress, setProgress] = useState<SearchProgress>()
  const isOver = progress !== undefined && !progress.isIndexing
  useEffect(() => {
    if (isOver) return
    const controller = new AbortController()
    const ask = (): void =>
      void client.readSearchProgress(controller.signal).then(setProgress, () => undefined)
    ask()
    const timer = setInterval(ask, PROGRESS_MS)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [client, isOver])
  return progress
}

const PROGRESS_MS = 2000
