import type { Io, PersonSettings } from '@antiphon/host'
import {
  ASK_BACKGROUND,
  type BackgroundTone,
  type ColorLook,
  mayAskTerminal,
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
  /** Resolves when no answer is waited for: one that came later would be typed into whatever is there then. */
  settled(): Promise<void>
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
  readonly write: (text: string) => void
  readonly onChange: () => void
}

/** Asks the terminal where that is left to it; nobody waits for the answer to begin. */
export function createTerminalColors({
  env,
  theme,
  isColored,
  write,
  onChange,
}: TerminalColorsOptions): TerminalColors {
  const depth = readColorDepth(env)
  const hasLinks = readLinks(env)
  // The sixteen colours are the terminal's own: they fit whatever is behind them.
  const isAskable = isColored && depth !== 16 && mayAskTerminal(env)
  let chosen = theme
  let answered: BackgroundTone | null = null
  let [askedAt, isWaiting, hear] = [0, false, (): void => {}]

  function ask(): void {
    if (chosen !== 'system' || answered !== null || isWaiting || !isAskable) return
    askedAt = Date.now()
    isWaiting = true
    write(ASK_BACKGROUND)
  }

  ask()
  return {
    look: () => ({ depth, hasLinks, tone: chosen === 'system' ? answered : chosen }),
    choose(next) {
      chosen = next
      ask()
      onChange()
    },
    hear(reply) {
      const tone = readBackground(reply)
      if (tone === null) return
      answered = tone
      isWaiting = false
      hear()
      onChange()
    },
    settled() {
      const left = askedAt + PATIENCE_MS - Date.now()
      if (!isWaiting || left <= 0) return Promise.resolve()
      return new Promise(resolve => {
        hear = resolve
        setTimeout(resolve, left)
      })
    },
  }
}

const PATIENCE_MS = 300
