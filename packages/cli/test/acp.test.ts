import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ClientCapabilities } from '@agentclientprotocol/sdk'
import { createScriptModel, type ScriptReply } from '@antiphon/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { ALL_CAPABILITIES, openEditor, type TestEditor } from './acp-kit.ts'
import { createHeadlessKit, type HeadlessKit, listRefusals, readLogs, waitFor } from './headless-kit.ts'
import { playClaude } from './play-claude.ts'

let kit: HeadlessKit
const editors: TestEditor[] = []

afterEach(async () => {
  for (const editor of editors.splice(0)) {
    await editor.close()
    expect(editor.judge.problems).toEqual([])
  }
  expect(listRefusals(kit.simulator)).toEqual([])
  await kit.close()
})

async function start(
  replies: readonly ScriptReply[],
  capabilities: ClientCapabilities = {},
  argv: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<TestEditor> {
  kit = await createHeadlessKit(createScriptModel(replies))
  return open(capabilities, argv, env)
}

async function open(
  capabilities: ClientCapabilities = {},
  argv: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<TestEditor> {
  const editor = await openEditor(kit, argv, { capabilities, env })
  editors.push(editor)
  return editor
}

const begin = (editor: TestEditor, more: object = {}) =>
  editor.agent.request('session/new', { cwd: kit.folder, mcpServers: [], ...more })

const say = (editor: TestEditor, sessionId: string, text: string) =>
  editor.agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })

const call = (name: string, input: object): ScriptReply => ({ calls: [{ name, input: input as never }] })

const lastRequest = (): string => JSON.stringify(kit.simulator.log.all().at(-1)?.request)

