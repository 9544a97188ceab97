import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { ApiRequest, JsonObject } from '@antiphon/contract'
import type { Answer, ScriptReply } from '@antiphon/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  createBackgroundShells,
  createSkillLibrary,
  createToolbox,
  createTools,
  decidePermission,
  defineTool,
  type QueryEngineOptions,
  skillFolders,
} from '../src/index.ts'
import { createEngineKit, type EngineKit, type OpenSession, refusals, run } from './engine-kit.ts'

let kit: EngineKit | undefined
let session: OpenSession | undefined
let server: Server | undefined
afterEach(async () => {
  await session?.close()
  await kit?.close()
  server?.closeAllConnections()
  server?.close()
  kit = session = server = undefined
})

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const NOTEBOOK = {
  cells: [{ cell_type: 'code', id: 'run', metadata: {}, execution_count: 1, outputs: [], source: ['go()'] }],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
}
const FILES: Readonly<Record<string, string | Buffer>> = {
  'a.txt': 'alpha\nbeta\n',
  'dot.png': Buffer.from(PIXEL, 'base64'),
  'paper.pdf': '%PDF-1.4\n1 0 obj <</Type/Pages/Count 1/Kids[]>> endobj\ntrailer<</Root 1 0 R>>',
  'book.ipynb': JSON.stringify(NOTEBOOK),
  '.claude/skills/greet/SKILL.md': '---\nname: greet\ndescription: Greets\n---\nSay hello to $ARGUMENTS.\n',
}

const call = (name: string, input: JsonObject = {}): ScriptReply => ({
  thinking: `${name} will do`,
  calls: [{ name, input }],
})

async function open(
  replies: readonly ScriptReply[],
  options: Partial<QueryEngineOptions> = {},
): Promise<{ readonly kit: EngineKit; readonly engine: OpenSession['engine'] }> {
  kit = await createEngineKit(replies)
  const { folder } = kit
  mkdirSync(join(folder, '.claude/skills/greet'), { recursive: true })
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content)
  const tools = createTools({ webFetch: { allowPrivateAddresses: true } })
  const later = defineTool({
    name: 'mcp__weather__today',
    description: 'Tells the weather.',
    schema: z.object({}),
    isDeferred: true,
    prepare: () => ({ problem: 'not in this test' }),
  })
  session = await kit.open({
    env: process.env,
    toolbox: createToolbox([...tools.filter(({ name }) => name !== 'Snip'), later]),
    permissions: {
      mode: 'acceptEdits',
      rules: { allow: ['Bash', 'WebFetch', 'Skill', 'Task'], deny: [], ask: [] },
      additionalDirectories: [],
      decide: decidePermission,
      ask: async ({ toolName }) => ({ behavior: toolName === 'ExitPlanMode' ? 'allow' : 'deny' }),
    },
    services: {
      shells: createBackgroundShells({ env: process.env }),
      skills: await createSkillLibrary({ folders: skillFolders({ cwd: folder, home: folder }) }),
      questions: async ([question]) => ({ answers: { [question?.question ?? '']: 'Blue' } }),
    },
    ...options,
  })
  return { kit, engine: session.engine }
}

/** What a request told the model last. */
function told(index: number): string {
  return JSON.stringify(kit?.simulator.log.all()[index]?.request?.messages.at(-1)?.content)
}

/** A call about the command in the background, whose id the model read before. */
function withShell(name: string, more: JsonObject = {}): (request: ApiRequest) => Answer {
  return ({ messages }) => {
    const id = /with the id (\w+)/.exec(JSON.stringify(messages))?.[1] ?? ''
    const input = { [name === 'KillShell' ? 'shell_id' : 'bash_id']: id, ...more }
    return { blocks: [{ type: 'tool_use', name, input }] }
  }
}

const read = (file_path: string): ScriptReply => call('Read', { file_path })

/** A tool, the calls that a model makes of it, and what it hears of the last one. */
const CASES: readonly (readonly [name: string, replies: readonly ScriptReply[], heard: RegExp])[] = [
  ['Read of text', [read('a.txt')], /1\\talpha\\n2\\tbeta/],
  ['Read of an image', [read('dot.png')], /"type":"image".*"media_type":"image\/png"/],
  ['Read of a PDF', [read('paper.pdf')], /"type":"document".*"media_type":"application\/pdf"/],
  ['Read of a notebook', [read('book.ipynb')], /go\(\)/],
  ['Glob', [call('Glob', { pattern: '*.txt' })], /a\.txt/],
  ['Grep', [call('Grep', { pattern: 'b.ta', output_mode: 'content' })], /a\.txt:2:beta/],
  [
    'Bash',
    [call('Bash', { command: 'echo $((6 * 7)); echo oh >&2; exit 3' })],
    /Exit code 3\\n42\\noh.*"is_error":true/,
  ],
  [
    'TodoWrite',
    [call('TodoWrite', { todos: [{ content: 'Test', status: 'in_progress', activeForm: 'Testing' }] })],
    /The list is written/,
  ],
  ['Skill', [call('Skill', { skill: 'greet', args: 'Ada' })], /skill greet is loaded.*Say hello to Ada\./],
  [
    'ToolSearch',
    [call('ToolSearch', { query: 'weather' })],
    /"type":"tool_reference","tool_name":"mcp__weather__today"/,
  ],
  [
    'AskUserQuestion',
    [
      call('AskUserQuestion', {
        questions: [{ question: 'Which?', header: 'Colour', options: [{ label: 'Red' }, { label: 'Blue' }] }],
      }),
    ],
    /Which\? → Blue/,
  ],
  ['EnterPlanMode', [call('EnterPlanMode')], /Plan mode is on/],
  [
    'ExitPlanMode',
    [call('EnterPlanMode'), call('ExitPlanMode', { plan: 'Do it.' })],
    /The person agreed to the plan/,
  ],
]

