import { usePageChoices } from '../page/page-choices.ts'
import { openPalette } from '../page/palette-door.ts'
import { goTo } from '../page/route.ts'
import { THEMES } from '../theme/theme.ts'

/** What the page does of commands, by their name; false for words that are for the agent. */
export type PageDoings = Readonly<Record<string, (args: string) => boolean>>

export type UsePageDoingsOptions = {
  /** The session that is talked in; undefined where none has begun. */
  readonly session?: string
  /** Goes on in a copy. */
  readonly onFork?: () => void
  /** Asks what to go back to; false where nothing is there. */
  readonly onRewind?: () => boolean
  readonly modes: readonly string[]
  readonly onMode: (mode: string) => void
}

/** Commands that lead to a place of the page, or change what it shows. */
export function usePageDoings({
  session,
  onFork,
  onRewind,
  modes,
  onMode,
}: UsePageDoingsOptions): PageDoings {
  const { setTheme } = usePageChoices()
  const always: PageDoings = {
    resume: done(openPalette),
    exit: done(() => goTo({ kind: 'home' })),
    usage: args => lead({ kind: 'usage', ...(session !== undefined && args === '' && { id: session }) }),
    doctor: () => lead({ kind: 'doctor', ...(session !== undefined && { id: session }) }),
    search: args => (args === '' ? done(openPalette)() : lead({ kind: 'search', query: args })),
    theme(args) {
      const wished = THEMES.find(theme => theme === args)
      if (!wished) return lead({ kind: 'settings' })
      setTheme(wished)
      return true
    },
    mode(args) {
      // Which one it is says the menu, and the agent in words.
      if (!modes.includes(args)) return false
      onMode(args)
      return true
    },
  }
  if (session === undefined) return always
  return {
    ...always,
    export: () => lead({ kind: 'share', id: session }),
    ...(onFork && { fork: done(onFork) }),
    // Which prompt a number means says the agent's list.
    ...(onRewind && { rewind: (args: string) => args === '' && onRewind() }),
  }
}

function lead(route: Parameters<typeof goTo>[0]): boolean {
  goTo(route)
  return true
}

function done(work: () => void): () => boolean {
  return () => {
    work()
    return true
  }
}
