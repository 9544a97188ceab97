import { describe, expect, it } from 'vitest'
import { mayAskTerminal, readBackground, readColorDepth, readLinks } from './color-look.ts'
import { createPalette } from './screen.ts'
import { styledWidth } from './styled-width.ts'

describe('how many colours', () => {
  it.each([
    [{ COLORTERM: 'truecolor', TERM: 'xterm' }, 'true'],
    [{ COLORTERM: '24bit' }, 'true'],
    [{ TERM: 'xterm-256color' }, 256],
    [{ TERM: 'xterm' }, 16],
    [{}, 16],
  ] as const)('%j has %s', (env, depth) => expect(readColorDepth(env)).toBe(depth))
})

describe('links', () => {
  it.each([
    { TERM: 'xterm-kitty' },
    { TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' },
    { TERM: 'xterm-256color', VTE_VERSION: '7600' },
    { TERM: 'tmux-256color', TMUX: '/tmp/x', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.4' },
    { TERM: 'dumb', FORCE_HYPERLINK: '1' },
  ])('are there in %j', env => expect(readLinks(env)).toBe(true))

  it.each([
    { TERM: 'dumb' },
    { TERM: 'screen-256color', VTE_VERSION: '7600' },
    { TERM: 'xterm-256color', STY: '1.pts', VTE_VERSION: '7600' },
    { TERM: 'tmux-256color', TMUX: '/tmp/x', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a' },
    { TERM: 'tmux-256color', TMUX: '/tmp/x', TERM_PROGRAM: 'iTerm.app' },
    { TERM: 'xterm-kitty', FORCE_HYPERLINK: '0' },
    { TERM: 'xterm-256color' },
  ])('are not expected in %j', env => expect(readLinks(env)).toBe(false))

  it('take no columns, lead nowhere odd, and stay words where there are none', () => {
    const palette = createPalette(true, { depth: 16, tone: null, hasLinks: true })
    const link = palette.link('docs', 'https://example.org/a')
    expect(link).toContain('\u001b]8;;https://example.org/a\u001b\\')
    expect(styledWidth(link)).toBe(4)
    expect(palette.link('x', 'javascript:alert(1)')).toBe('x')
    expect(palette.link('x', 'https://a/\u001b\\b')).toBe('x')
    expect(createPalette(true).link('x', 'https://a/')).toBe('x')
    expect(createPalette(false, { depth: 16, tone: null, hasLinks: true }).link('x', 'https://a/')).toBe('x')
  })
})

describe('what is behind the text', () => {
  it.each([
    ['11;rgb:ffff/ffff/ffff\u001b\\', 'light'],
    ['11;rgb:1e1e/1e1e/2e2e\u0007', 'dark'],
    ['11;rgb:ff/ff/ee', 'light'],
    ['11;rgba:0000/0000/0000/ffff', 'dark'],
    ['10;rgb:0000/0000/0000', null],
    ['11;nonsense', null],
  ])('%j is %s', (reply, tone) => expect(readBackground(reply)).toBe(tone))

  it('is not asked where the question could be printed', () => {
    expect(mayAskTerminal({ TERM: 'xterm-256color' })).toBe(true)
    for (const TERM of ['dumb', 'linux', 'screen', 'vt100', '']) expect(mayAskTerminal({ TERM })).toBe(false)
  })
})

describe('colours', () => {
  it('are those of the terminal’s theme until it says what is behind them', () => {
    expect(createPalette(true, { depth: 'true', tone: null, hasLinks: false }).red('x')).toBe(
      '\u001b[31mx\u001b[39m',
    )
    expect(createPalette(true, { depth: 16, tone: 'light', hasLinks: false }).red('x')).toBe(
      '\u001b[31mx\u001b[39m',
    )
  })

  it('are darker on light and lighter on dark', () => {
    const red = (depth: 256 | 'true', tone: 'dark' | 'light'): string =>
      createPalette(true, { depth, tone, hasLinks: false }).red('x')
    expect(red('true', 'dark')).toMatch(/38;2;\d+;\d+;\d+m/)
    expect(red(256, 'dark')).toMatch(/38;5;\d+m/)
    expect(red('true', 'dark')).not.toBe(red('true', 'light'))
    expect(red(256, 'dark')).not.toBe(red(256, 'light'))
  })
})