describe('a tool of the agent', () => {
  it.each(CASES)('%s reaches the model with its result', async (_, replies, heard) => {
    const { kit, engine } = await open([...replies, 'Done.', 'Still here.'])
    expect((await run(engine, 'go')).result).toMatchObject({ text: 'Done.', denials: [] })
    expect(told(replies.length)).toMatch(heard)
    expect((await run(engine, 'again')).result.text).toBe('Still here.')
    expect(refusals(kit.simulator)).toEqual([])
  })

  it.each([
    ['Write', [call('Write', { file_path: 'new.txt', content: 'new\n' })], 'new.txt', 'new\n'],
    [
      'Edit',
      [read('a.txt'), call('Edit', { file_path: 'a.txt', old_string: 'beta', new_string: 'gamma' })],
      'a.txt',
      'alpha\ngamma\n',
    ],
    [
      'NotebookEdit',
      [
        read('book.ipynb'),
        call('NotebookEdit', { notebook_path: 'book.ipynb', cell_id: 'run', new_source: 'stop()' }),
      ],
      'book.ipynb',
      'stop()',
    ],
  ])('%s changes the file and tells the model', async (_, replies, file, content) => {
    const { kit, engine } = await open([...replies, 'Done.'])
    expect((await run(engine, 'go')).result.text).toBe('Done.')
    expect(readFileSync(join(kit.folder, file), 'utf8')).toContain(content)
    expect(told(replies.length)).toMatch(/"type":"tool_result"/)
    expect(told(replies.length)).not.toContain('"is_error":true')
    expect(refusals(kit.simulator)).toEqual([])
  })

  it('Bash in the background is read by BashOutput and ended by KillShell', async () => {
    const isReady = (): boolean => existsSync(join(kit?.folder ?? '', 'started'))
    const { engine, ...opened } = await open([
      call('Bash', { command: 'echo ready; touch started; exec sleep 60', run_in_background: true }),
      async request => {
        for (let look = 0; look < 500 && !isReady(); look++) await setTimeout(20)
        return withShell('BashOutput', { block: true, timeout: 200 })(request)
      },
      withShell('KillShell'),
      withShell('BashOutput', { block: true }),
      'Done.',
    ])
    const { events, result } = await run(engine, 'go')
    expect(result.text).toBe('Done.')
    expect(told(2)).toMatch(/<status>running<\/status>.*ready/)
    expect(told(3)).toContain('is being stopped')
    expect(told(4)).toContain('<status>killed</status>')
    expect(events.some(event => event.type === 'progress' && event.data.type === 'waiting_for_task')).toBe(
      true,
    )
    expect(refusals(opened.kit.simulator)).toEqual([])
  })

  it('WebFetch brings a page', async () => {
    server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Tides</h1><p>High at nine.</p>'),
    )
    await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const { kit, engine } = await open([call('WebFetch', { url, prompt: 'When is high tide?' }), 'At nine.'])
    expect((await run(engine, 'go')).result.text).toBe('At nine.')
    expect(told(1)).toMatch(/# Tides.*High at nine\./)
    expect(refusals(kit.simulator)).toEqual([])
  })

  it('Task runs a subagent with a log of its own, and shows what it does', async () => {
    const { kit, engine } = await open([
      call('Task', { description: 'look', prompt: 'look into a.txt', subagent_type: 'general-purpose' }),
      read('a.txt'),
      'It says alpha.',
      'Done.',
    ])
    const { events, result } = await run(engine, 'go')
    expect(result.text).toBe('Done.')
    expect(told(1)).toContain('look into a.txt')
    expect(told(2)).toContain('alpha')
    expect(told(3)).toContain('It says alpha.')
    const progress = events.flatMap(event => (event.type === 'progress' ? [event.data] : []))
    expect(progress.filter(({ type }) => type === 'agent_progress').length).toBeGreaterThanOrEqual(3)
    const sidechains = []
    for await (const { key } of kit.store.list())
      if (key.subpath?.startsWith('subagents/')) sidechains.push(key)
    expect(sidechains).toHaveLength(1)
    const entries = []
    for await (const item of kit.store.read(sidechains[0] ?? { project: '', session: '' }))
      if (item.kind === 'entry') entries.push(item.entry)
    expect(entries.map(({ type }) => type)).toContain('assistant')
    expect(entries.every(entry => 'isSidechain' in entry && entry.isSidechain === true)).toBe(true)
    expect(JSON.stringify(engine.messages())).not.toContain('Read will do')
    expect(refusals(kit.simulator)).toEqual([])
  })
})
