import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sumAnswers } from '@antiphon/core'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { createSessionTree, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CollectedUsage, type CollectUsageOptions, collectUsage } from './collect-usage.ts'
import { countPlainly, PLAIN_FIELDS, type PlainCount } from './testing/plain-count.ts'
import { answerLine, toText, userLine } from './testing/usage-lines.ts'
import { computeUsageTotal } from './usage-tally.ts'

let tree: SessionTree
beforeEach(() => {
  tree = createSessionTree()
})
afterEach(() => tree.remove())

function collect(options: Partial<CollectUsageOptions> = {}): Promise<CollectedUsage> {
  return collectUsage({ roots: [tree.root], timeZone: 'UTC', ...options })
}

function toPlain({ answers }: CollectedUsage): PlainCount {
  const { usage } = sumAnswers(answers)
  return {
    answers: answers.length,
    sums: Object.fromEntries(PLAIN_FIELDS.map(field => [field, usage[field]])),
  }
}

describe('usage of real logs', () => {
  const readText = (name: string): string => readCorpus(name).toString('utf8')

  it('equals a plain count on every file', async () => {
    for (const name of CORPUS) {
      const text = readText(name)
      tree.write('-p/s1.jsonl', text)
      const collected = await collect()
      expect({ name, ...toPlain(collected) }).toEqual({ name, ...countPlainly([text]) })
    }
  })

  it('equals a plain count on all of them together, with copies and through the cache', async () => {
    const texts = CORPUS.map(readText)
    for (const [index, name] of CORPUS.entries())
      tree.write(`-p${index % 7}/${name.replace('.jsonl.gz', '')}.jsonl`, texts[index] ?? '')
    tree.write('-copies/whole.jsonl', texts.slice(0, 20).join(''))
    tree.write('-copies/whole/subagents/agent-7.jsonl', texts.slice(10, 30).join(''))
    const cache = join(tree.home, 'cache')
    const truth = countPlainly(texts)
    expect(truth.answers).toBeGreaterThan(3000)
    const cold = await collect({ cache })
    expect(toPlain(cold)).toEqual(truth)
    const warm = await collect({ cache })
    expect(toPlain(warm)).toEqual(truth)
    expect(warm.files).toEqual({ total: CORPUS.length + 2, read: 0, bytes: 0 })
    expect(warm.answers).toEqual(cold.answers)
    expect(computeUsageTotal(warm.answers).costUsd).toBeGreaterThan(100)
    expect(cold.problems.every(({ code }) => code === 'damaged')).toBe(true)
  })
})

