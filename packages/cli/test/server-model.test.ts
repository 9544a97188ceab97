import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encodeEntry } from '@antiphon/core'
import type { ToolTrace } from '@antiphon/core/inspect'
import { answer, attachment, call, result, text, user, uuidAt } from '@antiphon/core/testing/history-builder'
import type { ModelMessage, ModelView } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { findPlace } from '../../server/src/model-view/find-place.ts'
import { readContext } from '../../server/src/model-view/read-context.ts'
import { REPAIRS_CHINESE, REPAIRS_ENGLISH } from '../../web/src/language/repair-texts.ts'
import { chain, KEY, seqOf, setUpModelKit, wordsOf } from './model-kit.ts'

const { tree, server, id, write, viewAt, requestAt } = setUpModelKit()

describe('the place', () => {
  const entries = chain(
    user('one'),
    answer('m1', 'two'),
    user('three'),
    answer('m2', [text('four'), call('t')]),
    user([result('t', 'five')]),
    answer('m3', 'six'),
  )

  it('of a prompt is what was said up to it', async () => {
    write(entries)
    expect(wordsOf(await requestAt(`&seq=${seqOf(entries, 2)}`))).toEqual(['one', 'two', 'three'])
  })

  it('of an answer is what was said before it', async () => {
    write(entries)
    expect(wordsOf(await requestAt(`&seq=${seqOf(entries, 3)}`))).toEqual(['one', 'two', 'three'])
    expect(wordsOf(await requestAt(`&uuid=${uuidAt(5)}`))).toEqual([
      'one',
      'two',
      'three',
      'four tool_use',
      'tool_result',
    ])
  })

  it('is the end of the log unless told', async () => {
    write(entries)
    const { total, messages } = await viewAt()
    expect(total).toBe(7)
    expect(messages.at(-1)?.repairs).toMatchObject([{ rule: 'ROL-03', action: 'inserted' }])
  })

  it('that is none is refused', async () => {
    write(entries)
    for (const question of ['seq=1', 'seq=99999999', 'uuid=none', `uuid=..%2F..`])
      expect((await server().ask(`/api/model?session=${id()}&${question}`)).status).toBe(404)
    for (const question of ['seq=x', 'seq=-1', 'before=x', 'seq=1e3'])
      expect((await server().ask(`/api/model?session=${id()}&${question}`)).status).toBe(400)
    for (const id of ['', 'x', '../s', '%2e%2e', 'a'.repeat(3000)])
      expect((await server().ask(`/api/model?session=${id}`)).status).toBe(404)
    expect((await server().ask(`/api/model?session=${id()}&agentId=..`)).status).toBe(404)
    expect((await server().ask(`/api/model?session=${id()}`, { isStranger: true })).status).toBe(401)
  })

  it('of one of several results has them all: they were sent together', async () => {
    const parallel = chain(
      user('go'),
      answer('m1', [call('a')]),
      answer('m1', [call('b')]),
      user([result('a', 'first')], { parentUuid: uuidAt(1) }),
      user([result('b', 'second')], { parentUuid: uuidAt(2) }),
      answer('m2', 'done', {}),
    )
    write(parallel)
    const { repairs, total } = await viewAt(`&seq=${seqOf(parallel, 3)}`)
    expect(repairs.map(({ rule }) => rule)).not.toContain('TUP-01')
    expect(total).toBe(3)
  })

  it('on a branch that was left is the branch', async () => {
    const branched = chain(
      user('one'),
      answer('m1', 'two'),
      user('left behind'),
      user('three', { parentUuid: uuidAt(1) }),
      answer('m2', 'four'),
    )
    write(branched)
    expect(wordsOf(await requestAt(`&seq=${seqOf(branched, 2)}`))).toEqual(['one', 'two', 'left behind'])
    expect(wordsOf(await requestAt(`&seq=${seqOf(branched, 4)}`))).toEqual(['one', 'two', 'three'])
  })

  it('in a subagent’s log is its own', async () => {
    write(entries)
    const own = chain(user('look', { isSidechain: true, agentId: 'x' }), {
      ...answer('n1', 'found'),
      isSidechain: true,
      agentId: 'x',
    })
    tree().write('-a/s/subagents/agent-x.jsonl', own)
    expect(wordsOf(await requestAt(`&agentId=x&seq=${seqOf(own, 1)}`))).toEqual(['look'])
  })
})

describe('the context', () => {
  const compacted = chain(
    user('long ago'),
    answer('m1', 'yes'),
    {
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Compacted',
      parentUuid: null,
      logicalParentUuid: uuidAt(1),
    },
    user('the summary', { isCompactSummary: true }),
    answer('m2', 'I go on.'),
  )

  it('is what was live then: all before a compaction, the summary behind it', async () => {
    write(compacted)
    expect(wordsOf(await requestAt(`&seq=${seqOf(compacted, 1)}`))).toEqual(['long ago'])
    const later = await viewAt(`&seq=${seqOf(compacted, 4)}`)
    expect(wordsOf(later)).toEqual(['the summary'])
    expect(later).toMatchObject({ isCompacted: true, stored: 1 })
  })

  it('costs what is live, not what the file holds', async () => {
    const old = Array.from({ length: 4000 }, (_, index) =>
      encodeEntry({
        type: 'user',
        uuid: `old-${index}`,
        parentUuid: index === 0 ? null : `old-${index - 1}`,
        sessionId: 's',
        timestamp: '2026-11-15T08:00:00.000Z',
        message: { role: 'user', content: 'x'.repeat(1000) },
      } as never),
    ).join('')
    const fresh = compacted.slice(2).map(encodeEntry).join('')
    writeFileSync(write(''), old + fresh)
    const found = { root: tree().root, key: KEY, path: join(tree().root, 'projects/-a/s.jsonl') }
    const { signal } = new AbortController()
    const place = await findPlace(found, {}, signal)
    const { bytesRead, messages } = await readContext(found, place!, signal)
    expect(messages).toHaveLength(2)
    expect(bytesRead).toBe(Buffer.byteLength(fresh))
  })
})

