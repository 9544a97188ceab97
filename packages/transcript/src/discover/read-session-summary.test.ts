import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exchange, NOON } from '../testing/session-tree.ts'
import type { SummaryLimits } from './read-session-summary.ts'
import { readSessionSummary } from './read-session-summary.ts'
import type { SessionFile, SessionSummary } from './session-summary.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-summary-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Kind = SessionFile['kind']

async function summarize(
  content: string | Uint8Array,
  options: { readonly limits?: SummaryLimits; readonly kind?: Kind } = {},
): Promise<SessionSummary> {
  const { kind = 'session', ...rest } = options
  const path = join(folder, 's1.jsonl')
  writeFileSync(path, content)
  utimesSync(path, NOON, NOON)
  const summary = await readSessionSummary(
    { kind, key: { project: 'p', session: 's1' }, path, root: folder },
    rest,
  )
  if (summary.kind === 'problem') throw new Error(summary.reason)
  return summary
}

function toLines(...entries: readonly (object | readonly object[])[]): string {
  return entries
    .flat()
    .map(entry => `${JSON.stringify(entry)}\n`)
    .join('')
}

const WHOLE: SummaryLimits = { whole: Number.POSITIVE_INFINITY, head: [], tail: [] }

describe('readSessionSummary', () => {
  it('reads what a list shows', async () => {
    const content = toLines(
      exchange('Why is the lamp dark?'),
      exchange('Light it.', { gitBranch: 'lamp', version: '2.1.201', cwd: '/home/dev/tower' }),
    )
    expect(await summarize(content)).toMatchObject({
      kind: 'session',
      session: 's1',
      size: Buffer.byteLength(content),
      isWhole: true,
      title: { text: 'Why is the lamp dark?', source: 'prompt' },
      firstPrompt: 'Why is the lamp dark?',
      lastPrompt: 'Light it.',
      startedAt: '2026-11-15T08:00:00.000Z',
      endedAt: '2026-11-15T08:00:05.000Z',
      cwd: '/home/dev/harbour',
      gitBranch: 'lamp',
      version: '2.1.201',
      model: 'claude-opus-5-5',
      messages: { count: 4, isExact: true },
      isSidechain: false,
      damage: [],
    })
  })

  it('counts no message twice, no progress and no record', async () => {
    const [said, answered] = exchange('Go.')
    const progress = { ...answered, type: 'progress', uuid: 'p', data: {} }
    const content = toLines([said, answered, progress, answered, { type: 'mode', mode: 'plan' }] as object[])
    expect((await summarize(content)).messages).toEqual({ count: 2, isExact: true })
  })

  it('gives an empty file no title', async () => {
    const summary = await summarize('')
    expect(summary).toMatchObject({ size: 0, isWhole: true, messages: { count: 0, isExact: true } })
    expect(summary.title).toBeUndefined()
  })

  it.each([
    ['the person before the model', 'custom', 'custom-title'],
    ['the model before a summary', 'ai', 'ai-title'],
    ['a summary before the first prompt', 'summary', 'summary'],
  ] as const)('takes the name of %s', async (_, text, source) => {
    const names = [
      { type: 'summary', summary: 'summary', leafUuid: 'Go.-a' },
      { type: 'ai-title', aiTitle: 'ai', sessionId: 's1' },
      { type: 'custom-title', customTitle: 'old', sessionId: 's1' },
      { type: 'custom-title', customTitle: 'custom', sessionId: 's1' },
      { type: 'custom-title', customTitle: 'another', sessionId: 's2' },
    ]
    const upTo = { summary: 1, 'ai-title': 2, 'custom-title': 5 }[source]
    const content = toLines(exchange('Go.'), names.slice(0, upTo))
    expect((await summarize(content)).title).toEqual({ text, source })
  })

  it('is called by the heading of the plan that it carries out, before a summary', async () => {
    const plan = exchange('Implement the following plan:\n\n# Plan: Light the `lamp`\n\n## Context\n…')
    const summary = { type: 'summary', summary: 'x', leafUuid: (plan[1] as { uuid: string }).uuid }
    expect((await summarize(toLines(plan, summary))).title).toEqual({
      text: 'Light the lamp',
      source: 'plan',
    })
    const named = { type: 'ai-title', aiTitle: 'Named', sessionId: 's1' }
    expect((await summarize(toLines(plan, named))).title).toEqual({ text: 'Named', source: 'ai-title' })
  })

  it('is called by the first prompt of more than three words, else by the first', async () => {
    const content = toLines(exchange('yes and yes'), exchange('Now make the list of sessions faster'))
    expect(await summarize(content)).toMatchObject({
      title: { text: 'Now make the list of sessions faster', source: 'prompt' },
      firstPrompt: 'yes and yes',
    })
    expect((await summarize(toLines(exchange('yes and yes')))).title?.text).toBe('yes and yes')
    expect((await summarize(toLines(exchange('好的'), exchange('请检查灯塔为什么不亮了')))).title?.text).toBe(
      '请检查灯塔为什么不亮了',
    )
  })

  it('does not take the summary of a conversation of another file', async () => {
    const content = toLines({ type: 'summary', summary: 'x', leafUuid: 'elsewhere' }, exchange('Go.'))
    expect((await summarize(content)).title).toEqual({ text: 'Go.', source: 'prompt' })
  })

  it('calls a session by its first command where nobody said a word', async () => {
    const content = toLines(exchange('<command-name>/init</command-name>'))
    expect(await summarize(content)).toMatchObject({ title: { text: '/init', source: 'command' } })
  })

  it('follows a session to where it was moved', async () => {
    const content = toLines(exchange('Go.'), { type: 'relocated', relocatedCwd: '/srv', sessionId: 's1' })
    expect((await summarize(content)).cwd).toBe('/srv')
  })

  it('finds a name and a prompt 200 KB from the end of a large file', async () => {
    const call = {
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't' }] },
    }
    const bulk = (index: number): object => ({
      ...exchange('x')[0],
      ...call,
      uuid: `r${index}`,
      pad: 'x'.repeat(2000),
    })
    const [, answered] = exchange('x')
    const content = toLines(
      exchange('First.'),
      Array.from({ length: 500 }, (_, index) => bulk(index)),
      exchange('Last.'),
      { type: 'custom-title', customTitle: 'The lamp', sessionId: 's1' },
      Array.from({ length: 100 }, (_, index) => bulk(500 + index)),
      { ...answered, uuid: 'end' },
    )
    const summary = await summarize(content)
    expect(summary).toMatchObject({
      isWhole: false,
      firstPrompt: 'First.',
      lastPrompt: 'Last.',
      title: { text: 'The lamp', source: 'custom-title' },
      messages: { isExact: false },
    })
    expect(summary.messages.count).toBeGreaterThan(300)
    expect(summary.messages.count).toBeLessThan(1200)
  })

  it('reads a first prompt that brings a large picture', async () => {
    const picture = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(800_000) },
    }
    const [said, answered] = exchange('x')
    const content = [{ type: 'text', text: 'What is this?' }, picture]
    const summary = await summarize(
      toLines([{ ...said, message: { role: 'user', content } }, answered] as object[]),
    )
    expect(summary.firstPrompt).toBe('What is this?')
  })

  it("takes a subagent's task for its prompt", async () => {
    const content = toLines(
      exchange('Look for lamps.', { isSidechain: true, agentId: 'a', sessionId: 'owner' }),
    )
    expect(await summarize(content, { kind: 'subagent' })).toMatchObject({
      kind: 'subagent',
      session: 'owner',
      firstPrompt: 'Look for lamps.',
      model: 'claude-opus-5-5',
    })
    expect(await summarize(content)).toMatchObject({ isSidechain: true, title: { text: 'Look for lamps.' } })
  })

  it('keeps a subagent out of the prompts of a session', async () => {
    const content = toLines(
      exchange('Look.', { isSidechain: true }),
      exchange('Go.'),
      exchange('Look again.', { isSidechain: true }),
    )
    expect(await summarize(content)).toMatchObject({
      firstPrompt: 'Go.',
      lastPrompt: 'Go.',
      isSidechain: false,
    })
  })

  it('tells of damage and reads the rest', async () => {
    const content = `${toLines(exchange('Go.'))}\0\0\0\n{"type":"user","mess`
    const { damage, messages } = await summarize(content)
    expect(damage.map(({ reason }) => reason)).toEqual(['nul', 'torn'])
    expect(messages).toEqual({ count: 2, isExact: true })
  })

  it('is told what stands in the way', async () => {
    const gone = join(folder, 'gone.jsonl')
    const file = { kind: 'session', key: { project: 'p', session: 'gone' }, root: folder } as const
    expect(await readSessionSummary({ ...file, path: gone })).toEqual({
      kind: 'problem',
      path: gone,
      code: 'ENOENT',
      reason: 'is gone, or a link to nowhere',
    })
    expect(await readSessionSummary({ ...file, path: folder })).toMatchObject({ code: 'EISDIR' })
  })
})