describe('antiphon acp', () => {
  it('has a whole conversation: an answer as it comes, a question, a change in an unsaved buffer', async () => {
    let path = ''
    const editor = await start(
      [
        { thinking: 'Let me look.', text: 'I will look at it. ', calls: [{ name: 'Read', input: {} }] },
        () => ({ blocks: [{ type: 'tool_use', name: 'Read', input: { file_path: path } }] }),
        () => ({
          blocks: [
            {
              type: 'tool_use',
              name: 'Edit',
              input: { file_path: path, old_string: 'typed just now', new_string: 'mended' },
            },
          ],
        }),
        'Done.',
      ],
      ALL_CAPABILITIES,
    )
    path = join(kit.folder, 'notes.txt')
    writeFileSync(path, 'saved\n')
    editor.buffers.set(path, 'first\ntyped just now\nlast\n')
    const { sessionId, modes, configOptions } = await begin(editor)
    expect(modes).toMatchObject({ currentModeId: 'default' })
    expect(configOptions?.map(({ category }) => category)).toEqual(['mode', 'model'])
    await editor.until(({ sessionUpdate }) => sessionUpdate === 'available_commands_update')
    expect(await say(editor, sessionId, 'mend it')).toEqual({ stopReason: 'end_turn' })
    expect(editor.words()).toBe('I will look at it. Done.')
    expect(editor.buffers.get(path)).toBe('first\nmended\nlast\n')
    expect(readFileSync(path, 'utf8')).toBe('saved\n')
    expect(lastRequest()).toContain('typed just now')
    expect(editor.questions).toMatchObject([
      {
        toolCall: {
          kind: 'edit',
          content: [{ type: 'diff', path, oldText: 'typed just now', newText: 'mended' }],
          locations: [{ path }],
        },
      },
    ])
    const kinds = new Set(editor.updates.map(({ sessionUpdate }) => sessionUpdate))
    for (const kind of ['agent_thought_chunk', 'tool_call', 'tool_call_update', 'usage_update'] as const)
      expect(kinds).toContain(kind)
    expect(editor.updates).toContainEqual(
      expect.objectContaining({
        sessionUpdate: 'tool_call_update',
        status: 'completed',
        locations: [{ path, line: 1 }],
      }),
    )
    await editor.until(({ sessionUpdate }) => sessionUpdate === 'session_info_update')
    expect(await editor.close()).toBe(0)
    expect(editor.judge.unanswered()).toEqual([])
    expect(readLogs(kit.root).filter(({ type }) => type === 'assistant').length).toBeGreaterThan(3)
  })

  it('asks once, always or not at all, and what was rejected does not happen', async () => {
    const editor = await start([
      call('Bash', { command: 'touch one' }),
      call('Bash', { command: 'touch two' }),
      'Both.',
      call('Write', { file_path: '/nowhere', content: '' }),
      'Then not.',
    ])
    const { sessionId } = await begin(editor)
    editor.answer = () => 'allow_always'
    expect(await say(editor, sessionId, 'touch them')).toEqual({ stopReason: 'end_turn' })
    expect(['one', 'two'].map(name => existsSync(join(kit.folder, name)))).toEqual([true, true])
    expect(editor.questions).toHaveLength(1)
    expect(editor.questions[0]?.options.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'allow_once Allow',
      expect.stringMatching(/^allow_always Always allow: Bash\(touch/),
      'reject_once Reject',
    ])
    editor.answer = () => 'reject_once'
    expect(await say(editor, sessionId, 'write it')).toEqual({ stopReason: 'end_turn' })
    expect(editor.updates).toContainEqual(
      expect.objectContaining({ sessionUpdate: 'tool_call_update', status: 'failed' }),
    )
    expect(editor.words()).toContain('Then not.')
  })

  it('cancels in the middle of an answer and of a question, and goes on after it', async () => {
    const editor = await start([
      () => ({ blocks: [{ type: 'text', text: 'word '.repeat(2000) }], pace: 20 }),
      call('Bash', { command: 'touch it' }),
      'Here again.',
    ])
    const { sessionId } = await begin(editor)
    const first = say(editor, sessionId, 'talk')
    await editor.until(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
    await editor.agent.notify('session/cancel', { sessionId })
    expect(await first).toEqual({ stopReason: 'cancelled' })
    editor.answer = () => null
    const second = say(editor, sessionId, 'touch')
    await waitFor(() => editor.questions.length === 1)
    await editor.agent.notify('session/cancel', { sessionId })
    expect(await second).toEqual({ stopReason: 'cancelled' })
    expect(existsSync(join(kit.folder, 'it'))).toBe(false)
    expect(await say(editor, sessionId, 'and now?')).toEqual({ stopReason: 'end_turn' })
    expect(editor.words()).toContain('Here again.')
    // No call is left open.
    const open = new Map(
      editor.updates.flatMap(update =>
        'toolCallId' in update ? [[update.toolCallId, update.status] as const] : [],
      ),
    )
    expect([...open.values()]).toEqual(['failed'])
  })

  it('takes a prompt back whose request the editor cancels', async () => {
    const editor = await start([
      () => ({ blocks: [{ type: 'text', text: 'word '.repeat(2000) }], pace: 20 }),
      'Here again.',
    ])
    const { sessionId } = await begin(editor)
    const stop = new AbortController()
    const first = editor.agent.request(
      'session/prompt',
      { sessionId, prompt: [{ type: 'text', text: 'talk' }] },
      { cancellationSignal: stop.signal },
    )
    await editor.until(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
    stop.abort()
    expect(await first).toEqual({ stopReason: 'cancelled' })
    expect(await say(editor, sessionId, 'and now?')).toEqual({ stopReason: 'end_turn' })
  })

  it('runs commands in a terminal of the editor, which the call shows', async () => {
    const editor = await start(
      [
        call('Bash', { command: 'echo from the terminal; exit 3' }),
        'I saw it.',
        call('Bash', { command: 'sleep 60' }),
      ],
      ALL_CAPABILITIES,
    )
    const { sessionId } = await begin(editor)
    await say(editor, sessionId, 'run it')
    expect(editor.commands).toEqual([expect.stringContaining('echo from the terminal')])
    expect(lastRequest()).toContain('from the terminal')
    expect(lastRequest()).toContain('3')
    expect(editor.updates).toContainEqual(
      expect.objectContaining({ content: [{ type: 'terminal', terminalId: 'terminal-0' }] }),
    )
    expect(editor.openTerminals()).toBe(0)
    const sleeping = say(editor, sessionId, 'sleep')
    await waitFor(() => editor.commands.length === 2)
    await editor.agent.notify('session/cancel', { sessionId })
    expect(await sleeping).toEqual({ stopReason: 'cancelled' })
    await waitFor(() => editor.openTerminals() === 0)
  })

  it('goes on with a session after it was killed: all is told again, and nothing is lost', async () => {
    const first = await start([
      { text: 'Hello there.', calls: [{ name: 'Bash', input: { command: 'echo lamp' } }] },
      'It says lamp.',
      () => ({ blocks: [{ type: 'text', text: 'endless '.repeat(2000) }], pace: 20 }),
      'I remember.',
    ])
    const { sessionId } = await begin(first)
    await say(first, sessionId, 'look for the lamp')
    const lost = say(first, sessionId, 'talk on').catch(error => error)
    await waitFor(() => first.words().includes('endless'))
    first.child.kill('SIGKILL')
    expect(await lost).toBeInstanceOf(Error)
    const second = await open()
    const { sessions } = await second.agent.request('session/list', { cwd: kit.folder })
    expect(sessions).toMatchObject([{ sessionId, cwd: kit.folder, title: 'look for the lamp' }])
    await second.agent.request('session/load', { sessionId, cwd: kit.folder, mcpServers: [] })
    const told = second.updates.flatMap(update =>
      'content' in update && update.sessionUpdate.endsWith('chunk') ? [update] : [],
    )
    expect(told[0]).toMatchObject({
      sessionUpdate: 'user_message_chunk',
      content: { type: 'text', text: 'look for the lamp' },
    })
    expect(second.words()).toContain('Hello there.It says lamp.')
    expect(second.updates).toContainEqual(
      expect.objectContaining({ sessionUpdate: 'tool_call', kind: 'execute', title: 'echo lamp' }),
    )
    expect(await say(second, sessionId, 'and?')).toEqual({ stopReason: 'end_turn' })
    expect(second.words()).toContain('I remember.')
    expect(lastRequest()).toContain('look for the lamp')
    await second.agent.request('session/close', { sessionId })
    await second.agent.request('session/delete', { sessionId })
    expect((await second.agent.request('session/list', {})).sessions).toEqual([])
    await expect(
      second.agent.request('session/load', { sessionId, cwd: kit.folder, mcpServers: [] }),
    ).rejects.toThrow('antiphon ls')
  })

  it('has modes, models, commands, a plan, and sends pictures, links and files along', async () => {
    const editor = await start([
      call('TodoWrite', { todos: [{ content: 'Find it', status: 'in_progress', activeForm: 'Finding' }] }),
      'Planned.',
    ])
    writeFileSync(join(kit.folder, 'here.txt'), 'here')
    const { sessionId } = await begin(editor)
    await editor.agent.request('session/set_mode', { sessionId, modeId: 'plan' })
    expect(editor.updates).toContainEqual({ sessionUpdate: 'current_mode_update', currentModeId: 'plan' })
    const { configOptions } = await editor.agent.request('session/set_config_option', {
      ...{ sessionId, configId: 'model', value: 'haiku' },
    })
    expect(configOptions).toMatchObject([
      { currentValue: 'plan' },
      { currentValue: expect.stringContaining('haiku') },
    ])
    await expect(
      editor.agent.request('session/set_mode', { sessionId, modeId: 'bypassPermissions' }),
    ).rejects.toThrow('--dangerously-skip-permissions')
    expect(await say(editor, sessionId, '/cost')).toEqual({ stopReason: 'end_turn' })
    expect(editor.words()).toMatch(/\$|cost/i)
    await editor.agent.request('session/set_mode', { sessionId, modeId: 'default' })
    const image =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    await editor.agent.request('session/prompt', {
      sessionId,
      prompt: [
        { type: 'text', text: 'What is in ' },
        { type: 'resource_link', name: 'here.txt', uri: `file://${join(kit.folder, 'here.txt')}` },
        { type: 'resource', resource: { uri: 'file:///elsewhere/b.ts', text: 'const embedded = 1' } },
        { type: 'image', mimeType: 'image/png', data: image },
      ],
    })
    const first = JSON.stringify(kit.simulator.log.all()[0]?.request)
    for (const part of ['What is in', 'here.txt', 'const embedded = 1', image, 'haiku'])
      expect(first).toContain(part)
    expect(editor.updates).toContainEqual({
      sessionUpdate: 'plan',
      entries: [{ content: 'Find it', status: 'in_progress', priority: 'medium' }],
    })
    const stored = readLogs(kit.root).find(entry => Array.isArray(entry.contexts))
    expect(stored?.contexts).toMatchObject([
      { type: 'FileReference', path: 'here.txt' },
      { type: 'FileReference', path: '/elsewhere/b.ts' },
    ])
  })

  it('takes over the servers of the editor, and lets a person choose', async () => {
    const editor = await start(
      [
        call('AskUserQuestion', {
          questions: [
            {
              question: 'Which colour?',
              header: 'Colour',
              multiSelect: false,
              options: [
                { label: 'Red', description: 'warm' },
                { label: 'Blue', description: 'cold' },
              ],
            },
          ],
        }),
        'Chosen.',
      ],
      { elicitation: { form: {} } },
    )
    const server = fileURLToPath(new URL('../../engine/src/mcp/testing/stdio-server.mjs', import.meta.url))
    const { sessionId } = await begin(editor, {
      mcpServers: [
        { name: 'lamp', command: process.execPath, args: [server], env: [{ name: 'LIGHT', value: 'on' }] },
        { name: 'broken', command: '/no/such/program', args: [], env: [] },
      ],
    })
    await say(editor, sessionId, 'ask me')
    expect(lastRequest()).toContain('mcp__lamp__')
    expect(lastRequest()).toContain('Blue')
    expect(editor.words()).toContain('broken')
    expect(editor.judge.seen).toContain('elicitation/create')
  })

  it('answers what it cannot do with an error that says what to do, and answers all the same', async () => {
    const editor = await start(['Fine.'], {}, [], { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '' })
    await expect(begin(editor)).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining('ANTHROPIC_API_KEY'),
    })
    await editor.agent.request('authenticate', { methodId: 'demo' })
    const { sessionId } = await begin(editor)
    await expect(say(editor, 'nobody', 'hello')).rejects.toThrow('session/load')
    await expect(
      editor.agent.request('session/prompt', {
        sessionId,
        prompt: [{ type: 'audio', data: '', mimeType: 'audio/wav' }],
      }),
    ).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('Sound') })
    await expect(
      editor.agent.request('session/load', { sessionId: '../../x', cwd: kit.folder, mcpServers: [] }),
    ).rejects.toThrow('session/list')
    await expect(begin(editor, { cwd: 'relative' })).rejects.toMatchObject({ code: -32602 })
    expect(await say(editor, sessionId, 'hello')).toEqual({ stopReason: 'end_turn' })
    expect(editor.words()).not.toBe('')
  })

  it('tells a refusal of the API as an error, and takes the next prompt', async () => {
    const fault = { kind: 'error', status: 401, message: 'invalid x-api-key' } as const
    kit = await createHeadlessKit(createScriptModel(['Better now.']), { faults: [{ fault }] })
    const editor = await open()
    const { sessionId } = await begin(editor)
    await expect(say(editor, sessionId, 'hello')).rejects.toMatchObject({
      code: -32000,
      message: expect.stringMatching(/invalid x-api-key[\s\S]*ANTHROPIC_API_KEY/),
    })
    expect(editor.words()).toBe('')
    expect(await say(editor, sessionId, 'again')).toEqual({ stopReason: 'end_turn' })
    expect(editor.words()).toBe('Better now.')
    expect(listRefusals(kit.simulator)).toHaveLength(1)
    await editor.close()
    await kit.simulator.close()
    kit = await createHeadlessKit(createScriptModel([]))
  })

  it('puts an installed Claude Code into an editor', async () => {
    kit = await createHeadlessKit(
      createScriptModel([call('Bash', { command: 'touch there' }), 'Touched.', 'I remember.']),
    )
    const claude = playClaude(kit.root)
    const editor = await open({}, ['--agent', 'claude'], { ANTIPHON_CLAUDE: claude })
    const { sessionId } = await begin(editor)
    expect(await say(editor, sessionId, 'touch it')).toEqual({ stopReason: 'end_turn' })
    expect(existsSync(join(kit.folder, 'there'))).toBe(true)
    expect(editor.questions).toHaveLength(1)
    expect(editor.words()).toContain('Touched.')
    await editor.close()
    const again = await open({}, ['--agent', 'claude'], { ANTIPHON_CLAUDE: claude })
    await again.agent.request('session/load', { sessionId, cwd: kit.folder, mcpServers: [] })
    expect(again.words()).toContain('Touched.')
    expect(await say(again, sessionId, 'and?')).toEqual({ stopReason: 'end_turn' })
    expect(
      readdirSync(join(kit.root, 'projects'), { recursive: true }).filter(name =>
        `${name}`.endsWith('.jsonl'),
      ),
    ).toHaveLength(1)
  })
})
