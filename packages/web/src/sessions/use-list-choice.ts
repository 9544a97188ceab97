import { useCallback, useMemo, useState } from 'react'
import { keepChoice, readChoice } from '../browser/stored-choice.ts'
import { type ListSort, parseListChoice } from './list-choice.ts'

/** The order of the list and what is folded in it, kept in this browser. */
export type KeptListChoice = {
  readonly sort: ListSort
  readonly folded: ReadonlySet<string>
  readonly setSort: (sort: ListSort) => void
  readonly fold: (key: string, isFolded: boolean) => void
}

/** The list as the reader left it. */
export function useListChoice(): KeptListChoice {
  const [choice, setChoice] = useState(() => parseListChoice(readChoice(NAME)))
  const change = useCallback((next: Parameters<typeof setChoice>[0]) => {
    setChoice(before => {
      const after = typeof next === 'function' ? next(before) : next
      keepChoice(NAME, JSON.stringify(after))
      return after
    })
  }, [])
  const folded = useMemo(() => new Set(choice.folded), [choice.folded])
  return {
    sort: choice.sort,
    folded,
    setSort: sort => change(before => ({ ...before, sort })),
    fold: (key, isFolded) =>
      change(before => ({
        ...before,
        folded: [...before.folded.filter(one => one !== key), ...(isFolded ? [key] : [])].slice(-MOST_KEPT),
      })),
  }
}

const NAME = 'list'
const MOST_KEPT = 500
