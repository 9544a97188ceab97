import { createScriptModel, type Simulator, startSimulator } from '@antiphon/simulator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CacheBreakReport, computeCacheBreaks, createCacheThreads } from './compute-cache-breaks.ts'
import { answerLine, userLine } from './testing/usage-lines.ts'

function findBreaks(lines: readonly object[]): CacheBreakReport {
  const threads = createCacheThreads()
  for (const line of lines) threads.add(line)
  return computeCacheBreaks(threads.threads())
}

const START = Date.parse('2026-11-15T10:00:00.000Z')

function at(minutes: number): string {
  return new Date(START + minutes * 60_000).toISOString()
}

type Turn = {
  readonly read?: number
  readonly write?: number
  readonly write1h?: number
  readonly input?: number
  readonly minutes: number
  readonly model?: string
  readonly speed?: string
  readonly fields?: object
}

let turns = 0

function turn({
  read = 0,
  write = 0,
  write1h = 0,
  input = 1,
  minutes,
  model,
  speed,
  fields,
}: Turn): readonly object[] {
  const usage = {
    input_tokens: input,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: write + write1h,
    cache_creation: { ephemeral_5m_input_tokens: write, ephemeral_1h_input_tokens: write1h },
    output_tokens: 1,
    ...(speed !== undefined && { speed }),
  }
  return [
    userLine('Go.', at(minutes), fields),
    answerLine({
      id: `m${turns++}`,
      usage,
      at: at(minutes + 0.5),
      ...(model !== undefined && { model }),
      ...(fields && { fields: { ...fields } }),
    }),
  ]
}

describe('computeCacheBreaks', () => {
  it('finds none while each answer reads what the one before it left', () => {
    const report = findBreaks([
      ...turn({ minutes: 0, write: 20_000 }),
      ...turn({ minutes: 4, read: 20_000, write: 3000 }),
      ...turn({ minutes: 8, read: 23_000, write: 100 }),
      // A mark that moved by a few blocks is no break.
      ...turn({ minutes: 9, read: 22_500, write: 700 }),
    ])
    expect(report).toEqual({ breaks: [], requests: 4, resentTokens: 0, extraUsd: 0, isCostKnown: true })
  })

  it('says that the cache expired after five minutes, or an hour, between the requests', () => {
    const five = findBreaks([
      ...turn({ minutes: 0, write: 100_000 }),
      ...turn({ minutes: 5, write: 100_000 }),
    ])
    expect(five.breaks).toMatchObject([{ reason: 'expired', elapsedMs: 300_000, cachedTokens: 100_000 }])
    const hour = (minutes: number): string | undefined =>
      findBreaks([
        ...turn({ minutes: 0, write1h: 100_000 }),
        ...turn({ minutes: 1, read: 100_000 }),
        ...turn({ minutes, write1h: 100_000 }),
      ]).breaks[0]?.reason
    expect(hour(60)).toBe('prefix-changed')
    expect(hour(61)).toBe('expired')
  })

  it('prices what was sent again against reading it', () => {
    const { breaks } = findBreaks([
      ...turn({ minutes: 0, write: 1_000_000 }),
      ...turn({ minutes: 1, read: 100_000, write: 500_000, write1h: 300_000, input: 200_000 }),
    ])
    // 900,000 lost: 500,000 at 6.25 and 300,000 at 10 were written, 100,000 of the input at 5; a read is 0.50.
    expect(breaks).toMatchObject([{ resentTokens: 900_000, isCostKnown: true }])
    expect(breaks[0]?.extraUsd).toBeCloseTo(0.5 * 6.25 + 0.3 * 10 + 0.1 * 5 - 0.9 * 0.5, 6)
  })

  it('says that the model or the speed changed, or the conversation was compacted or cleared', () => {
    const first = turn({ minutes: 0, write: 50_000 })
    const boundary = { type: 'system', subtype: 'compact_boundary', isSidechain: false, compactMetadata: {} }
    const cleared = { ...boundary, subtype: 'microcompact_boundary' }
    const next = { minutes: 1, read: 5000, write: 45_000 }
    const reasonOf = (...more: readonly object[]): string | undefined =>
      findBreaks([...first, ...more]).breaks[0]?.reason
    expect(reasonOf(...turn({ ...next, model: 'claude-haiku-4-5' }))).toBe('model-changed')
    expect(reasonOf(...turn({ ...next, speed: 'fast' }))).toBe('speed-changed')
    expect(reasonOf(boundary, ...turn(next))).toBe('compaction')
    expect(reasonOf(cleared, ...turn(next))).toBe('context-cleared')
    expect(reasonOf(...turn(next))).toBe('prefix-changed')
  })

  it('does not blame a shorter prompt for what it does not hold', () => {
    const report = findBreaks([
      ...turn({ minutes: 0, write: 80_000 }),
      ...turn({ minutes: 1, read: 30_000, write: 500 }),
    ])
    expect(report.breaks).toEqual([])
  })

  it('keeps each subagent apart, named or not', () => {
    const agent = (name: string): object => ({ isSidechain: true, agentId: name })
    const report = findBreaks([
      ...turn({ minutes: 0, write: 50_000 }),
      ...turn({ minutes: 1, write: 9000, fields: agent('one') }),
      ...turn({ minutes: 1, write: 8000, fields: agent('two') }),
      ...turn({ minutes: 2, read: 9000, fields: agent('one') }),
      ...turn({ minutes: 2, write: 8000, fields: agent('two') }),
      ...turn({ minutes: 3, read: 50_000 }),
    ])
    expect(report.breaks).toMatchObject([{ agent: 'two', reason: 'prefix-changed', resentTokens: 8000 }])
    const unnamed = (root: string): readonly object[] => {
      const fields = { isSidechain: true, uuid: root, parentUuid: null }
      const [said, answered] = turn({ minutes: 1, write: 9000 })
      return [
        { ...said, ...fields },
        { ...answered, ...fields, uuid: `${root}-a`, parentUuid: root },
      ]
    }
    expect(findBreaks([...unnamed('r1'), ...unnamed('r2')]).breaks).toEqual([])
  })

  it('takes times that are missing, and models without a price', () => {
    const lines = [
      ...turn({ minutes: 0, write: 50_000, model: 'x' }),
      ...turn({ minutes: 9, write: 50_000, model: 'x' }),
    ]
    const report = findBreaks(lines.map(line => ({ ...line, timestamp: undefined })))
    expect(report).toMatchObject({
      breaks: [{ reason: 'prefix-changed', elapsedMs: null }],
      isCostKnown: false,
      extraUsd: 0,
    })
  })
})

