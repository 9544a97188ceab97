import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createSkillLibrary,
  createToolbox,
  createTools,
  decidePermission,
  openCommandLibrary,
  type PermissionQuestion,
  type QueryEngineOptions,
  skillFolders,
} from '../src/index.ts'
import {
  createEngineKit,
  type EngineKit,
  type OpenSession,
  readEntries,
  refusals,
  run,
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
  options: { readonly isTrusted?: boolean; readonly deny?: readonly string[] } = {},
): Promise<OpenSession & { readonly asked: readonly PermissionQuestion[] }> {
  const { folder } = started
  const { isTrusted = false, deny = [] } = options
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
    expect((await run(first.engine, '!touch made')).result.text).toContain('was not run')
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

describe('/compact', () => {
  it('says why it did not work', async () => {
    kit = await createEngineKit(['One.', ''])
    const { engine, close } = await kit.open()
    expect((await run(engine, '/compact')).result.text).toBe('There is nothing to sum up yet.')
    await run(engine, 'hello')
    expect((await run(engine, '/compact')).result.text).toContain('could not be compacted')
    await close()
  })
})
