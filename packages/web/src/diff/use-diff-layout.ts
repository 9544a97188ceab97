import { useSyncExternalStore } from 'react'
import { keepChoice, readChoice } from '../browser/stored-choice.ts'

/** One column, or before and after side by side. */
export type DiffLayout = 'inline' | 'split'

/** How diffs are laid out, and the way to change it for all of them; `canSplit` where there is room for two columns. */
export function useDiffLayout(): {
  readonly layout: DiffLayout
  readonly canSplit: boolean
  readonly choose: (layout: DiffLayout) => void
} {
  const chosen = useSyncExternalStore(subscribe, read, () => 'inline' as const)
  const canSplit = useSyncExternalStore(subscribeToWidth, isWide, () => false)
  return { layout: canSplit ? chosen : 'inline', canSplit, choose }
}

const NAME = 'diff-layout'
const listeners = new Set<() => void>()
let known: DiffLayout | undefined

function read(): DiffLayout {
  known ??= readChoice(NAME) === 'split' ? 'split' : 'inline'
  return known
}

function choose(layout: DiffLayout): void {
  known = layout
  keepChoice(NAME, layout)
  for (const listener of listeners) listener()
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange)
  return () => listeners.delete(onChange)
}

const WIDE = '(min-width: 820px)'

function isWide(): boolean {
  return typeof matchMedia === 'function' && matchMedia(WIDE).matches
}

function subscribeToWidth(onChange: () => void): () => void {
  if (typeof matchMedia !== 'function') return () => {}
  const query = matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