describe('repairs', () => {
  it('stand where they show', async () => {
    write(
      chain(
        user('go'),
        answer('m1', [call('a')]),
        user('never mind'),
        answer('m2', [text(''), text('fine')]),
        attachment({ type: 'memory', content: 'tabs' }),
        user([result('nobody', 'lost')]),
      ),
    )
    const { messages, repairs } = await viewAt()
    expect(messages.map(({ repairs: own }) => own.map(({ rule }) => rule))).toEqual([
      [],
      [],
      ['TUP-01'],
      ['EMP-01'],
      ['TUP-02'],
    ])
    expect(messages[4]?.sources.map(({ type }) => type)).toEqual(['attachment', 'user'])
    expect(messages[2]?.repairs[0]).toMatchObject({ action: 'inserted', uuid: uuidAt(1) })
    expect(repairs.map(({ rule, count }) => [rule, count]).toSorted()).toEqual([
      ['EMP-01', 1],
      ['TUP-01', 1],
      ['TUP-02', 1],
    ])
  })

  it('and messages are bounded, and earlier ones can be asked for', async () => {
    write(
      chain(
        ...Array.from({ length: 120 }, (_, index) =>
          index % 2 === 0 ? user(`${index} ${'x'.repeat(20_000)}`) : answer(`m${index}`, 'y'.repeat(9000)),
        ),
      ),
    )
    const seen: ModelMessage[] = []
    let before: number | undefined
    for (let round = 0; round < 100; round++) {
      const { text: json } = await server().ask(
        `/api/model?session=${id()}${before === undefined ? '' : `&before=${before}`}`,
      )
      expect(json.length).toBeLessThan(200_000)
      const view: ModelView = JSON.parse(json)
      seen.unshift(...view.messages)
      before = view.from
      if (before === 0) break
    }
    expect(seen.map(({ index }) => index)).toEqual(Array.from({ length: 121 }, (_, index) => index))
    expect(seen[0]?.cut).toBeGreaterThan(4000)
  })

  it('have words in both languages, whatever the rule', () => {
    const source = fileURLToPath(new URL('../../core/src/api', import.meta.url))
    const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      name => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('contract'),
    )
    const rules = names.flatMap(
      name =>
        readFileSync(join(source, name), 'utf8').match(/(?<=')(?:SEED-[a-z-]+|[A-Z]{3}-\d\d)(?=')/g) ?? [],
    )
    expect(rules.length).toBeGreaterThan(60)
    expect(rules.filter(rule => REPAIRS_ENGLISH[rule] === undefined)).toEqual([])
    expect(Object.keys(REPAIRS_CHINESE)).toEqual(Object.keys(REPAIRS_ENGLISH))
  })

  it('of an empty log are one turn that nobody said', async () => {
    write([])
    expect(await viewAt()).toMatchObject({
      total: 1,
      messages: [{ sources: [], repairs: [{ rule: 'ENV-15' }] }],
    })
  })
})

describe('another way to the request', () => {
  it('is tried without a step or in another order, and judged by the contract', async () => {
    write(chain(user('one'), answer('m1', [call('t')]), user('two')))
    expect(await viewAt()).toMatchObject({ violationCount: 0, trial: null })
    expect(await viewAt('&without=pairToolResults')).toMatchObject({
      violations: [{ rule: 'TUP-01' }],
      trial: { changed: 1, tooLate: [] },
    })
    expect((await requestAt('&order=resultsFirst,pairToolResults')).messages[2]?.content).toMatchObject([
      { type: 'text', text: 'two' },
      { type: 'tool_result' },
    ])
    const unknown = await server().ask(`/api/model?session=${id()}&without=x`)
    expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining('x is no step')])
  })
})

describe('the life of a result', () => {
  it('is told of a call, with both copies and without what a page does not show', async () => {
    write(
      chain(user('one'), answer('m1', [call('t')]), { ...user([result('t', 'r')]), toolUseResult: { a: 1 } }),
    )
    const trace = await server().json<ToolTrace>(`/api/model/trace?session=${id()}&tool=t`)
    expect(trace).toMatchObject({
      ...{ tool: 'Read', requests: [], runs: [] },
      results: [{ content: { preview: 'r' }, toolUseResult: { preview: 'a: 1' } }],
      next: { number: 2, place: { message: 2, block: 0 }, state: 'whole' },
    })
    expect((await server().ask(`/api/model/trace?session=${id()}&tool=u`)).status).toBe(404)
  })
})
