import { keepInWindow, readKept } from '../browser/stored-choice.ts'

/** What of a session is open: what the reader chose, and what finding opened for as long as it goes on. */
export type Folds = {
  /** Undefined where nobody chose and nothing was found. */
  readonly get: (key: string) => boolean | undefined
  readonly has: (key: string) => boolean
  readonly set: (key: string, isOpen: boolean) => void
  readonly setAll: (keys: Iterable<string>, isOpen: boolean) => void
  /** Opens what hides something, with everything whose name goes on from one of the keys. */
  readonly reveal: (keys: readonly string[], how?: 'quietly') => void
  readonly isRevealed: (key: string) => boolean
  /** Folds back what was revealed. */
  readonly conceal: () => void
  readonly subscribe: (onChange: () => void) => () => void
  /** Another number whenever anything changed. */
  readonly version: () => number
}

/** Keeps what is open of one session; `name` is where this window remembers it. */
export function createFolds(name?: string): Folds {
  const chosen = new Map<string, boolean>(name === undefined ? [] : readPairs(readKept(name)))
  const revealed = new Set<string>()
  const listeners = new Set<() => void>()
  let version = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function change(): void {
    version += 1
    for (const listener of listeners) listener()
  }

  function remember(): void {
    if (name === undefined) return
    clearTimeout(timer)
    timer = setTimeout(() => keepInWindow(name, [...chosen].slice(-MOST_KEPT)), PAUSE_MS)
  }

  const isRevealed = (key: string): boolean =>
    revealed.size > 0 && (revealed.has(key) || [...revealed].some(one => key.startsWith(`${one} `)))

  function choose(keys: Iterable<string>, isOpen: boolean): void {
    for (const key of keys) {
      chosen.delete(key)
      chosen.set(key, isOpen)
      revealed.delete(key)
    }
    remember()
    change()
  }

  return {
    get: key => (isRevealed(key) ? true : chosen.get(key)),
    has: key => chosen.has(key),
    set: (key, isOpen) => choose([key], isOpen),
    setAll: choose,
    reveal(keys, how) {
      for (const key of keys) revealed.add(key)
      // Who is drawing hears of it by the version.
      if (how === 'quietly') version += 1
      else change()
    },
    isRevealed,
    conceal() {
      if (revealed.size === 0) return
      revealed.clear()
      change()
    },
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    version: () => version,
  }
}

const MOST_KEPT = 1000
const PAUSE_MS = 300

/** What this page wrote before; anything else is nothing. */
function readPairs(kept: unknown): readonly (readonly [string, boolean])[] {
  if (!Array.isArray(kept)) return []
  return kept.flatMap(pair => {
    const [key, isOpen]: readonly unknown[] = Array.isArray(pair) ? pair : []
    return typeof key === 'string' && typeof isOpen === 'boolean' ? [[key, isOpen] as const] : []
  })
}