const line = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('Go.', 'Stop.', '<command-name>/init</command-name>'), fc.boolean(), fc.nat(9))
      .map(([words, isSidechain, second]) =>
        exchange(words, {
          isSidechain,
          gitBranch: `b${second}`,
          timestamp: `2026-11-15T08:00:0${second}.000Z`,
        }),
      ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<object[]>(
      [{ type: 'last-prompt', lastPrompt: 'Noted.' }],
      [{ type: 'mode', mode: 'plan' }],
      [{}],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<object[]>([
      { type: 'user', message: { role: 'user', content: [{ type: 'tool_result', content: 'x' }] } },
    ]),
  },
)
const damaged = fc.constantFrom('\n', '{"type":"user","mess\n', '\0\0\n', '[1]\n', '{"type":"us')
const file = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: line.map(entries => toLines(entries)) },
      { weight: 1, arbitrary: damaged },
    ),
    { maxLength: 12 },
  )
  .map(parts => parts.join(''))
const limits = fc.record({
  whole: fc.constantFrom(0, 200, 2000),
  head: fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 3 }),
  tail: fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 3 }),
})

/** What a summary claims to be so; the rest it leaves out, or marks. */
const CLAIMS = ['firstPrompt', 'lastPrompt', 'startedAt', 'endedAt', 'gitBranch', 'version', 'model'] as const