describe('the prompt cache of the simulator', () => {
  let simulator: Simulator
  beforeEach(async () => {
    simulator = await startSimulator({
      model: createScriptModel(Array.from({ length: 10 }, () => 'Done.')),
      startTime: START,
    })
  })
  afterEach(() => simulator.close())

  const LONG = 'The tide comes in at noon. '.repeat(1500)

  function createSession() {
    const messages: object[] = []
    const lines: object[] = []
    return {
      lines,
      async say(
        text: string,
        { minutes = 0, model = 'claude-opus-4-8', system = LONG, ttl = '5m' } = {},
      ): Promise<void> {
        simulator.clock.advance(minutes * 60_000)
        const mark = { cache_control: { type: 'ephemeral', ttl } }
        const now = (): string => new Date(simulator.clock.now()).toISOString()
        lines.push(userLine(text, now()))
        const said = { role: 'user', content: [{ type: 'text', text, ...mark }] }
        const response = await fetch(`${simulator.url}/v1/messages`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-api-key': 'k',
            'anthropic-version': '2023-06-01',
          },
          body: JSON.stringify({
            model,
            max_tokens: 100,
            system: [{ type: 'text', text: system, ...mark }],
            messages: [...messages, said],
          }),
        })
        const answer = (await response.json()) as { id: string; usage: object; content: object[] }
        expect({ status: response.status, answer }).toMatchObject({ status: 200 })
        simulator.clock.advance(10_000)
        lines.push(answerLine({ id: answer.id, usage: answer.usage, model, at: now() }))
        messages.push(
          { role: 'user', content: [{ type: 'text', text }] },
          { role: 'assistant', content: answer.content },
        )
      },
    }
  }

  it('breaks where the simulator says so, and for its reasons', async () => {
    const session = createSession()
    await session.say('One.')
    await session.say('Two.', { minutes: 3 })
    await session.say('Three.', { minutes: 6 })
    await session.say('Four.', { minutes: 1, model: 'claude-opus-4-7' })
    await session.say('Five.', { minutes: 1, model: 'claude-opus-4-7', system: `${LONG}!` })
    await session.say('Six.', { minutes: 1, model: 'claude-opus-4-7', system: `${LONG}!` })
    const { breaks, requests } = findBreaks(session.lines)
    expect(requests).toBe(6)
    expect(breaks.map(({ reason }) => reason)).toEqual(['expired', 'model-changed', 'prefix-changed'])
    for (const { cachedTokens, readTokens, resentTokens, extraUsd } of breaks) {
      expect({ readTokens, resentTokens }).toEqual({ readTokens: 0, resentTokens: cachedTokens })
      expect(extraUsd).toBeCloseTo((cachedTokens * (6.25 - 0.5)) / 1_000_000, 6)
    }
  })

  it('holds for an hour where it was asked to', async () => {
    const session = createSession()
    await session.say('One.', { ttl: '1h' })
    await session.say('Two.', { ttl: '1h', minutes: 50 })
    expect(findBreaks(session.lines).breaks).toEqual([])
    await session.say('Three.', { ttl: '1h', minutes: 61 })
    expect(findBreaks(session.lines).breaks).toMatchObject([
      { reason: 'expired', explanation: 'the cache had expired: it lives an hour' },
    ])
  })
})
