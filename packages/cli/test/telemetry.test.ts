import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildConversation, isEntry } from '@antiphon/core'
import { arbitraryDamagedLog } from '@antiphon/core/testing/arbitrary-log'
import { exportOtlp } from '@antiphon/host'
import { refreshAgents } from '@antiphon/readers'
import { placeSamples } from '@antiphon/readers/testing/place-samples'
import { listCopies } from '@antiphon/readers/testing/reader-contract'
import { createAgentHome } from '@antiphon/readers/testing/samples'
import { createScriptModel, type ScriptReply } from '@antiphon/simulator'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { createHeadlessKit, type HeadlessKit, readLogs } from './headless-kit.ts'
import { judgeOtlp } from './judge-otlp.ts'
import { collect, startAntiphon } from './spawn-antiphon.ts'
import { type Collector, readEvents, readPoints, readSpans, startCollector } from './telemetry-kit.ts'
import { runHere } from './test-io.ts'

let kit: HeadlessKit | undefined
let collector: Collector | undefined
afterEach(async () => {
  await kit?.close()
  await collector?.close()
  kit = undefined
  collector = undefined
})

const WORDS = 'Light the beacon at the mole.'
const REPLIES: readonly ScriptReply[] = [
  {
    text: 'Lighting.',
    calls: [
      { name: 'Bash', input: { command: 'echo lantern' } },
      { name: 'Write', input: { file_path: 'beacon.ts', content: 'one\ntwo\n' } },
    ],
  },
  { text: 'Again.', calls: [{ name: 'Bash', input: { command: 'exit 3' } }] },
  'Lit.',
]

/** A prompt in a process of its own, with what it wrote and how long it took. */
async function ask(
  env: Readonly<Record<string, string>>,
  replies = REPLIES,
  prepare: (place: HeadlessKit) => void = () => {},
) {
  kit = await createHeadlessKit(createScriptModel([...replies]))
  prepare(kit)
  const began = performance.now()
  const child = startAntiphon(
    ['-p', WORDS, '--permission-mode', 'acceptEdits', '--allowedTools', 'Bash(echo:*)', 'Bash(exit:*)'],
    { ...kit.env, ...env },
    kit.folder,
  )
  child.stdin.end()
  const ended = await collect(child)
  return { ...ended, ms: performance.now() - began }
}

function bodiesOf(path: string): readonly string[] {
  return (collector?.told ?? []).filter(told => told.path === path).map(({ body }) => body)
}

