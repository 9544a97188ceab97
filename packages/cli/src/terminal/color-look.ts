import type { Io } from '@antiphon/host'

/** How colours are written for a terminal: how many it has, what they stand on, and whether words can be links. */
export type ColorLook = {
  readonly depth: ColorDepth
  /** Null where nobody said what is behind the text: then only the colours of the terminal's own theme are sure to be read. */
  readonly tone: BackgroundTone | null
  readonly hasLinks: boolean
}

/** Sixteen of the terminal's theme, 256 of a fixed table, or any. */
export type ColorDepth = 16 | 256 | 'true'

/** What is behind the text. */
export type BackgroundTone = 'dark' | 'light'

/** What every terminal with colours can show. */
export const SAFE_LOOK: ColorLook = { depth: 16, tone: null, hasLinks: false }

type Env = Io['env']

/** How many colours a terminal has, by what it says of itself in the environment. */
export function readColorDepth({ COLORTERM = '', TERM = '' }: Env): ColorDepth {
  if (/^(?:truecolor|24bit)$/i.test(COLORTERM)) return 'true'
  return /256color|-direct|kitty|alacritty|ghostty|foot/.test(TERM) ? 256 : 16
}

/** Whether a terminal shows words as links (OSC 8); of those that are not known to, nothing is expected. */
export function readLinks(env: Env): boolean {
  const { TERM = '', TERM_PROGRAM = '', TERM_PROGRAM_VERSION = '', FORCE_HYPERLINK } = env
  if (FORCE_HYPERLINK !== undefined) return FORCE_HYPERLINK !== '0' && FORCE_HYPERLINK !== ''
  if (env.TMUX) return TERM_PROGRAM === 'tmux' && toNumber(TERM_PROGRAM_VERSION) >= 3.4
  if (env.STY || /^(?:dumb|linux|screen)/.test(TERM)) return false
  if (/^(?:iTerm\.app|WezTerm|vscode|ghostty|Hyper|rio|tabby)$/i.test(TERM_PROGRAM)) return true
  if (toNumber(env.VTE_VERSION ?? '') >= 5000 || toNumber(env.KONSOLE_VERSION ?? '') >= 210_400) return true
  return Boolean(env.WT_SESSION || env.KITTY_WINDOW_ID) || /kitty|alacritty|foot|ghostty|wezterm/.test(TERM)
}

function toNumber(version: string): number {
  return Number.parseFloat(/\d+(?:\.\d+)?/.exec(version)?.[0] ?? '0')
}

/** The question for the colour behind the text (OSC 11). */
export const ASK_BACKGROUND = '\u001b]11;?\u001b\\'

/** Whether a terminal can be asked: one that does not know the question could print it. */
export function mayAskTerminal({ TERM = '', STY }: Env): boolean {
  return TERM !== '' && !STY && !/^(?:dumb|linux|screen|vt|cons)/.test(TERM)
}

/** What an answer to that question says; null for any other answer. */
export function readBackground(reply: string): BackgroundTone | null {
  const found = /^11;rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(reply)
  if (!found) return null
  const [red = 0, green = 0, blue = 0] = found
    .slice(1)
    .map(part => Number.parseInt(part, 16) / (16 ** part.length - 1))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 ? 'light' : 'dark'
}
