import { describe, expect, it } from 'vitest'
import { drawPicture, readPictureProtocol } from './picture.ts'

/** The head of a picture is all that is looked at. */
function png(width: number, height: number, length = 60): string {
  const bytes = Buffer.alloc(length)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  bytes.write('IHDR', 12, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes.toString('base64')
}

const GIF = Buffer.from('GIF89a\u0010\u0000\u0010\u0000\u0000\u0000', 'latin1').toString('base64')
const SCREEN = { columns: 84, rows: 30 }

describe('readPictureProtocol', () => {
  it.each([
    [{ TERM: 'xterm-kitty' }, 'kitty'],
    [{ TERM: 'xterm-256color', KITTY_WINDOW_ID: '1' }, 'kitty'],
    [{ TERM: 'xterm-ghostty', TERM_PROGRAM: 'ghostty' }, 'kitty'],
    [{ TERM: 'xterm-256color', KONSOLE_VERSION: '230401' }, 'kitty'],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }, 'iterm'],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'WezTerm' }, 'iterm'],
    [{ TERM: 'xterm-256color' }, null],
    [{ TERM: 'xterm-256color', KONSOLE_VERSION: '210401' }, null],
    [{ TERM: 'tmux-256color', KITTY_WINDOW_ID: '1' }, null],
    [{ TERM: 'xterm-kitty', TMUX: '/tmp/tmux,1,0' }, null],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app', STY: '1.a' }, null],
    [{ TERM: 'xterm-kitty', ANTIPHON_PICTURES: 'none' }, null],
    [{ TERM: 'tmux-256color', TMUX: 'x', ANTIPHON_PICTURES: 'iterm' }, 'iterm'],
    [{}, null],
  ])('%j has %s', (env, expected) => {
    expect(readPictureProtocol(env)).toBe(expected)
  })
})

describe('drawPicture', () => {
  it('makes room, draws into it, and stands below it again', () => {
    const lines = drawPicture(png(200, 100), 'kitty', SCREEN)
    expect(lines).toHaveLength(6)
    expect(lines.slice(0, 5).join('')).toBe('')
    expect(lines[5]).toBe(
      `\r\u001b[5A  \u001b7\u001b_Ga=T,f=100,q=2,C=1,r=5,m=0;${png(200, 100)}\u001b\\\u001b8\r\u001b[5B`,
    )
  })

  it('sends long ones in pieces', () => {
    const [, pieces = []] = [0, drawPicture(png(10, 10, 9000), 'kitty', SCREEN)[1]?.split('\u001b_G')]
    expect(pieces.map(piece => piece.slice(0, piece.indexOf(';'))).slice(1)).toEqual([
      'a=T,f=100,q=2,C=1,r=1,m=1',
      'm=1',
      'm=0',
    ])
  })

  it('stays within the screen, in height and in width', () => {
    expect(drawPicture(png(100, 4000), 'iterm', SCREEN)).toHaveLength(15)
    expect(drawPicture(png(100, 4000), 'iterm', { columns: 84, rows: 10 })).toHaveLength(7)
    expect(drawPicture(png(8000, 1000), 'iterm', SCREEN)).toHaveLength(6)
    expect(drawPicture(png(100, 4000), 'iterm', SCREEN).at(-1)).toContain(
      '\u001b]1337;File=inline=1;width=auto;height=14;preserveAspectRatio=1:',
    )
  })

  it('draws nothing that the terminal could not show, or that is no picture', () => {
    expect(drawPicture(GIF, 'kitty', SCREEN)).toEqual([])
    expect(drawPicture(GIF, 'iterm', SCREEN)).toHaveLength(2)
    for (const bad of ['', 'aGVsbG8=', `${png(10, 10)}\u001b]0;title\u0007`, png(0, 10)])
      expect(drawPicture(bad, 'iterm', SCREEN)).toEqual([])
  })
})
