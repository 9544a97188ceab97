import { type Message, readLog } from '@antiphon/core'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { describe, expect, it } from 'vitest'
import { computeContextHistory } from './compute-context-history.ts'
import { answerLine, userLine } from './testing/usage-lines.ts'

function history(lines: readonly object[], detailed?: number) {
  // Lines as a log holds them are messages with an envelope.
  return computeContextHistory(lines as readonly Message[], detailed === undefined ? {} : { detailed })
}

const result = (id: string, text: string): object =>
  userLine([{ type: 'tool_result', tool_use_id: id, content: text }])
const call = (id: string): object => ({ type: 'tool_use', id, name: 'Read', input: { path: 'x' } })
const used = (read: number, output = 10): object => ({
  cache_read_input_tokens: read,
  input_tokens: 5,
  output_tokens: output,
})

const boundary = {
  type: 'system',
  subtype: 'compact_boundary',
  uuid: 'b',
  content: 'Conversation compacted',
  isSidechain: false,
  timestamp: '2026-11-15T11:00:00.000Z',
  compactMetadata: { trigger: 'auto', preTokens: 900 },
}

describe('computeContextHistory', () => {
  it('tells the size after each answer once, and what filled it', () => {
    const { points, compactions } = history([
      userLine('Read it.'),
      answerLine({ id: 'a', usage: used(100, 1) }),
      answerLine({ id: 'a', usage: used(100, 20), content: [call('t1')] }),
      result('t1', 'word '.repeat(800)),
      answerLine({ id: 'b', usage: used(1200) }),
      answerLine({ id: 'err', model: '<synthetic>', usage: used(0, 0) }),
    ])
    expect(points.map(({ id, tokens, maxTokens }) => [id, tokens, maxTokens])).toEqual([
      ['a', 125, 1_000_000],
      ['b', 1215, 1_000_000],
    ])
    expect(points[0]?.detail?.messages.toolResultTokens).toBe(0)
    expect(points[1]?.detail?.messages.toolResultTokens).toBeGreaterThan(900)
    expect(points[1]?.detail?.messages.toolCallsByType).toMatchObject([{ name: 'Read' }])
    expect(compactions).toEqual([])
  })

  it('marks compactions, and forgets what they left behind', () => {
    const { points, compactions } = history([
      userLine('word '.repeat(2000)),
      answerLine({ id: 'a', usage: used(3000) }),
      boundary,
      userLine('A short summary.', undefined, { isCompactSummary: true }),
      answerLine({ id: 'b', usage: used(50) }),
      answerLine({ id: 'c', usage: used(80) }),
    ])
    expect(points.map(({ isAfterCompaction }) => isAfterCompaction)).toEqual([false, true, false])
    expect(points[1]?.detail?.messages.userMessageTokens).toBeLessThan(60)
    expect(compactions).toEqual([
      { at: '2026-11-15T11:00:00.000Z', trigger: 'auto', preTokens: 900, index: 1 },
    ])
  })

  it('tells what filled it for as many answers as were asked for, and around compactions', () => {
    const answers = Array.from({ length: 20 }, (_, index) =>
      answerLine({ id: `m${index}`, usage: used(100 + index) }),
    )
    const detailed = (points: readonly { readonly detail: unknown }[]): readonly number[] =>
      points.flatMap(({ detail }, index) => (detail ? [index] : []))
    expect(detailed(history(answers, 4).points)).toEqual([4, 9, 14, 19])
    expect(detailed(history(answers, 0).points)).toEqual([])
    const compacted = [...answers.slice(0, 7), boundary, ...answers.slice(7)]
    expect(detailed(history(compacted, 1).points)).toEqual([6, 7, 19])
  })

  it('knows the system prompt and the tools where the log holds them', () => {
    const snapshot = (fields: object): object => ({
      ...{ type: 'attachment', uuid: 's', timestamp: '2026-11-15T10:00:00.000Z' },
      attachment: { type: 'prompt_snapshot', systemPrompt: ['word '.repeat(800)], ...fields },
    })
    const tools = [
      { name: 'Read', description: 'word '.repeat(1600), input_schema: {} },
      { name: 'mcp__a__b', description: 'word '.repeat(9000), input_schema: {}, defer_loading: true },
    ]
    const rest = [userLine('Read it.'), answerLine({ id: 'a', usage: used(3000) })]
    const more = [userLine('word '.repeat(4000)), answerLine({ id: 'b', usage: used(8000) })]
    const systems = (lines: readonly object[]): readonly unknown[] =>
      history(lines).points.map(({ detail }) => detail?.categories.find(({ id }) => id === 'system_prompt'))
    const [first, second] = systems([snapshot({}), ...rest, snapshot({ tools }), ...more])
    // 4,000 and 8,000 characters of prompt and tools, and no deferred tool.
    expect(first).toMatchObject({ tokens: expect.closeTo(3000, -2) })
    expect(first).not.toHaveProperty('isEstimated')
    expect(second).toEqual(first)
    // Without the tools it is as if nothing was known.
    expect(systems([snapshot({}), ...rest])).toMatchObject([{ isEstimated: true }])
    expect(systems([snapshot({ tools: 7, systemPrompt: null }), ...rest])).toMatchObject([
      { isEstimated: true },
    ])
  })

  it('takes damaged messages', () => {
    expect(
      history([{ type: 'assistant' }, { type: 'assistant', message: null }, { type: 'user' }, boundary]),
    ).toMatchObject({
      points: [],
    })
  })
})

describe('context of real logs', () => {
  it('adds up to what the API counted', () => {
    let [compactions, grown] = [0, 0]
    const systems: number[] = []
    for (const name of CORPUS.filter(file => file.startsWith('entireio'))) {
      const { messages } = readLog(readCorpus(name))
      const found = computeContextHistory(messages, { detailed: 5 })
      compactions += found.compactions.length
      for (const { detail, tokens } of found.points) {
        if (!detail) continue
        const filled = detail.categories
          .filter(({ kind }) => kind === 'used')
          .reduce((sum, row) => sum + row.tokens, 0)
        expect(Math.abs(filled - tokens)).toBeLessThanOrEqual(tokens * 0.02 + 20)
      }
      let before = { tokens: 0, system: 0 }
      for (const { detail, tokens, isAfterCompaction } of found.points) {
        if (!detail) continue
        const system = detail.categories.find(({ id }) => id === 'system_prompt')?.tokens ?? 0
        // What is sent first with every request does not shrink while a session grows.
        if (tokens >= before.tokens && !isAfterCompaction) {
          expect([name, system >= before.system]).toEqual([name, true])
          if (before.tokens > 0) grown += 1
        }
        systems.push(system)
        before = { tokens, system }
      }
    }
    expect(compactions).toBeGreaterThan(10)
    expect(grown).toBeGreaterThan(50)
    // Claude Code sends tens of thousands of tokens before the first message.
    expect(systems.filter(system => system > 8000).length / systems.length).toBeGreaterThan(0.7)
  })
})