describe('an agent at work', () => {
  it('is told as spans, measurements and events that a collector understands, without a word of what was said', async () => {
    collector = await startCollector()
    const { code, stdout } = await ask({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=harbour',
      OTEL_LOGS_EXPORTER: 'otlp',
      OTEL_SERVICE_NAME: 'mole',
      CLAUDE_CODE_ENABLE_TELEMETRY: '1',
    })
    expect([code, stdout.trim()]).toEqual([0, 'Lit.'])
    expect(new Set(collector.told.map(({ path }) => path))).toEqual(
      new Set(['/v1/traces', '/v1/metrics', '/v1/logs']),
    )
    for (const { body, headers } of collector.told) {
      expect(judgeOtlp(body)).toEqual([])
      expect(headers).toMatchObject({ 'x-team': 'harbour', 'content-type': 'application/json' })
      expect(body).toContain('{"key":"service.name","value":{"stringValue":"mole"}}')
      for (const word of ['mole.', 'lantern', 'Lighting', 'beacon']) expect(body).not.toContain(word)
    }
    const entries = readLogs(kit?.root ?? '')
    const sessionId = String(entries.find(({ sessionId: id }) => id)?.sessionId)
    const spans = readSpans(bodiesOf('/v1/traces'))
    const named = (prefix: string) => spans.filter(({ name }) => name.startsWith(prefix))
    const [turn] = named('invoke_agent antiphon')
    expect(named('invoke_agent')).toHaveLength(1)
    expect(turn?.parentSpanId).toBeUndefined()
    expect(named('chat ')).toHaveLength(3)
    expect(named('execute_tool ').map(({ name }) => name)).toEqual([
      ...['execute_tool Bash', 'execute_tool Write', 'execute_tool Bash'],
    ])
    for (const span of spans) {
      expect(span.traceId).toBe(turn?.traceId)
      expect(span.attributes['gen_ai.conversation.id']).toBe(sessionId)
      if (span !== turn) expect(span.parentSpanId).toBe(turn?.spanId)
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano))
      expect(BigInt(span.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(turn?.startTimeUnixNano ?? 0))
    }
    expect(named('chat ')[0]?.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.response.finish_reasons': ['tool_call'],
      'gen_ai.response.id': expect.stringMatching(/^msg_/),
    })
    expect(named('chat ')[2]?.attributes['gen_ai.response.finish_reasons']).toEqual(['stop'])
    const failed = named('execute_tool ')[2]
    expect([failed?.attributes['error.type'], failed?.status.code]).toEqual(['exit_3', 2])
    // By other means: what the answers in the log say that they used.
    const used = new Map(
      entries.flatMap(({ message }) => {
        const { id, usage } = (message ?? {}) as { id?: string; usage?: Record<string, number> }
        return id !== undefined && usage ? [[id, usage]] : []
      }),
    )
    const sum = (...names: readonly string[]): number =>
      [...used.values()].reduce((all, usage) => all + names.reduce((n, name) => n + (usage[name] ?? 0), 0), 0)
    const input = sum('input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens')
    expect(used.size).toBe(3)
    expect(turn?.attributes).toMatchObject({
      'gen_ai.usage.input_tokens': input,
      'gen_ai.usage.output_tokens': sum('output_tokens'),
    })
    const metrics = bodiesOf('/v1/metrics')
    const tokens = readPoints(metrics, 'gen_ai.client.token.usage')
    expect(
      tokens.map(({ attributes, value, count }) => [attributes['gen_ai.token.type'], value, count]),
    ).toEqual([
      ['input', input, 3],
      ['output', sum('output_tokens'), 3],
    ])
    const total = (name: string, ...where: readonly [string, unknown][]): number =>
      readPoints(metrics, name)
        .filter(({ attributes }) => where.every(([key, value]) => attributes[key] === value))
        .reduce((all, { value }) => all + value, 0)
    expect(total('claude_code.session.count', ['start_type', 'fresh'], ['session.id', sessionId])).toBe(1)
    expect(total('claude_code.lines_of_code.count', ['type', 'added'])).toBe(2)
    expect(total('claude_code.token.usage', ['type', 'output'])).toBe(sum('output_tokens'))
    expect(
      total('claude_code.code_edit_tool.decision', ['tool_name', 'Write'], ['language', 'TypeScript']),
    ).toBe(1)
    expect(total('claude_code.cost.usage')).toBeGreaterThan(0)
    expect(total('claude_code.active_time.total', ['type', 'cli'])).toBeGreaterThan(0)
    const events = readEvents(bodiesOf('/v1/logs'))
    expect(events.map(({ body }) => String(body).replace('claude_code.', ''))).toEqual([
      'user_prompt',
      ...['api_request', 'tool_decision', 'tool_result', 'tool_decision', 'tool_result'],
      ...['api_request', 'tool_decision', 'tool_result', 'api_request'],
    ])
    expect(events.map(event => event['event.sequence'])).toEqual(events.map((_, index) => index + 1))
    expect(new Set(events.map(event => event['prompt.id'])).size).toBe(1)
    expect(events[0]).toMatchObject({ prompt: '<REDACTED>', prompt_length: WORDS.length })

    // The same session as it is stored: the same spans, which are not there twice.
    const { code: exported, stdout: lines } = await runHere(['export', sessionId, '--format', 'otlp'], {
      env: kit?.env ?? {},
    })
    expect(exported).toBe(0)
    const stored = lines.trimEnd().split('\n')
    for (const line of stored) expect(judgeOtlp(line)).toEqual([])
    const ids = (
      all: readonly { readonly traceId: string; readonly spanId: string; readonly name: string }[],
    ) =>
      all
        .map(
          ({ traceId, spanId, name }) => `${traceId} ${spanId} ${name.replace(/^invoke_agent .*/, 'turn')}`,
        )
        .toSorted()
    expect(ids(readSpans(stored))).toEqual(ids(spans))
    expect(readPoints(stored, 'gen_ai.client.token.usage')).toEqual(tokens)
  })

  it('tells what was said where somebody asks for it, as a part of the work that began it', async () => {
    collector = await startCollector()
    const traceId = 'ab'.repeat(16)
    await ask({
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own/path`,
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
      TRACEPARENT: `00-${traceId}-${'cd'.repeat(8)}-01`,
    })
    expect(new Set(collector.told.map(({ path }) => path))).toEqual(new Set(['/own/path']))
    const spans = readSpans(bodiesOf('/own/path'))
    expect(new Set(spans.map(span => span.traceId))).toEqual(new Set([traceId]))
    const turn = spans.find(({ name }) => name.startsWith('invoke_agent'))
    expect(turn?.parentSpanId).toBe('cd'.repeat(8))
    expect(JSON.parse(String(turn?.attributes['gen_ai.input.messages']))).toEqual([
      { role: 'user', parts: [{ type: 'text', content: WORDS }] },
    ])
    const [first] = spans.filter(({ name }) => name.startsWith('chat '))
    expect(JSON.parse(String(first?.attributes['gen_ai.output.messages']))).toMatchObject([
      {
        role: 'assistant',
        finish_reason: 'tool_call',
        parts: [
          { type: 'text', content: 'Lighting.' },
          { type: 'tool_call', name: 'Bash' },
          { type: 'tool_call' },
        ],
      },
    ])
    const tool = spans.find(({ name }) => name === 'execute_tool Bash')
    expect(tool?.attributes['gen_ai.tool.call.result']).toContain('lantern')
  })

  it.each(['hangs', 'refuses'] as const)('is held up by nobody: a collector that %s', async answer => {
    collector = await startCollector(answer)
    const { code, stdout, ms } = await ask(
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        CLAUDE_CODE_ENABLE_TELEMETRY: '1',
        OTEL_LOGS_EXPORTER: 'otlp',
      },
      ['Lit.'],
    )
    expect([code, stdout.trim()]).toEqual([0, 'Lit.'])
    expect(collector.told.length).toBeGreaterThan(0)
    // Two seconds at most for the last of it, beside what a start takes on a busy machine.
    expect(ms).toBeLessThan(9000)
  })

  it('says what it does not speak', async () => {
    collector = await startCollector()
    const { code, stderr } = await ask(
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
        OTEL_METRICS_EXPORTER: 'prometheus',
      },
      ['Lit.'],
    )
    expect(code).toBe(0)
    expect(stderr).toMatch(/traces go over HTTP only/)
    expect(stderr).toMatch(/OTEL_METRICS_EXPORTER: prometheus is not known/)
    expect(collector.told).toEqual([])
  })

  it("goes where the person's own settings say, and never where a repository does, trusted or not", async () => {
    collector = await startCollector()
    const { url } = collector
    const settings = JSON.stringify({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: url } })
    await ask({}, ['Lit.'], ({ folder, root }) => {
      mkdirSync(join(folder, '.claude'))
      writeFileSync(join(folder, '.claude', 'settings.json'), settings)
      const projects = { [folder]: { hasTrustDialogAccepted: true } }
      writeFileSync(join(root, '.claude.json'), JSON.stringify({ projects }))
    })
    expect(collector.told).toEqual([])
    await kit?.close()
    await ask({}, ['Lit.'], ({ root }) => writeFileSync(join(root, 'settings.json'), settings))
    expect(collector.told.map(({ path }) => path).toSorted()).toEqual(['/v1/metrics', '/v1/traces'])
  })
})

describe('stored sessions', () => {
  it('of every agent are told in a form that a collector understands, each span once, with what their logs say', async () => {
    const place = createAgentHome()
    placeSamples(place)
    await refreshAgents({ env: {}, home: place.home, folder: place.folder })
    const copies = listCopies(place.folder).filter(path => !path.includes('subagents'))
    const env = { HOME: place.home, ANTIPHON_AGENTS: 'none' }
    const { code, stdout } = await runHere(['export', ...copies, '--format', 'otlp', '--no-redact'], { env })
    expect([code, copies.length > 40]).toEqual([0, true])
    const lines = stdout.trimEnd().split('\n')
    for (const line of lines) expect(judgeOtlp(line)).toEqual([])
    const spans = readSpans(lines)
    const ids = spans.map(({ spanId }) => spanId)
    expect(new Set(ids).size).toBe(ids.length)
    const known = new Set(ids)
    for (const { parentSpanId, startTimeUnixNano, endTimeUnixNano } of spans) {
      if (parentSpanId !== undefined) expect(known.has(parentSpanId)).toBe(true)
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
    }
    const agents = new Set(spans.map(({ attributes }) => attributes['gen_ai.agent.name']))
    for (const agent of ['codex', 'opencode', 'gemini', 'copilot', 'pi', 'cline'])
      expect(agents).toContain(agent)
    place.remove()
  })

  it('that are damaged are told as well', () => {
    fc.assert(
      fc.property(arbitraryDamagedLog, entries => {
        const conversation = buildConversation(entries.filter(isEntry))
        const source = { name: 's', conversation, subagents: [], woven: [], redactions: null }
        const told = [...exportOtlp(source, { hasContent: true, root: '', attributes: {} })]
        for (const line of told) expect(judgeOtlp(line)).toEqual([])
      }),
      { numRuns: process.env.PROPERTY_SEED ? 1000 : 100 },
    )
  })
})
