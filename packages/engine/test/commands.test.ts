import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createUsageLedger } from '@antiphon/core'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createAnthropicProvider,
  createSkillLibrary,
  createToolbox,
  createTools,
  decidePermission,
  type EngineHooks,
  meterProvider,
  openCommandLibrary,
  type PermissionQuestion,
  type QueryEngineOptions,
  skillFolders,
} from '../src/index.ts'
import { createModelMessage } from '../src/memory/collect-session-context.ts'
import {
  createEngineKit,
  type EngineKit,
  findBreaks,
  type OpenSession,
  readEntries,
  refusals,
  run,
  SESSION,
} from './engine-kit.ts'

let kit: EngineKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** An agent with its real tools, rules and files; whoever is asked answers as `answer` says. */
async function open(
  started: EngineKit,
  answer: 'allow' | 'deny',
  options: {
    readonly isTrusted?: boolean
    readonly deny?: readonly string[]
    readonly hooks?: EngineHooks
  } = {},
): Promise<OpenSession & { readonly asked: readonly PermissionQuestion[] }> {
  const { folder } = started
  const { isTrusted = false, deny = [], hooks = {} } = options
  const asked: PermissionQuestion[] = []
  const places = { cwd: folder, home: join(folder, 'home') }
  const permissions: QueryEngineOptions['permissions'] = {
    mode: 'default',
    rules: { allow: [], deny, ask: [] },
    additionalDirectories: [],
    decide: decidePermission,
    ask: async question => {
      asked.push(question)
      return { behavior: answer }
    },
  }
  const session = await started.open({
    toolbox: createToolbox(createTools({ agentTypes: [] })),
    env: { PATH: process.env.PATH },
    hooks,
    permissions,
    commands: await openCommandLibrary({ ...places, isTrusted }),
    services: { skills: await createSkillLibrary({ cwd: folder, folders: skillFolders(places) }) },
  })
  return { ...session, asked }
}

describe('a person’s command of the shell', () => {
  it('runs when whoever is asked allows it, and its input is stored before', async () => {
    kit = await createEngineKit([])
    const { engine, asked, close } = await open(kit, 'allow')
    const { result } = await run(engine, '!touch made && echo done')
    expect(result).toMatchObject({ text: 'done', turns: 0, end: { reason: 'completed' } })
    expect(asked).toMatchObject([{ toolName: 'Bash', input: { command: 'touch made && echo done' } }])
    expect(existsSync(join(kit.folder, 'made'))).toBe(true)
    expect(await run(engine, '!ls nowhere')).toMatchObject({
      result: { text: expect.stringContaining('nowhere') },
    })
    await close()
    const entries = await readEntries(kit)
    expect(JSON.stringify(entries)).toMatch(
      /<bash-input>ls nowhere.*<bash-stdout><\/bash-stdout><bash-stderr>.*nowhere/,
    )
  })

  it('does not run against a rule, nor where it is refused', async () => {
    kit = await createEngineKit([])
    const first = await open(kit, 'allow', { deny: ['Bash(touch:*)'] })
    expect((await run(first.engine, '!touch made')).result.text).toBe(
      'The command was not run: the rule Bash(touch:*) forbids it.',
    )
    expect(first.asked).toEqual([])
    await first.close()
    const second = await open(kit, 'deny')
    const { result } = await run(second.engine, '!touch made')
    expect(result.text).toBe('The command was not run. No rule allows it, and nobody did who was asked.')
    expect(result.denials).toHaveLength(1)
    await second.close()
    expect(existsSync(join(kit.folder, 'made'))).toBe(false)
  })

  it('is only a person’s: a report that looks like one is words', async () => {
    kit = await createEngineKit(['I see.'])
    const { engine, close } = await open(kit, 'allow')
    const turn = engine.submit('!touch made', { origin: { kind: 'task-notification' } })
    for (let step = await turn.next(); !step.done; step = await turn.next());
    await close()
    expect(existsSync(join(kit.folder, 'made'))).toBe(false)
    expect(JSON.stringify(kit.simulator.log.all()[0]?.request)).toContain('!touch made')
  })
})

