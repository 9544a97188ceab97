import { inspectImage, isBase64 } from '@antiphon/contract'
import type { Io } from '@antiphon/host'
import type { ScreenSize } from './live-screen.ts'

/** How a terminal is told to draw a picture: kitty's graphics, or iTerm2's inline files. */
export type PictureProtocol = 'kitty' | 'iterm'

/** The protocol that a terminal is known to have, by what it says of itself in the environment; null for all others. */
export function readPictureProtocol(env: Io['env']): PictureProtocol | null {
  const { ANTIPHON_PICTURES: chosen, TERM = '', TERM_PROGRAM = '' } = env
  if (chosen) return chosen === 'kitty' || chosen === 'iterm' ? chosen : null
  // Between us and the terminal somebody draws who knows nothing of pictures; their variables go through all the same.
  if (env.TMUX || env.STY || env.ZELLIJ || /^(?:screen|tmux|dumb|linux)/.test(TERM)) return null
  if (/^xterm-(?:kitty|ghostty)$/.test(TERM) || /^ghostty$/i.test(TERM_PROGRAM) || env.KITTY_WINDOW_ID)
    return 'kitty'
  if (Number(env.KONSOLE_VERSION ?? 0) >= 220_400) return 'kitty'
  return /^(?:iTerm\.app|WezTerm|mintty)$/.test(TERM_PROGRAM) ? 'iterm' : null
}

/** The lines that draw a picture and leave it room, to be printed and never drawn again; none where the terminal could not show it. */
export function drawPicture(
  base64: string,
  protocol: PictureProtocol,
  screen: ScreenSize,
): readonly string[] {
  if (base64.length > MAX_UNITS || !isBase64(base64)) return []
  const { mediaType, width, height } = inspectImage(base64)
  if (mediaType === null || width === null || height === null) return []
  if (protocol === 'kitty' && mediaType !== 'image/png') return []
  const rows = countRows({ width, height }, screen)
  const picture = protocol === 'kitty' ? toKitty(base64, rows) : toIterm(base64, rows)
  // The room is made first, so that nothing scrolls while it is drawn, and the cursor stands below it before and after.
  const draw = `\r${ESCAPE}[${rows}A  ${ESCAPE}7${picture}${ESCAPE}8\r${ESCAPE}[${rows}B`
  return [...Array<string>(rows).fill(''), draw]
}

const ESCAPE = '\u001b'
/** What goes over a slow line in reasonable time. */
const MAX_UNITS = 4 * 1024 * 1024
const MAX_ROWS = 14
/** About the size of a cell: that of the terminal's own is not known. */
const CELL = { width: 10, height: 20 }

type PictureSize = { readonly width: number; readonly height: number }

function countRows({ width, height }: PictureSize, screen: ScreenSize): number {
  const most = Math.max(1, Math.min(MAX_ROWS, screen.rows - 4))
  const rows = height / CELL.height
  const wide = (screen.columns - 4) / (width / CELL.width)
  return Math.max(1, Math.min(most, Math.ceil(rows * Math.min(1, wide, most / rows))))
}

/** In pieces, as the protocol wants it; nobody is asked to answer, and the cursor stays. */
function toKitty(base64: string, rows: number): string {
  let [output, control] = ['', `a=T,f=100,q=2,C=1,r=${rows},`]
  for (let at = 0; at < base64.length; at += KITTY_UNITS) {
    const isLast = at + KITTY_UNITS >= base64.length
    output += `${ESCAPE}_G${control}m=${isLast ? 0 : 1};${base64.slice(at, at + KITTY_UNITS)}${ESCAPE}\\`
    control = ''
  }
  return output
}

const KITTY_UNITS = 4096

function toIterm(base64: string, rows: number): string {
  return `${ESCAPE}]1337;File=inline=1;width=auto;height=${rows};preserveAspectRatio=1:${base64}\u0007`
}