describe('collectUsage', () => {
  it('counts an answer once that is split over lines, with the largest of each count', async () => {
    const usage = (output: number): object => ({
      input_tokens: 3,
      output_tokens: output,
      cache_read_input_tokens: 9,
    })
    tree.write('-p/s1.jsonl', [
      answerLine({ id: 'a', usage: usage(1) }),
      answerLine({ id: 'a', usage: usage(70) }),
      answerLine({ id: 'a', usage: usage(2) }),
    ])
    expect(toPlain(await collect())).toEqual({
      answers: 1,
      sums: {
        input_tokens: 3,
        output_tokens: 70,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 9,
      },
    })
  })

  it('counts an answer once that stands in several files, for the session that had it first', async () => {
    const old = answerLine({ id: 'a', usage: { input_tokens: 5 }, at: '2026-11-10T10:00:00Z' })
    tree.write('-p/z-original.jsonl', [old])
    tree.write('-p/a-resumed.jsonl', [old, answerLine({ id: 'b', at: '2026-11-11T10:00:00Z' })])
    tree.write('-q/a-forked.jsonl', [{ ...old, forkedFrom: { sessionId: 'z-original', messageUuid: 'x' } }])
    const { answers } = await collect()
    expect(answers.map(({ id, session }) => [id, session]).sort()).toEqual([
      ['a', 'z-original'],
      ['b', 'a-resumed'],
    ])
  })

  it('counts answers whose gateway leaves out requestId, and answers without an id', async () => {
    const fields = { requestId: undefined }
    tree.write('-p/s1.jsonl', [
      answerLine({ id: 'a', usage: { output_tokens: 4 }, fields }),
      answerLine({ id: 'a', usage: { output_tokens: 4 }, fields }),
      answerLine({ id: '', usage: { output_tokens: 10 }, fields: { uuid: 'u1' } }),
      answerLine({ id: '', usage: { output_tokens: 20 }, fields: { uuid: 'u2' } }),
      answerLine({ id: '', usage: { output_tokens: 20 }, fields: { uuid: 'u2' } }),
    ])
    expect(toPlain(await collect())).toMatchObject({ answers: 3, sums: { output_tokens: 34 } })
  })

  it('counts subagents in every layout for their session, and says whose they are', async () => {
    tree.write('-p/s1.jsonl', [
      answerLine({ id: 'main' }),
      answerLine({ id: 'side', fields: { isSidechain: true, agentId: 'old' } }),
      {
        type: 'progress',
        data: { type: 'agent_progress', agentId: 'told', message: answerLine({ id: 'nested' }) },
        timestamp: '2026-11-15T10:00:00.000Z',
      },
    ])
    tree.write('-p/s1/subagents/agent-x.jsonl', [answerLine({ id: 'below', fields: { isSidechain: true } })])
    tree.write('-p/s1/subagents/workflows/run1/agent-y.jsonl', [answerLine({ id: 'deeper' })])
    tree.write('-p/agent-z.jsonl', [
      answerLine({ id: 'stray', fields: { isSidechain: true, sessionId: 's1' } }),
    ])
    const { answers } = await collect()
    expect(answers.every(({ session, project }) => session === 's1' && project === '/home/dev/harbour')).toBe(
      true,
    )
    expect(Object.fromEntries(answers.map(({ id, agent }) => [id, agent]))).toEqual({
      main: null,
      side: 'old',
      nested: 'told',
      below: 'x',
      deeper: 'y',
      stray: 'z',
    })
    expect(computeUsageTotal(answers)).toMatchObject({ answers: 6, subagentAnswers: 5, sessions: 1 })
  })

  it("leaves out what no model said, and the sums that a subagent's result repeats", async () => {
    tree.write('-p/s1.jsonl', [
      answerLine({ id: 'a', model: '<synthetic>', usage: { input_tokens: 7 } }),
      answerLine({ id: 'b', usage: { input_tokens: 7 }, fields: { isApiErrorMessage: true } }),
      { ...userLine([]), toolUseResult: { usage: { input_tokens: 900 }, totalTokens: 900 } },
    ])
    expect((await collect()).answers).toEqual([])
  })

  it('filters by day of the time zone, by project and by session', async () => {
    tree.write('-p/aaaa-1.jsonl', [
      answerLine({ id: 'late', at: '2026-11-14T23:30:00Z' }),
      answerLine({ id: 'next', at: '2026-11-15T12:00:00Z' }),
      answerLine({ id: 'never', at: 'some day' }),
    ])
    tree.write('-q/bbbb-1.jsonl', [answerLine({ id: 'other', fields: { cwd: '/home/dev/harbour-2' } })])
    const ids = async (options: Partial<CollectUsageOptions>): Promise<readonly string[]> =>
      (await collect(options)).answers.map(({ id }) => id).sort()
    expect(await ids({ until: '2026-11-14' })).toEqual(['late'])
    expect(await ids({ until: '2026-11-14', timeZone: 'Europe/Berlin' })).toEqual([])
    expect(await ids({ since: '2026-11-15', timeZone: 'Europe/Berlin' })).toEqual(['late', 'next', 'other'])
    expect(await ids({ since: '2026-11-15T11:00:00Z' })).toEqual(['next'])
    expect(await ids({ project: ['/home/dev/harbour'] })).toEqual(['late', 'never', 'next'])
    expect(await ids({ project: ['/home/dev'], session: 'bbbb' })).toEqual(['other'])
  })

  it('estimates what the results of each tool take, each once, also across an append', async () => {
    const cache = join(tree.home, 'cache')
    const call = answerLine({ id: 'a', content: [{ type: 'tool_use', id: 't1', name: 'Read', input: {} }] })
    const result = userLine([{ type: 'tool_result', tool_use_id: 't1', content: 'x'.repeat(400) }])
    const path = tree.write('-p/s1.jsonl', [call])
    expect((await collect({ cache, hasTools: true })).calls).toMatchObject([
      { tool: 'Read', resultTokens: 0 },
    ])
    appendFileSync(path, toText([result]))
    tree.write('-p/copy.jsonl', [call, result])
    expect((await collect({ cache, hasTools: true })).calls).toMatchObject([
      { tool: 'Read', resultTokens: 100 },
    ])
    appendFileSync(path, toText([answerLine({ id: 'b' })]))
    const without = await collect({ cache })
    expect({ calls: without.calls, answers: without.answers.length }).toEqual({ calls: null, answers: 2 })
    expect((await collect({ cache, hasTools: true })).calls).toMatchObject([
      { tool: 'Read', resultTokens: 100 },
    ])
  })

  it('names what it could not count and counts the rest', async () => {
    tree.write('-p/good.jsonl', [answerLine({ id: 'a' })])
    const line = JSON.stringify(answerLine({ id: 'torn' }))
    tree.write('-p/damaged.jsonl', `${toText([answerLine({ id: 'b' })])}${line.slice(0, -20)}\n`)
    mkdirSync(join(tree.root, 'projects', '-p', 'folder.jsonl'))
    const { answers, problems } = await collect()
    expect(answers.map(({ id }) => id).sort()).toEqual(['a', 'b'])
    expect(problems.map(({ code }) => code).sort()).toEqual(['EISDIR', 'damaged'])
  })

  it('does not take a line for damage that is still being written, and counts it when it is whole', async () => {
    const cache = join(tree.home, 'cache')
    const line = toText([answerLine({ id: 'b' })])
    const path = tree.write('-p/s1.jsonl', toText([answerLine({ id: 'a' })]) + line.slice(0, -30))
    expect(await collect({ cache })).toMatchObject({ answers: [{ id: 'a' }], problems: [] })
    appendFileSync(path, line.slice(-30))
    expect((await collect({ cache })).answers.map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('reads of a file that grew only what is new', async () => {
    const cache = join(tree.home, 'cache')
    const path = tree.write('-p/s1.jsonl', [userLine('x'.repeat(3_000_000)), answerLine({ id: 'a' })])
    expect((await collect({ cache })).files.bytes).toBeGreaterThan(3_000_000)
    const more = toText([answerLine({ id: 'b', usage: { output_tokens: 5 } })])
    appendFileSync(path, more)
    const { files, answers } = await collect({ cache })
    expect(files).toEqual({ total: 1, read: 1, bytes: more.length })
    expect(answers).toHaveLength(2)
  })

  it('reads a file again that is cut while it is read, and leaves out one that never holds still', async () => {
    const long = userLine('x'.repeat(2_500_000))
    const path = tree.write('-p/s1.jsonl', [answerLine({ id: 'a' }), long, answerLine({ id: 'b' })])
    let isCut = false
    const once = await collect({
      onProgress() {
        if (!isCut) writeFileSync(path, toText([answerLine({ id: 'c' })]))
        isCut = true
      },
    })
    expect(once).toMatchObject({ answers: [{ id: 'c' }], problems: [] })
    tree.write('-p/s1.jsonl', [answerLine({ id: 'a' }), long])
    const halve = (): void => truncateSync(path, Math.floor(statSync(path).size / 2))
    const never = await collect({ onProgress: halve })
    expect(never).toMatchObject({ answers: [], problems: [{ path, code: 'changed' }] })
  })

  it('names a file that vanishes between listing and reading', async () => {
    const gone = tree.write('-a/gone.jsonl', [answerLine({ id: 'a' })], 9)
    tree.write('-b/first.jsonl', [answerLine({ id: 'b' })])
    const { answers, problems } = await collect({ onProgress: () => rmSync(gone, { force: true }) })
    expect(answers).toMatchObject([{ id: 'b' }])
    expect(problems).toMatchObject([{ path: gone, code: 'ENOENT', reason: 'is gone: it is not counted' }])
  })

  it('stops when it is told to, and keeps what it has read', async () => {
    for (const project of ['-a', '-b', '-c'])
      tree.write(`${project}/s.jsonl`, [userLine('x'.repeat(2_500_000)), answerLine({ id: project })])
    const cache = join(tree.home, 'cache')
    const controller = new AbortController()
    const onProgress = ({ files }: { files: number }): void => {
      if (files === 1) controller.abort(new Error('enough'))
    }
    await expect(collect({ cache, signal: controller.signal, onProgress })).rejects.toThrow('enough')
    const { files, answers } = await collect({ cache })
    expect(answers).toHaveLength(3)
    expect(files.bytes).toBeLessThan(6_000_000)
  })

  it('finds nothing where there is nothing', async () => {
    rmSync(tree.root, { recursive: true })
    expect(await collect()).toMatchObject({ answers: [], problems: [], files: { total: 0 } })
  })
})

describe('laws of collectUsage', () => {
  const tokens = fc.nat({ max: 1000 })
  const usage = fc.record({
    input_tokens: tokens,
    output_tokens: tokens,
    cache_creation_input_tokens: tokens,
    cache_read_input_tokens: tokens,
  })
  const line = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'ü'),
    usage,
    text: fc.constantFrom('Done.', '"usage"', '→ ünï', '],"stop_reason":', '}{"', '{"parentUuid":'),
    at: fc.constantFrom('2026-11-14T10:00:00.000Z', '2026-11-15T10:00:00.000Z'),
  })
  const toLine = ({
    id,
    usage: used,
    text,
    at,
  }: {
    id: string
    usage: object
    text: string
    at: string
  }): string =>
    toText([
      answerLine({ id, usage: used, at, content: [{ type: 'text', text, input: { stop_reason: text } }] }),
    ])
  const file = fc.constantFrom('-p/s1.jsonl', '-p/s2.jsonl', '-q/s1.jsonl', '-p/s1/subagents/agent-1.jsonl')
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('append' as const), file, line }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('tear' as const), file, line }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('cut' as const),
        file,
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), file }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('rewrite' as const), file, line }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('collect' as const), hasTools: fc.boolean() }) },
  )

  it('equals a plain count through the cache, after any appends, cuts, tears, rewrites and deletions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 20 }), async steps => {
        const home = createSessionTree()
        const cache = join(home.home, 'cache')
        const read = (hasTools: boolean): Promise<CollectedUsage> =>
          collectUsage({ roots: [home.root], cache, hasTools, timeZone: 'UTC' })
        try {
          const files = new Map<string, string>()
          for (const action of steps) {
            if (action.do === 'collect') await read(action.hasTools)
            else {
              const path = join(home.root, 'projects', action.file)
              const before = files.get(path) ?? ''
              mkdirSync(join(path, '..'), { recursive: true })
              if (action.do === 'append') appendFileSync(path, toLine(action.line))
              if (action.do === 'tear') appendFileSync(path, toLine(action.line).slice(0, 90))
              if (action.do === 'rewrite') writeFileSync(path, toLine(action.line))
              if (action.do === 'cut' && before !== '')
                truncateSync(path, Math.floor(before.length * action.share))
              if (action.do === 'delete') rmSync(path, { force: true })
              if (existsSync(path)) files.set(path, readFileSync(path, 'latin1'))
              else files.delete(path)
            }
          }
          const texts = [...files.keys()].map(path => readFileSync(path, 'utf8'))
          const truth = countTorn(texts)
          expect(toPlain(await read(false))).toEqual(truth)
          expect(toPlain(await read(true))).toEqual(truth)
        } finally {
          home.remove()
        }
      }),
      { numRuns: 150 },
    )
  })

  it('gives the same, whichever file is read first', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(file, line), { minLength: 1, maxLength: 12 }), async lines => {
        const results: unknown[] = []
        for (const [ages, order] of [
          [1, lines],
          [-1, lines.toReversed()],
        ] as const) {
          const home = createSessionTree()
          try {
            const texts = new Map<string, string>()
            for (const [path, said] of order) texts.set(path, (texts.get(path) ?? '') + toLine(said))
            let age = 100
            for (const [path, text] of texts) {
              home.write(path, text, age)
              age += ages
            }
            const { answers } = await collectUsage({ roots: [home.root], timeZone: 'UTC' })
            results.push(answers.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
          } finally {
            home.remove()
          }
        }
        expect(results[0]).toEqual(results[1])
      }),
      { numRuns: 100 },
    )
  })
})

/** A torn line that another was written behind still holds that other one. */
function countTorn(texts: readonly string[]): PlainCount {
  return countPlainly(
    texts.map(text => text.replaceAll(/([^\n])(\{"parentUuid":null,"isSidechain")/g, '$1\n$2')),
  )
}