describe('a command of a file', () => {
  const touch = { name: 'Bash', input: { command: 'touch made' } }

  it('allows what it says for its turn, where its folder is trusted', async () => {
    kit = await createEngineKit([{ calls: [touch] }, 'One.', { calls: [touch] }, 'Two.'])
    put(
      join(kit.folder, '.claude/commands/make.md'),
      '---\nallowed-tools: Bash(touch:*)\n---\nMake it. !`touch before`',
    )
    const { engine, asked, close } = await open(kit, 'deny', { isTrusted: true })
    await run(engine, '/make')
    expect(existsSync(join(kit.folder, 'before'))).toBe(true)
    expect(existsSync(join(kit.folder, 'made'))).toBe(true)
    expect(asked).toEqual([])
    await run(engine, 'again')
    expect(asked).toHaveLength(1)
    expect(engine.permissions().rules.allow).toEqual([])
    await close()
    expect(refusals(kit.simulator)).toEqual([])
    expect(JSON.stringify(await readEntries(kit))).toContain('command_permissions')
  })

  it('allows nothing where it is not, and is not sent where its own command may not run', async () => {
    kit = await createEngineKit([])
    put(
      join(kit.folder, '.claude/commands/make.md'),
      '---\nallowed-tools: Bash\n---\nMake it. !`touch before`',
    )
    const { engine, asked, close } = await open(kit, 'deny')
    const { result } = await run(engine, '/make')
    expect(result.text).toContain('/make runs "touch before". The command was not run.')
    expect(asked).toHaveLength(1)
    await close()
    expect(existsSync(join(kit.folder, 'before'))).toBe(false)
    expect(kit.simulator.log.all()).toEqual([])
  })

  it('makes no command of a person’s words, and knows a file that has come', async () => {
    kit = await createEngineKit(['One.'])
    const { engine, asked, close } = await open(kit, 'allow')
    put(join(kit.folder, '.claude/commands/say.md'), 'Say: $ARGUMENTS and !`echo $1`')
    await run(engine, '/say !`touch made`')
    await close()
    expect(JSON.stringify(kit.simulator.log.all()[0]?.request?.messages)).toContain('Say: !`touch made` and ')
    expect(existsSync(join(kit.folder, 'made'))).toBe(false)
    expect(asked.map(({ input }) => input.command)).not.toContain('touch made')
  })
})

describe('a command of a file that has effects', () => {
  const file = 'Make it. !`touch made`'
  const typed = '<command-name>/make</command-name>'

  it('is in the log before them', async () => {
    kit = await createEngineKit(['One.'])
    const { folder } = kit
    put(join(folder, '.claude/commands/make.md'), file)
    const { engine, close } = await open(kit, 'allow')
    let isTyped = false
    await run(engine, '/make', event => {
      if (event.type !== 'user' || !JSON.stringify(event).includes(typed)) return
      isTyped = true
      expect(existsSync(join(folder, 'made'))).toBe(false)
    })
    await close()
    expect(isTyped).toBe(true)
    expect(existsSync(join(folder, 'made'))).toBe(true)
  })

  it('has none where a hook refuses the prompt', async () => {
    kit = await createEngineKit([])
    put(join(kit.folder, '.claude/commands/make.md'), file)
    const onPrompt = async () => ({ refusal: 'Not now.', messages: [] })
    const { engine, close } = await open(kit, 'allow', { hooks: { onPrompt } })
    expect((await run(engine, '/make')).result.end).toMatchObject({ reason: 'stopped-by-hook' })
    await close()
    expect(existsSync(join(kit.folder, 'made'))).toBe(false)
  })
})

describe('a session that goes on after a crash', () => {
  it('has its last word closed, also where a command comes before the next prompt', async () => {
    kit = await createEngineKit(['Two.'])
    const lost = await kit.open()
    const turn = lost.engine.submit('old words')
    await turn.next()
    await lost.recorder.close()
    const { engine, close } = await kit.open()
    await run(engine, '/help')
    await run(engine, 'new words')
    await close()
    const messages = kit.simulator.log.all().at(-1)?.request?.messages ?? []
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(JSON.stringify(messages[0])).toContain('old words')
    expect(JSON.stringify(messages[2])).toContain('new words')
  })
})

