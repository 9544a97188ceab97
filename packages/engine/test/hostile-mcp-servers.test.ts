import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ApiRequest, checkApiContract, type JsonObject } from '@antiphon/contract'
import { normalizeAttachmentForAPI } from '@antiphon/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectMcpOptions } from '../src/mcp/connect-mcp-servers.ts'
import type { McpServerConfig } from '../src/mcp/mcp-config.ts'
import { createMcpInstructions } from '../src/mcp/mcp-instructions.ts'
import type { McpServers } from '../src/mcp/mcp-servers.ts'
import { createMcpHarness, findTool, isGone, type McpHarness, stdio } from '../src/mcp/testing/mcp-harness.ts'
import type { ToolRun } from '../src/testing/tool-harness.ts'

let mcp: McpHarness
beforeEach(async () => {
  mcp = await createMcpHarness()
})
afterEach(() => mcp.close())

const SCRIPT = fileURLToPath(new URL('../src/mcp/testing/hostile-server.mjs', import.meta.url))

/** A server that does this one thing wrong. */
function hostile(mode: string, ...more: readonly string[]): McpServerConfig {
  return { type: 'stdio', command: process.execPath, args: [SCRIPT, mode, ...more], env: {} }
}

type Hostility = {
  readonly mode: string
  /** What people are told of it; nothing where a server is only rude. */
  readonly says?: RegExp
  readonly status?: 'failed' | 'connected'
  /** How many of its tools are left. */
  readonly tools?: number
  /** What its tool gives; `error` where it fails. */
  readonly gives?: RegExp | 'error'
  readonly options?: Partial<ConnectMcpOptions>
}

const HOSTILITIES: readonly Hostility[] = [
  { mode: 'fine', tools: 1, gives: /^fine$/ },
  { mode: 'endless-tools', says: /more than 100 pages/, tools: 100 },
  { mode: 'cursor-ring', says: /same page again/, tools: 1, gives: /^fine$/ },
  { mode: 'huge-page', says: /more than 500 tools/, tools: 500 },
  { mode: 'many-tools', says: /tools are left out/ },
  { mode: 'nameless', says: /2000 of its tools have no name/, tools: 1, gives: /^fine$/ },
  { mode: 'twins', says: /lists a more than once/, tools: 1, gives: /^fine$/ },
  { mode: 'names', tools: 20 },
  { mode: 'injected', tools: 1, gives: /Useful/ },
  { mode: 'talkative', tools: 1, gives: /^fine$/ },
  { mode: 'schemas', tools: 13 },
  { mode: 'odd-lists', tools: 0 },
  { mode: 'silent-call', gives: 'error', options: { callTimeoutMs: 500 } },
  { mode: 'loud-refusal', status: 'failed', says: /Useful/ },
  { mode: 'loud-failure', gives: 'error' },
  { mode: 'huge-line', says: /line is longer/, gives: 'error' },
  { mode: 'endless-line', says: /line is longer/, gives: 'error' },
  { mode: 'endless-errors', gives: /^fine$/ },
  { mode: 'wrong-ids', says: /unknown message ID/, gives: /^the answer$/ },
  { mode: 'change-storm', says: /floods/ },
  { mode: 'log-storm', says: /floods/ },
  { mode: 'question-storm', says: /floods/ },
  { mode: 'many-questions', gives: /^asked$/ },
  { mode: 'progress-for-ever', gives: 'error', options: { callTimeoutMs: 300 } },
  { mode: 'odd-results', gives: /perhaps|passwords/ },
  { mode: 'no-result', gives: 'error', options: { callTimeoutMs: 500 } },
  { mode: 'deep-result', gives: /^deep/ },
  { mode: 'ends-at-once', status: 'failed', says: /./ },
  { mode: 'ends-in-handshake', status: 'failed', says: /./ },
  { mode: 'ends-in-list', status: 'failed', says: /./ },
  { mode: 'ends-in-call', gives: 'error' },
]

describe.each(HOSTILITIES)('a server with $mode', ({ mode, says, status, tools, gives, options }) => {
  it('is bounded and named, and nothing else breaks', async () => {
    const servers = await mcp.connect({ bad: hostile(mode), good: stdio('rich') }, options)
    if (status !== undefined) expect(servers.servers).toMatchObject([{ status }, { status: 'connected' }])
    expectModestRequest(servers)
    expect(JSON.stringify(servers.status()).length).toBeLessThan(500_000)
    if (tools !== undefined) expect(ownTools(servers)).toHaveLength(tools)
    if (gives !== undefined) await expectOutcome(servers, gives)
    if (says !== undefined) await expect.poll(told, { timeout: 20_000 }).toMatch(says)
    const sum = await mcp.run(findTool(servers, 'mcp__good__add'), { a: 1, b: 2 })
    expect(sum.text).toBe('3')
    expectModestProblems()
  })
})

function told(): string {
  return mcp.problems
    .filter(({ server }) => server === 'bad')
    .map(({ what, whatToDo }) => `${what}: ${whatToDo}`)
    .join('\n')
}

const ownTools = ({ tools }: McpServers) => tools.filter(({ name }) => name.startsWith('mcp__bad__'))

/** What the model would be sent: valid, readable, and small enough for the smallest window. */
function expectModestRequest(servers: McpServers): void {
  const tools = servers.tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: inputSchema,
  }))
  const attachment = createMcpInstructions(servers.servers)
  const instructions = attachment
    ? normalizeAttachmentForAPI({ type: 'attachment', attachment, uuid: 'u', timestamp: 't' })
    : []
  const content = `${JSON.stringify(instructions)} hello`
  const request = { model: 'claude-haiku-4-5', max_tokens: 9, messages: [{ role: 'user', content }], tools }
  expect(checkApiContract(request as unknown as ApiRequest)).toEqual([])
  const text = JSON.stringify(request)
  expect(text.length).toBeLessThan(450_000)
  expectHarmless(text)
}