describe('what is read from the ends of a file', () => {
  it('is what the whole file tells', async () => {
    await fc.assert(
      fc.asyncProperty(
        file,
        limits,
        fc.constantFrom<Kind>('session', 'subagent'),
        async (content, some, kind) => {
          const whole = await summarize(content, { limits: WHOLE, kind })
          const ends = await summarize(content, { limits: some, kind })
          for (const name of CLAIMS) if (ends[name] !== undefined) expect(ends[name], name).toBe(whole[name])
          if (ends.messages.isExact) expect(ends.messages).toEqual(whole.messages)
          if (ends.isWhole) expect(ends).toEqual(whole)
          expect(whole.damage).toEqual(expect.arrayContaining([...ends.damage]))
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('real sessions', () => {
  it.each(CORPUS)('claims nothing of %s that is not so', async name => {
    const content = readCorpus(name)
    const whole = await summarize(content, { limits: WHOLE })
    const ends = await summarize(content)
    for (const claim of CLAIMS) if (ends[claim] !== undefined) expect(ends[claim], claim).toBe(whole[claim])
    if (ends.isWhole) expect(ends).toEqual(whole)
    if (whole.firstPrompt !== undefined) expect(ends.title).toBeDefined()
    expect(whole.damage).toEqual(expect.arrayContaining([...ends.damage]))
  })
})
