import { symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildConversation, decodeLines } from '@antiphon/core'
import { toLocatedEntries } from '@antiphon/core/log'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { computeContextHistory, readCacheBreaks } from '@antiphon/search'
import { countPlainly } from '@antiphon/search/testing/usage/plain-count'
import { answerLine, toText, userLine } from '@antiphon/search/testing/usage/usage-lines'
import type {
  BreakReport,
  ContextReport,
  NumbersReport,
  ReferencesReport,
  ReportLine,
  SessionCost,
  SessionRow,
} from '@antiphon/server/protocol'
import { createSessionTree, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, until } from './server-kit.ts'

let tree: SessionTree
let server: TestServer
let cacheFolder: string

beforeEach(async () => {
  tree = createSessionTree()
  cacheFolder = await mkdtemp(join(tmpdir(), 'antiphon-numbers-'))
  server = await startTestServer({ roots: [tree.root], cacheFolder })
})

afterEach(async () => {
  await server.close()
  tree.remove()
  await rm(cacheFolder, { recursive: true, force: true })
})

async function report<T>(path: string): Promise<T> {
  const told = await server.lines<ReportLine<T>>(path)
  const last = told.at(-1)
  if (last?.kind !== 'report') throw new Error(`no report: ${JSON.stringify(last)}`)
  expect(told.slice(0, -1).every(({ kind }) => kind === 'progress')).toBe(true)
  return last.report
}

const numbers = (query: string): Promise<NumbersReport> => report(`/api/numbers?timezone=UTC&${query}`)

async function idOf(session: string): Promise<string> {
  const rows = await server.lines<SessionRow>('/api/sessions')
  return rows.find(row => row.sessionId === session)!.id
}

const day = (number: number, hour = 10): string =>
  `2026-10-${String(number).padStart(2, '0')}T${hour}:00:00.000Z`

const usage = (input: number, output: number): object => ({ input_tokens: input, output_tokens: output })

describe('what was attached', () => {
  it('is counted in a period, a project or a session', async () => {
    const file = { type: 'FileReference', path: 'src/lamp.ts' }
    const say = (at: string, contexts: readonly object[]): object => ({
      ...userLine('look', at),
      ...{ uuid: at, contexts, cwd: '/home/dev/harbour' },
    })
    tree.write('-a/s1.jsonl', [say(day(1), [file, { type: 'WorkspaceReference' }]), say(day(3), [file])])
    tree.write('-a/s2.jsonl', [say(day(4), [file])])
    const count = (query: string): Promise<ReferencesReport> =>
      report(`/api/numbers/references?timezone=UTC&${query}`)
    expect(await count('')).toEqual({
      ...{ times: 4, things: 2, prompts: 3 },
      rows: [
        { type: 'FileReference', label: 'src/lamp.ts', times: 3, prompts: 3, sessions: 2 },
        { type: 'WorkspaceReference', label: '/home/dev/harbour', times: 1, prompts: 1, sessions: 1 },
      ],
    })
    expect(await count('since=2026-10-02')).toMatchObject({ times: 2 })
    expect(await count('project=/home/dev/harbour&until=2026-10-01')).toMatchObject({ times: 2 })
    expect(await count('project=/elsewhere')).toMatchObject({ times: 0, rows: [] })
    expect(await count(`session=${await idOf('s2')}`)).toMatchObject({ times: 1 })
  })
})

