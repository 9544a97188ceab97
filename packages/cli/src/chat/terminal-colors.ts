import type { Io, PersonSettings } from '@antiphon/host'
import {
  ASK_BACKGROUND,
  type BackgroundTone,
  type ColorLook,
  readBackground,
  readColorDepth,
  readLinks,
} from '../terminal/color-look.ts'

/** How the talk is coloured: by what the terminal answers, or as the person chose. */
export interface TerminalColors {
  look(): ColorLook
  /** Chooses by hand, or leaves it to the terminal again. */
  choose(theme: TerminalTheme): void
  /** Hears an answer of the terminal. */
  hear(reply: string): void
}

/** What can be chosen; `system` is what the terminal says of its background. */
export type TerminalTheme = PersonSettings['terminalTheme']

/** Every choice, the most usual first. */
export const TERMINAL_THEMES: readonly TerminalTheme[] = ['system', 'dark', 'light']

export type TerminalColorsOptions = {
  readonly env: Io['env']
  readonly theme: TerminalTheme
  /** False where nothing is coloured anyway. */
  readonly isColored: boolean
  /** Asks the terminal, where it can be asked. */
  readonly ask: (question: string) => void
  readonly onChange: () => void
}

/** Asks the terminal where that is left to it; nobody waits for the answer to begin. */
export function createTerminalColors({
  env,
  theme,
  isColored,
  ask,
  onChange,
}: TerminalColorsOptions): TerminalColors {
  const depth = readColorDepth(env)
  const hasLinks = readLinks(env)
  // The sixteen colours are the terminal's own: they fit whatever is behind them.
  const isOfUse = isColored && depth !== 16
  let chosen = theme
  let answered: BackgroundTone | null = null
  let hasAsked = false

  function askOnce(): void {
    if (chosen !== 'system' || hasAsked || !isOfUse) return
    hasAsked = true
    ask(ASK_BACKGROUND)
  }

  askOnce()
  return {
    look: () => ({ depth, hasLinks, tone: chosen === 'system' ? answered : chosen }),
    choose(next) {
      chosen = next
      askOnce()
      onChange()
    },
    hear(reply) {
      const tone = readBackground(reply)
      if (tone === null) return
      answered = tone
      onChange()
    },
  }
}