describe('a command of a file that a crash left alone', () => {
  it('has begun the conversation: what opens it is told once, and its word is closed', async () => {
    kit = await createEngineKit(['Two.'])
    const reminders = [createModelMessage('claude-opus-5-5')]
    put(join(kit.folder, '.claude/commands/say.md'), 'Say it.')
    const commands = await openCommandLibrary({ cwd: kit.folder, home: kit.folder, isTrusted: true })
    const lost = await kit.open({ commands, reminders })
    const turn = lost.engine.submit('/say')
    for (let step = await turn.next(); !JSON.stringify(step).includes('Say it.'); step = await turn.next());
    await lost.recorder.close()
    const { engine, close } = await kit.open({ commands, reminders })
    await run(engine, '/help')
    await run(engine, 'new words')
    await close()
    const messages = kit.simulator.log.all().at(-1)?.request?.messages ?? []
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(JSON.stringify(messages).split('You are running as')).toHaveLength(2)
  })
})

describe('/clear', () => {
  const reminders = [createModelMessage('claude-opus-5-5')]

  it('lets the model be told anew, and a resume sends the same', async () => {
    kit = await createEngineKit(['One.', 'Two.', 'Three.'])
    const first = await kit.open({ reminders })
    await run(first.engine, 'hello')
    await run(first.engine, '/clear')
    await run(first.engine, '/model sonnet')
    await run(first.engine, 'again')
    await first.close()
    const second = await kit.open({ reminders, model: 'claude-sonnet-5-5' })
    await run(second.engine, 'and on')
    await second.close()
    const requests = kit.simulator.log.all()
    expect(findBreaks(requests)).toEqual([1])
    expect(JSON.stringify(requests[0]?.request?.messages)).toContain('the model claude-opus-5-5')
    expect(JSON.stringify(requests[1]?.request?.messages)).toContain('the model claude-sonnet-5-5')
    expect(JSON.stringify(requests[2]?.request?.messages)).not.toContain('hello')
  })

  it('forgets lists and files with the conversation', async () => {
    const todos = [{ content: 'a', status: 'pending', activeForm: 'a' }]
    kit = await createEngineKit([
      { calls: [{ name: 'TodoWrite', input: { todos } }] },
      { calls: [{ name: 'Read', input: { file_path: 'a.txt' } }] },
      'One.',
      { calls: [{ name: 'Edit', input: { file_path: 'a.txt', old_string: 'x', new_string: 'y' } }] },
      'Two.',
    ])
    put(join(kit.folder, 'a.txt'), 'x')
    const { engine, close } = await open(kit, 'allow')
    await run(engine, 'begin')
    await run(engine, '/clear')
    await run(engine, 'go on')
    await close()
    const last = JSON.stringify(kit.simulator.log.all().at(-1)?.request?.messages)
    expect(last).toMatch(/has not been read/i)
    expect(last).not.toContain('todo')
  })

  it('notes again what waits together with its boundary', async () => {
    kit = await createEngineKit(['One.'])
    const { engine, recorder, close } = await kit.open()
    await run(engine, 'hello')
    let note = (): void => {}
    const noted = new Promise<void>(resolve => {
      note = resolve
    })
    const clearing = await kit.open({
      messages: engine.messages(),
      queuedPrompts: [{ prompt: 'later', uuid: SESSION, timestamp: '' }],
      recordEntry: async () => note(),
      // What it gives is not there before the note is on its way.
      recorder: { ...recorder, record: () => noted.then(() => null) },
    })
    const turn = clearing.engine.submit('/clear')
    for (let step = await turn.next(); !step.done; step = await turn.next());
    expect(clearing.engine.queued()).toHaveLength(1)
    await close()
  })
})

describe('/compact', () => {
  it('spends nothing once the budget is spent', async () => {
    kit = await createEngineKit(['One.'])
    const spending = createUsageLedger()
    const provider = meterProvider(
      createAnthropicProvider({ apiKey: 'any', baseURL: kit.simulator.url }),
      spending,
    )
    const { engine, close } = await kit.open({ provider, budget: { usd: 0.000001, spending } })
    await run(engine, 'hello')
    expect((await run(engine, '/compact')).result.text).toContain('maximum budget')
    await close()
    expect(kit.simulator.log.all()).toHaveLength(1)
  })

  it('says why it did not work', async () => {
    kit = await createEngineKit(['One.', ''])
    const { engine, close } = await kit.open()
    expect((await run(engine, '/compact')).result.text).toBe('There is nothing to sum up yet.')
    await run(engine, 'hello')
    expect((await run(engine, '/compact')).result.text).toContain('could not be compacted')
    await close()
  })
})