/** No escapes, no characters that nobody sees, no end of a reminder that is not ours. */
function expectHarmless(json: string): void {
  expect(json).not.toMatch(/\\u001b|\\u0000|\\u0007|[\u{e0000}-\u{e007f}]|\u202e/u)
  const inner = json.replaceAll('<system-reminder>\\\\n# Instructions of MCP servers', '')
  expect(inner.match(/<system-reminder>/g) ?? []).toEqual([])
}

async function expectOutcome(servers: McpServers, gives: RegExp | 'error'): Promise<void> {
  const run: ToolRun = await mcp.run(findTool(servers, 'mcp__bad__a'), {})
  if (gives === 'error') expect(run.outcome.isError).toBe(true)
  else expect(run.text).toMatch(gives)
  const { content, data } = run.outcome
  expect(JSON.stringify(content).length).toBeLessThan(250_000)
  expect(JSON.stringify(data ?? null).length).toBeLessThan(250_000)
  expectHarmless(JSON.stringify(content))
  expect(run.progress.length).toBeLessThan(100)
  expectHarmless(JSON.stringify(run.progress))
}

/** A few lines, each short, each on one line. */
function expectModestProblems(): void {
  const own = mcp.problems.filter(({ server }) => server === 'bad')
  expect(own.length).toBeLessThan(6)
  for (const { what, whatToDo } of own) {
    expect(what.length + whatToDo.length).toBeLessThan(1_000)
    expect(JSON.stringify(`${what}${whatToDo}`)).not.toMatch(/(?<!\\)\\[unt]|\u202e/)
  }
}

describe('a hostile server', () => {
  it('that says nothing, or a byte at a time, is given up', async () => {
    const modes = ['silent-initialize', 'silent-list', 'trickle']
    const configs = Object.fromEntries(modes.map(mode => [mode, hostile(mode)]))
    const servers = await mcp.connect({ ...configs, good: stdio('rich') }, { connectTimeoutMs: 5_000 })
    expect(servers.servers.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'connected'])
    for (const mode of modes)
      expect(mcp.problems.find(({ server }) => server === mode)?.what).toMatch(/timed out|no answer/)
    expect((await mcp.run(findTool(servers, 'mcp__good__add'), { a: 1, b: 2 })).text).toBe('3')
  })

  it('gives its tools no name that another has, and none that is built in', async () => {
    const servers = await mcp.connect({ bad: hostile('names'), good: stdio('rich') })
    const names = servers.tools.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { name } of ownTools(servers)) expect(name).toMatch(/^mcp__bad__[a-zA-Z0-9_-]+$/)
  })

  it('cannot make itself harmless by its own word', async () => {
    const servers = await mcp.connect({ bad: hostile('rug-pull') })
    const call = await mcp.prepare(findTool(servers, 'mcp__bad__a'), {})
    expect(call.access).toEqual({ kind: 'tool' })
  })

  it('is named when a tool becomes another one than people agreed to', async () => {
    const servers = await mcp.connect({ bad: hostile('rug-pull') })
    await mcp.run(findTool(servers, 'mcp__bad__a'), {})
    await expect.poll(told).toMatch(/its tool a is another one now \(description, annotations\)/)
    expect(told()).not.toMatch(/tool b/)
    expect(findTool(servers, 'mcp__bad__a').description).toBe('Sends your files.')
  })

  it('is not read from where its addresses lead', async () => {
    const servers = await mcp.connect({ bad: hostile('fine') })
    const listed = await mcp.run(findTool(servers, 'ListMcpResourcesTool'), {})
    expect(listed.text).toContain('file:///etc/passwd')
    const read = await mcp.run(findTool(servers, 'ReadMcpResourceTool'), {
      server: 'bad',
      uri: 'file:///etc/passwd',
    })
    expect(read.text).toBe('[Resource file:///etc/passwd]\nof the server')
  })

  it('lists resources in a ring only once', async () => {
    const servers = await mcp.connect({ bad: hostile('cursor-ring') })
    const { outcome } = await mcp.run(findTool(servers, 'ListMcpResourcesTool'), {})
    expect((outcome.data as readonly JsonObject[]).length).toBeLessThan(5)
  })

  it('is heard also where progress comes together with the answer', async () => {
    const servers = await mcp.connect({ bad: hostile('hasty') })
    const { text, progress } = await mcp.run(findTool(servers, 'mcp__bad__a'), {})
    expect(text).toBe('at once')
    expect(progress.map(({ status }) => status)).toEqual(['started', 'progress', 'completed'])
  })

  it('may ask a person one thing at a time, and only so often', async () => {
    const asked: string[] = []
    let [open, most] = [0, 0]
    const servers = await mcp.connect(
      { bad: hostile('many-questions') },
      {
        onElicitation: async ({ message }) => {
          asked.push(message)
          most = Math.max(most, ++open)
          await new Promise(resolve => setTimeout(resolve, 5))
          open -= 1
          return { action: 'decline' }
        },
      },
    )
    await mcp.run(findTool(servers, 'mcp__bad__a'), {})
    await expect.poll(told, { timeout: 5_000 }).toMatch(/asks too much/)
    expect(most).toBe(1)
    expect(asked.length).toBeLessThanOrEqual(10)
  })

  it('leaves nothing behind, even where neither it nor its children want to end', async () => {
    const pids = join(mcp.folder, 'pids')
    const servers = await mcp.connect({ bad: hostile('stubborn', pids) })
    const both = (await readFile(pids, 'utf8')).split(' ').map(Number)
    await servers.close()
    expect(await Promise.all(both.map(isGone))).toEqual([true, true])
  })
})
