import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSample } from '@antiphon/readers/testing/samples'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Asking, createChain, createRecallHome, lampSession, type RecallHome } from './recall-kit.ts'
import { collect, startAntiphon } from './spawn-antiphon.ts'

const LAMP = '11111111-1111-4111-8111-111111111111'
const OTHER = '22222222-2222-4222-8222-222222222222'
const KEY = `sk-ant-api03-${'a1B2c3D4'.repeat(11)}AA`

describe('antiphon mcp', () => {
  let place: RecallHome
  let lamp: string
  let other: string
  let asking: Asking
  beforeAll(async () => {
    place = createRecallHome()
    lamp = place.project('lamp')
    other = place.project('harbour')
    place.write(lamp, LAMP, lampSession(lamp))
    const chain = createChain('2026-11-03T08:00:00.000Z')
    place.write(other, OTHER, [
      chain.user(
        'other-1',
        `The flicker of the harbour light; my key is ${KEY}, and the password of the crane is winch.`,
      ),
      chain.says('other-2', 'I keep that to myself.'),
    ])
    asking = await place.connect({ cwd: lamp })
  })
  afterAll(() => place.remove())

  it('lists tools that only read, each with a schema of what it answers', async () => {
    const { tools } = await asking.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'search_sessions',
      'read_session',
      'file_history',
      'command_output',
      'find_failures',
      'usage',
    ])
    for (const { annotations, outputSchema, description } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false })
      expect(outputSchema).toMatchObject({ type: 'object' })
      expect(description?.length).toBeGreaterThan(60)
    }
  })

  it('finds what was said in the project of its folder, and nothing of others', async () => {
    const { value, text } = await asking.ask('search_sessions', { query: 'flicker' })
    expect(value).toMatchObject({
      total_sessions: 1,
      scope: { projects: [lamp], projects_out_of_reach: 1 },
    })
    expect(text).toContain(`antiphon://session/${LAMP}`)
    expect(text).not.toContain('harbour')
    const { isError, text: refusal } = await asking.ask('read_session', {
      link: `antiphon://session/${OTHER}`,
    })
    expect(isError).toBe(true)
    expect(refusal).toContain('There is no session')
  })

  it('reads around the link of a hit', async () => {
    const found = await asking.ask('search_sessions', { query: 'wick oil', kind: 'answer' })
    const [session] = found.value.sessions as readonly {
      readonly shown: readonly { readonly link: string }[]
    }[]
    const link = session?.shown[0]?.link ?? ''
    expect(link).toBe(`antiphon://session/${LAMP}#lamp-5`)
    const { value, text } = await asking.ask('read_session', { link })
    expect(text).toContain('The lamp flickers at dusk')
    expect(text).toContain('PASS lamp.test.ts')
    expect(value).toMatchObject({ left_out: { before: 0, after: 0 }, damaged_lines: 0 })
  })

  it('tells how a file was changed, and why', async () => {
    const { value } = await asking.ask('file_history', { path: 'lamp.ts' })
    expect(value.changes).toMatchObject([
      {
        link: `antiphon://session/${LAMP}#lamp-6`,
        prompt: 'The lamp flickers at dusk. Mend it, and keep the switch.',
        said: 'The wick is read before the oil is there; I wait for the oil.',
        diff: '@@ -1,1 +1,2 @@\n-read(wick)\n+await oil\n+read(wick)',
        commit: '4f2a9c1 Wait for the oil before the wick is read',
      },
    ])
  })

  it('tells what a command printed last, and what it printed before', async () => {
    const { value } = await asking.ask('command_output', { command: 'npm test lamp' })
    expect(value.runs).toMatchObject([
      { status: 'done', output: 'PASS lamp.test.ts (3 tests)', link: `antiphon://session/${LAMP}#lamp-8` },
      { status: 'failed', output: 'FAIL lamp.test.ts: expected steady, got flicker' },
    ])
  })

  it('tells what failed, and what it was resolved by', async () => {
    const { value } = await asking.ask('find_failures', { like: 'expected steady' })
    expect(value.failures).toMatchObject([
      {
        tool: 'Bash',
        call: 'npm test -- lamp',
        resolved_by: { link: `antiphon://session/${LAMP}#lamp-8` },
        followed_by: [{ text: 'The wick is read before the oil is there; I wait for the oil.' }, {}, {}],
      },
    ])
  })

  it('counts tokens', async () => {
    const { value } = await asking.ask('usage', { by: 'agent' })
    expect(value).toMatchObject({
      rows: [{ key: 'claude-code', answers: 7, input: 700, output: 140 }],
      total: { answers: 7, is_cost_known: true },
    })
  })

  it('keeps to its budget, and counts what it left out', async () => {
    const { value } = await asking.ask('read_session', { link: LAMP, max_tokens: 300 })
    const { items, left_out: leftOut } = value as { items: unknown[]; left_out: { after: number } }
    expect(JSON.stringify(value).length / 4).toBeLessThan(300)
    expect(items.length).toBeGreaterThan(0)
    expect(items.length + leftOut.after).toBe(8)
  })

  it('gives sessions as resources', async () => {
    const { resources } = await asking.client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual([`antiphon://session/${LAMP}`])
    const { contents } = await asking.client.readResource({ uri: `antiphon://session/${LAMP}` })
    expect(contents[0]).toMatchObject({ mimeType: 'text/markdown' })
    expect(contents[0]).toHaveProperty('text', expect.stringContaining('### Bash (failed)'))
    await expect(asking.client.readResource({ uri: 'antiphon://session/nobody' })).rejects.toThrow(
      'There is no session',
    )
  })

  it('does not find the conversation that asks, unless it is told to', async () => {
    const running = place.project('running')
    const chain = createChain(new Date().toISOString())
    place.write(running, 'running-session', [chain.user('running-1', 'Which flicker was that?')])
    const { ask } = await place.connect({ cwd: running })
    const { value, text } = await ask('search_sessions', { query: 'flicker' })
    expect(value).toMatchObject({ total_sessions: 0, scope: { running_left_out: 1 } })
    expect(text).toContain('1 running sessions were left out (include_running)')
    const whole = await ask('search_sessions', { query: 'flicker', include_running: true })
    expect(whole.value).toMatchObject({ total_sessions: 1, scope: { running_left_out: 0 } })
    expect((await ask('usage')).value).toMatchObject({ scope: { projects: [running] } })
  })

  it('looks into the roots that the client announces, too', async () => {
    const { ask } = await place.connect({ cwd: lamp, roots: [other] })
    expect((await ask('search_sessions', { query: 'flicker' })).value).toMatchObject({ total_sessions: 2 })
  })

  it('tells of all projects where it may, without their secrets', async () => {
    const { ask } = await place.connect({ cwd: lamp, args: ['serve', '--all-projects'] })
    const { value, text } = await ask('search_sessions', { query: 'harbour light' })
    expect(value).toMatchObject({ total_sessions: 1, scope: { projects_out_of_reach: 0 } })
    expect(value.redacted).toBeGreaterThan(0)
    expect(text).not.toContain(KEY.slice(0, 30))
    const found = await ask('search_sessions', { query: KEY.slice(0, 40) })
    expect(found.value).toMatchObject({ total_hits: 0, total_sessions: 0, sessions: [] })
    const whole = await ask('read_session', { link: OTHER })
    expect(whole.text).toContain('The flicker of the harbour light')
    expect(JSON.stringify(whole)).not.toContain(KEY.slice(0, 30))
  })

  it("finds other agents' sessions, and links subagents' own logs", async () => {
    // Of a home of its own: servers of one home take turns in copying.
    const alone = createRecallHome()
    const lamp = alone.project('lamp')
    alone.write(lamp, LAMP, lampSession(lamp))
    const path = join(alone.home, '.codex/sessions/2026/06/26')
    mkdirSync(path, { recursive: true })
    const name = 'rollout-2026-06-26T12-20-52-019f03e0-321f-7eb2-83cc-b54ecd71be23.jsonl'
    writeFileSync(join(path, name), readSample('codex/rollout-0.142.2-two-compactions.jsonl'))
    const chain = createChain()
    const log = alone.write(lamp, 'caller-session', [
      chain.user('caller-1', 'Have somebody look at the windlass.'),
    ])
    const below = join(log.replace(/\.jsonl$/, ''), 'subagents')
    mkdirSync(below, { recursive: true })
    const line = {
      ...createChain().user('sub-1', 'Look at the windlass rope.'),
      isSidechain: true,
      agentId: 'a1',
      cwd: lamp,
      sessionId: 'caller-session',
    }
    writeFileSync(join(below, 'agent-a1.jsonl'), `${JSON.stringify(line)}\n`)
    const { ask } = await alone.connect({ cwd: lamp, args: ['serve', '--all-projects'] })
    // A busy machine may take longer than the four seconds that an answer waits.
    const codex = await vi.waitFor(
      async () => {
        const found = await ask('search_sessions', { agent: 'codex' })
        expect(found.value).toMatchObject({ total_sessions: 1, sessions: [{ agent: 'codex' }] })
        return found
      },
      { timeout: 30_000, interval: 500 },
    )
    const [session] = codex.value.sessions as readonly { readonly link: string }[]
    expect((await ask('read_session', { link: session?.link })).value).not.toMatchObject({ items: [] })
    expect((await ask('usage', { by: 'agent' })).value).toMatchObject({
      rows: [{ key: expect.any(String) }, { key: expect.any(String) }],
    })
    const rope = await ask('search_sessions', { query: 'windlass rope' })
    const link = 'antiphon://session/caller-session/agent-a1#sub-1'
    expect(rope.value).toMatchObject({ sessions: [{ shown: [{ link }] }] })
    expect((await ask('read_session', { link })).text).toContain('Look at the windlass rope.')
    await alone.remove()
  })

  it('answers in words where there is nothing, where a log is damaged, and where a question is none', async () => {
    const empty = await place.connect({ cwd: place.project('empty') })
    for (const name of ['search_sessions', 'find_failures', 'usage'])
      expect(await empty.ask(name)).toMatchObject({
        isError: false,
        text: expect.stringContaining('Looked into: no project.'),
      })
    expect((await empty.ask('command_output', { command: 'ls' })).text).toContain(
      'No session of this scope ran that',
    )
    const damaged = place.write(lamp, 'damaged-session', [
      createChain().user('damaged-1', 'The capstan turns.'),
    ])
    writeFileSync(damaged, '{"type":"user","mess\n\u0000\n', { flag: 'a' })
    expect((await asking.ask('read_session', { link: 'damaged-session' })).text).toMatch(
      /The capstan turns[\s\S]*damaged stretches/,
    )
    for (const [name, input, words] of [
      ['read_session', { link: 'x' }, 'is no link'],
      ['read_session', { link: `${LAMP}#nobody` }, 'holds no message nobody'],
      ['search_sessions', { query: 'x', since: 'soon' }, 'is no date'],
      ['search_sessions', { query: 'after:soon' }, 'is no date'],
      ['usage', { by: 'moon' }, 'Invalid'],
    ] as const)
      expect(await asking.ask(name, input)).toMatchObject({
        isError: true,
        text: expect.stringContaining(words),
      })
  })

  it('answers all that it was asked, also by somebody who has said all', async () => {
    const asked = [
      {
        ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
        params: {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'test', version: '1' },
        },
      },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'search_sessions', arguments: {} } },
      { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'find_failures', arguments: {} } },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } },
    ]
    // Without a word behind it: whoever has a pipe wants to speak the protocol.
    const child = startAntiphon(['mcp'], { HOME: place.home }, lamp)
    const ended = collect(child)
    child.stdin.end(`${asked.map(one => JSON.stringify(one)).join('\n')}\n`)
    const { code, stdout } = await ended
    expect(code).toBe(0)
    expect(
      stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line).id),
    ).toEqual([1, 2])
  })
})