describe('numbers', () => {
  it('add up by day, with the days between them, and by what was asked for', async () => {
    tree.write('-a/s1.jsonl', [
      answerLine({ id: 'a', usage: usage(1000, 10), at: day(1) }),
      answerLine({ id: 'b', usage: usage(2000, 20), at: day(3), model: 'claude-sonnet-4-6' }),
    ])
    tree.write('-b/s2.jsonl', [
      answerLine({ id: 'c', usage: usage(500, 5), at: day(3), fields: { cwd: '/home/dev/quay' } }),
      answerLine({ id: 'c', usage: usage(500, 5), at: day(3), fields: { cwd: '/home/dev/quay' } }),
    ])
    const days = await numbers('by=day&since=2026-09-30&until=2026-10-04')
    expect(days.total).toMatchObject({ answers: 3, sessions: 2, tokens: { input: 3500, output: 35 } })
    expect(days.rows.map(({ key, answers }) => [key, answers])).toEqual([
      ['2026-10-03', 2],
      ['2026-10-01', 1],
    ])
    expect(days.series.bars.map(({ from }) => from)).toEqual([
      '2026-09-30',
      '2026-10-01',
      '2026-10-02',
      '2026-10-03',
      '2026-10-04',
    ])
    expect(days.series.names).toEqual(['claude-opus-4-8', 'claude-sonnet-4-6'])
    expect(days.series.bars.map(({ tokens }) => tokens)).toEqual([
      [0, 0],
      [1010, 0],
      [0, 0],
      [505, 2020],
      [0, 0],
    ])
    const drawn = days.series.bars.flatMap(({ costs }) => costs).reduce((sum, cost) => sum + cost, 0)
    expect(drawn).toBeCloseTo(days.total.costUsd, 9)
    const sessions = await numbers('by=session')
    expect(sessions.rows.map(({ key, id }) => [key, id])).toEqual(
      expect.arrayContaining([['s1', await idOf('s1')]]),
    )
    expect((await numbers('by=project&project=/home/dev/quay')).rows).toMatchObject([
      { key: '/home/dev/quay', answers: 1 },
    ])
    expect((await numbers(`by=model&session=${await idOf('s2')}`)).total).toMatchObject({ answers: 1 })
    expect((await numbers('by=day&since=2026-10-04')).total).toMatchObject({ answers: 0 })
  })

  it('tell which tools filled the context', async () => {
    const content = [{ type: 'tool_use', id: 't1', name: 'Read', input: {} }]
    const result = [{ type: 'tool_result', tool_use_id: 't1', content: 'word '.repeat(400) }]
    tree.write('-a/s.jsonl', [answerLine({ id: 'a', content, at: day(1) }), userLine(result, day(1))])
    const { tools, rows, total } = await numbers('by=tool')
    expect(tools).toMatchObject([{ tool: 'Read', calls: 1, sessions: 1, share: 1 }])
    expect(rows).toEqual([])
    expect(total.answers).toBe(1)
  })

  it('are bounded: the rest of a long table is one row, and the sum stays', async () => {
    tree.write(
      '-a/s.jsonl',
      Array.from({ length: 300 }, (_, n) =>
        answerLine({ id: `a${n}`, usage: usage(10, 1), fields: { cwd: '/p' }, model: `claude-x-${n}` }),
      ),
    )
    const { rows, total, series } = await numbers('by=model')
    expect(rows).toHaveLength(200)
    expect(rows.at(-1)).toMatchObject({ key: null, rest: 101, sessions: null })
    expect(rows.reduce((sum, { answers }) => sum + answers, 0)).toBe(300)
    expect(total.unpricedModels.length).toBeLessThanOrEqual(20)
    expect(series).toMatchObject({ hasRest: true })
    expect(series.names).toHaveLength(8)
  })

  it('take any time for a time: clocks of other centuries cost their own bars only', async () => {
    tree.write('-a/s.jsonl', [
      answerLine({ id: 'a', at: '0001-01-01T00:00:00.000Z' }),
      answerLine({ id: 'b', at: '9999-12-31T00:00:00.000Z' }),
      answerLine({ id: 'c', at: 'never' }),
      answerLine({ id: 'd', at: new Date().toISOString() }),
    ])
    const { series, total } = await numbers('by=day')
    expect(total.answers).toBe(4)
    expect(series).toMatchObject({ unit: 'month', leftOut: 3 })
    expect(series.bars).toHaveLength(120)
  })

  it('say which files could not be read, and read none outside of the roots', async () => {
    tree.write(
      '-a/s.jsonl',
      `${toText([answerLine({ id: 'a', at: day(1) })])}{"type":"assistant","message":{"id":"b","usage":{"input_tokens":1\n{}\n`,
    )
    writeFileSync(join(tree.home, 'secret.jsonl'), toText([answerLine({ id: 'z', at: day(1) })]))
    symlinkSync(join(tree.home, 'secret.jsonl'), join(tree.root, 'projects/-a/linked.jsonl'))
    const { total, problems } = await numbers('by=day')
    expect(total.answers).toBe(1)
    expect(problems).toMatchObject({ count: 1, first: [{ reason: expect.stringContaining('damaged') }] })
    // Who asks for one session hears of its own files only.
    tree.write('-b/well.jsonl', [answerLine({ id: 'c', at: day(1) })])
    expect((await numbers(`by=model&session=${await idOf('well')}`)).problems.count).toBe(0)
    expect((await numbers(`by=model&session=${await idOf('s')}`)).problems.count).toBe(1)
  })

  it('refuse what they cannot answer', async () => {
    for (const query of ['by=hour', 'since=yesterday', 'timezone=Moon/Base', 'session=nothing', 'stack=x'])
      expect((await server.ask(`/api/numbers?${query}`)).status).toBe(400)
    for (const part of ['context', 'cache-breaks'])
      expect((await server.ask(`/api/numbers/${part}?session=nothing`)).status).toBe(404)
    expect((await server.ask('/api/numbers', { isStranger: true })).status).toBe(401)
  })

  it('are empty for an empty tree', async () => {
    const { total, rows, series } = await numbers('by=day')
    expect(total).toMatchObject({ answers: 0, costUsd: 0 })
    expect(rows).toEqual([])
    expect(series.bars).toHaveLength(1)
    expect(await server.lines('/api/numbers/sessions')).toEqual([])
  })

  it('end when nobody listens any more', async () => {
    const lines = Array.from({ length: 4000 }, (_, n) => answerLine({ id: `a${n}`, at: day(1) }))
    for (let file = 0; file < 4; file++) tree.write(`-a/s${file}.jsonl`, lines)
    const listener = await server.listen('/api/numbers?by=tool')
    listener.leave()
    await until(() => server.openStreams() === 0)
    expect((await numbers('by=model')).total.answers).toBe(4000)
  })
})

