import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asText, plainScreen } from '../../test/plain-screen.ts'
import { sampleSummary } from '../../test/sample-summary.ts'
import { textWidth } from '../terminal/text-width.ts'
import type { ListedSession } from './collect-sessions.ts'
import { formatSessionList } from './format-session-list.ts'

function listed(fields: Partial<ListedSession> = {}): ListedSession {
  const { messages: _, ...summary } = sampleSummary()
  return {
    ...summary,
    changedAt: '2026-11-15T11:00:00.000Z',
    messages: { count: 42, isExact: true },
    isOneOff: false,
    agent: 'claude-code',
    isStarred: false,
    isArchived: false,
    isArchiveAlone: false,
    tags: [],
    ...fields,
  }
}

const options = {
  shortIds: new Map([['350d4477-5c09', '350d4477']]),
  home: '/home/dev',
  now: Date.parse('2026-11-15T12:00:00.000Z'),
}

const sessions = [
  listed(),
  listed({
    title: { text: '灯塔为什么不亮?请检查所有的灯,然后告诉我原因', source: 'ai-title' },
    changedAt: '2026-11-12T11:00:00.000Z',
    messages: null,
    cwd: '/srv/a/very/long/path/to/some/place/far/away',
    gitBranch: 'feature/the-lamp-that-was-dark-on-the-hour',
    size: 5_000_000,
  }),
]

describe('formatSessionList', () => {
  it('shows a line a session', () => {
    expect(asText(formatSessionList(sessions, options, plainScreen(120)))).toMatchInlineSnapshot(`
      "
      id        age  messages    size  directory                    branch                title
      350d4477   1h        42   20 KB  ~/harbour                    main                  Why is the lamp dark?
      350d4477   3d            4.8 MB  …ath/to/some/place/far/away  feature/the-lamp-th…  灯塔为什么不亮?请检查所有的灯,然后…
      "
    `)
  })

  it('leaves out columns where the screen is narrow', () => {
    expect(asText(formatSessionList(sessions, options, plainScreen(60)))).toMatchInlineSnapshot(`
      "
      id        age  directory      title
      350d4477   1h  ~/harbour      Why is the lamp dark?
      350d4477   3d  …ace/far/away  灯塔为什么不亮?请检查所有的灯…
      "
    `)
  })

  it('marks stars and tags before the title', () => {
    const marked = listed({ isStarred: true, tags: ['release', 'ui'] })
    const text = formatSessionList([marked], options, plainScreen(120)).join('\n')
    expect(text).toContain('★ #release #ui Why is the lamp dark?')
  })

  it('says that nothing was said', () => {
    const { title: _, ...silent } = listed()
    expect(formatSessionList([silent], options, plainScreen(80)).join('\n')).toContain('(nothing was said)')
  })

  it('shows nothing for nothing', () => {
    expect(formatSessionList([], options, plainScreen())).toEqual([])
  })

  it('keeps whatever a file holds in the width of the screen, without control characters', () => {
    const nasty = fc
      .array(fc.constantFrom('a', '\u001b[2J', '\r', '\n', '\t', '灯塔', '👩‍🚀', '\u202e', '\u0000', ' '), {
        maxLength: 60,
      })
      .map(parts => parts.join(''))
    fc.assert(
      fc.property(nasty, nasty, nasty, fc.integer({ min: 40, max: 120 }), (title, cwd, gitBranch, width) => {
        const session = listed({ title: { text: title, source: 'prompt' }, cwd, gitBranch })
        const lines = formatSessionList([session], options, plainScreen(width))
        expect(lines).toHaveLength(2)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
        expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/)
        expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(width)
      }),
    )
  })
})
