import { useCallback, useEffect, useMemo, useState } from 'react'
import type { StoryItem } from './compute-story.ts'
import { createItemFinder } from './find-items.ts'

/** What was found, and which of it is shown. */
export type Find = {
  readonly query: string
  readonly found: readonly string[]
  readonly current: number
  readonly currentKey: string | undefined
  readonly setQuery: (query: string) => void
  readonly move: (step: 1 | -1) => void
  readonly clear: () => void
}

/** Finds in the items of a story and leads the list from one to the next. */
export function useFind(
  items: readonly StoryItem[],
  list: { readonly current: { readonly reveal: (key: string) => void } | null },
): Find {
  const [query, setQuery] = useState('')
  const [currentKey, setCurrentKey] = useState<string>()
  const [finder] = useState(createItemFinder)
  const found = useMemo(() => finder(items, query), [finder, items, query])
  const current = currentKey === undefined ? -1 : found.indexOf(currentKey)
  const move = useCallback(
    (step: 1 | -1) => {
      const next = current === -1 ? found.length - 1 : (current + step + found.length) % found.length
      const key = found[next]
      setCurrentKey(key)
      if (key !== undefined) list.current?.reveal(key)
    },
    [found, current, list],
  )
  const clear = useCallback(() => {
    setQuery('')
    setCurrentKey(undefined)
  }, [])
  useEffect(() => {
    if (query === '') setCurrentKey(undefined)
  }, [query])
  return { query, found, current, currentKey, setQuery, move, clear }
}