describe('costs of sessions', () => {
  it('are those of the report, with what subagents cost', async () => {
    tree.write('-a/s1.jsonl', [answerLine({ id: 'a', usage: usage(1_000_000, 0), at: day(1) })])
    tree.write('-a/s1/subagents/agent-x.jsonl', [
      answerLine({ id: 'b', usage: usage(1_000_000, 0), at: day(1), fields: { isSidechain: true } }),
    ])
    const costs = await server.lines<SessionCost>('/api/numbers/sessions')
    expect(costs).toMatchObject([{ id: await idOf('s1'), isCostKnown: true }])
    const agent = Buffer.from(`${Buffer.from(await idOf('s1'), 'base64url')}/subagents/agent-x`).toString(
      'base64url',
    )
    expect((await numbers(`by=model&session=${agent}`)).total).toMatchObject({
      answers: 1,
      subagentAnswers: 1,
    })
    expect((await numbers(`by=model&session=${await idOf('s1')}`)).total.answers).toBe(2)
    expect(costs[0]!.costUsd).toBeCloseTo((await numbers('by=session')).total.costUsd, 9)
  })
})

describe('real sessions', () => {
  it('count through the server as a plain reader counts them', async () => {
    const texts = CORPUS.map(readCorpus)
    CORPUS.forEach((name, index) => {
      const path = tree.write(`-p${index % 5}/real-${name.replace('.jsonl.gz', '')}.jsonl`, [])
      writeFileSync(path, texts[index]!)
    })
    const { total } = await numbers('by=model')
    const plain = countPlainly(texts.map(text => text.toString()))
    expect(total.answers).toBe(plain.answers)
    expect(total.tokens).toMatchObject({
      input: plain.sums.input_tokens,
      output: plain.sums.output_tokens,
      cacheRead: plain.sums.cache_read_input_tokens,
    })
    for (const by of ['day', 'project', 'session'])
      expect((await numbers(`by=${by}`)).total).toMatchObject({
        answers: plain.answers,
        tokens: total.tokens,
      })
    const costs = await server.lines<SessionCost>('/api/numbers/sessions')
    expect(costs.reduce((sum, { costUsd }) => sum + costUsd, 0)).toBeCloseTo(total.costUsd, 6)
  })

  it.each(CORPUS.filter(name => /f4237e82|70d782f7|1e0816ef|agent-sessions-small/.test(name)))(
    'have the context and the cache breaks that their log tells: %s',
    async name => {
      const bytes = readCorpus(name)
      const path = tree.write('-p/s.jsonl', [])
      writeFileSync(path, bytes)
      const id = await idOf('s')
      const { entries } = toLocatedEntries(decodeLines(bytes))
      const history = computeContextHistory(buildConversation(entries).messages, { detailed: 80 })
      const context = await report<ContextReport>(`/api/numbers/context?session=${id}`)
      expect(context.answers).toBe(history.points.length)
      expect(context.compactions).toEqual(history.compactions)
      for (const [place, point] of context.points.entries()) {
        const { tokens, detail } = history.points[point.index]!
        expect(point.tokens).toBe(tokens)
        expect(Object.values(point.parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(tokens, 3)
        expect(point.parts.results).toBeLessThanOrEqual(detail!.messages.toolResultTokens)
        if (place % 20 === 0)
          expect(await server.json(`/api/entry?session=${id}&seq=${point.place!.seq}`)).toMatchObject({
            uuid: point.place!.uuid,
          })
      }
      const plain = await readCacheBreaks(path)
      const told = await report<BreakReport>(`/api/numbers/cache-breaks?session=${id}`)
      expect(told).toMatchObject({ count: plain!.breaks.length, requests: plain!.requests })
      expect(told.extraUsd).toBeCloseTo(plain!.extraUsd, 9)
      expect(told.breaks.every(({ place }) => place !== null)).toBe(true)
    },
  )
})
