import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PermissionMode, SUBAGENT_REJECT_MESSAGE } from '@antiphon/core'
import { afterEach, describe, expect, it } from 'vitest'
import { createToolbox, createTools, decidePermission } from '../src/index.ts'
import { createBox } from '../src/tool/box.ts'
import { createEngineKit, type EngineKit, refusals, run } from './engine-kit.ts'

let kit: EngineKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

type Fate = 'runs' | 'is asked about' | 'is denied'

const CALLS = {
  'a read': { name: 'Read', input: { file_path: 'known.txt' } },
  'an edit': { name: 'Write', input: { file_path: 'written.txt', content: 'w' } },
  'a command': { name: 'Bash', input: { command: 'printf c > printed.txt && node --version' } },
} as const

type Kind = keyof typeof CALLS

const FATES: { readonly [M in PermissionMode]: { readonly [K in Kind]: Fate } } = {
  default: { 'a read': 'runs', 'an edit': 'is asked about', 'a command': 'is asked about' },
  acceptEdits: { 'a read': 'runs', 'an edit': 'runs', 'a command': 'is asked about' },
  plan: { 'a read': 'runs', 'an edit': 'is denied', 'a command': 'is denied' },
  bypassPermissions: { 'a read': 'runs', 'an edit': 'runs', 'a command': 'runs' },
  dontAsk: { 'a read': 'runs', 'an edit': 'is denied', 'a command': 'is denied' },
  // What the scripted model says to the classifier is no verdict: then the person is asked.
  auto: { 'a read': 'runs', 'an edit': 'runs', 'a command': 'is asked about' },
}

const CASES = Object.entries(FATES).flatMap(([mode, fates]) =>
  // Object.entries forgets the names of the keys.
  Object.entries(fates).map(([kind, fate]) => [mode as PermissionMode, kind as Kind, fate] as const),
)

const EFFECTS: { readonly [K in Kind]: (folder: string) => boolean } = {
  'a read': () => true,
  'an edit': folder => existsSync(join(folder, 'written.txt')),
  'a command': folder => existsSync(join(folder, 'printed.txt')),
}

describe('in the mode', () => {
  it.each(CASES)('%s %s %s', async (mode, kind, fate) => {
    const { questions, content, isError, denials } = await callOnce(mode, kind, 'deny')
    expect(questions).toHaveLength(fate === 'is asked about' ? 1 : 0)
    expect(isError).toBe(fate !== 'runs')
    expect(denials).toHaveLength(fate === 'runs' ? 0 : 1)
    if (kind === 'a read') expect(content).toContain('the known text')
    else expect(EFFECTS[kind](kit?.folder ?? '')).toBe(fate === 'runs')
    if (fate === 'is asked about') expect(content).toContain('says the person')
  })

  it.each(CASES.filter(([, , fate]) => fate === 'is asked about'))(
    '%s %s runs where the person agrees',
    async (mode, kind) => {
      const { isError } = await callOnce(mode, kind, 'allow')
      expect(isError).toBe(false)
      expect(EFFECTS[kind](kit?.folder ?? '')).toBe(true)
    },
  )

  it('plan a plan that cannot be kept is told to the model all the same', async () => {
    const exit = { name: 'ExitPlanMode', input: { plan: '1. Do it' } }
    kit = await createEngineKit([{ calls: [exit] }, 'I begin.'])
    writeFileSync(join(kit.folder, 'plans'), 'in the way')
    const { engine, close } = await kit.open({
      toolbox: createToolbox(createTools({ agentTypes: [], keepsPlans: true })),
      services: { mode: createBox('plan'), planFile: join(kit.folder, 'plans', 'a.md') },
    })
    expect((await run(engine, 'plan it')).result.end).toMatchObject({ reason: 'completed' })
    await close()
    expect(JSON.stringify(kit.simulator.log.all()[1]?.request?.messages)).toMatch(/agreed to.*1\. Do it/)
  })

  it('default a question of a subagent says whose it is, and so does the refusal', async () => {
    const task = { name: 'Task', input: { description: 'write', prompt: 'write it' } }
    kit = await createEngineKit([{ calls: [task] }, { calls: [CALLS['an edit']] }, 'I could not.', 'I see.'])
    const askers: unknown[] = []
    const options = optionsFor('default', [])
    const { engine, close } = await kit.open({
      ...options,
      permissions: {
        ...options.permissions,
        ask: async ({ toolName, agentId }) => {
          askers.push([toolName, agentId])
          return { behavior: 'deny' }
        },
      },
    })
    expect((await run(engine, 'go')).result.text).toBe('I see.')
    expect(askers).toEqual([['Write', expect.stringMatching(/^[0-9a-f]+$/)]])
    const heard = kit.simulator.log.all()[2]?.request?.messages.at(-1)
    expect(heard).toMatchObject({ content: [{ is_error: true, content: SUBAGENT_REJECT_MESSAGE }] })
    expect(refusals(kit.simulator)).toEqual([])
    await close()
  })

  it('default a call is answered, and does not run, where asking fails', async () => {
    kit = await createEngineKit([{ calls: [CALLS['an edit']] }, 'I see.'])
    const options = optionsFor('default', [])
    const ask = () => Promise.reject(new Error('the terminal is gone'))
    const { engine, close } = await kit.open({ ...options, permissions: { ...options.permissions, ask } })
    expect((await run(engine, 'go')).result.text).toBe('I see.')
    expect(JSON.stringify(kit.simulator.log.all()[1]?.request)).toContain('the terminal is gone')
    expect(existsSync(join(kit.folder, 'written.txt'))).toBe(false)
    expect(refusals(kit.simulator)).toEqual([])
    await close()
  })

  it('set while the session runs decides the next call', async () => {
    kit = await createEngineKit([{ calls: [CALLS['an edit']] }, 'No.', { calls: [CALLS['an edit']] }, 'Yes.'])
    const { engine, close } = await kit.open(optionsFor('plan', []))
    await run(engine, 'write')
    expect(existsSync(join(kit.folder, 'written.txt'))).toBe(false)
    engine.setPermissionMode('acceptEdits')
    await run(engine, 'now write')
    expect(readFileSync(join(kit.folder, 'written.txt'), 'utf8')).toBe('w')
    expect(refusals(kit.simulator)).toEqual([])
    await close()
  })
})

function optionsFor(mode: PermissionMode, questions: string[], behavior: 'allow' | 'deny' = 'deny') {
  return {
    env: process.env,
    toolbox: createToolbox(createTools().filter(({ name }) => name !== 'Snip')),
    permissions: {
      mode,
      rules: { allow: [], deny: [], ask: [] },
      additionalDirectories: [],
      decide: decidePermission,
      ask: async ({ toolName }: { readonly toolName: string }) => {
        questions.push(toolName)
        return behavior === 'allow' ? { behavior } : { behavior, message: 'says the person' }
      },
    },
  }
}

/** Lets the model make this call, and gives what it heard of it. */
async function callOnce(mode: PermissionMode, kind: Kind, answer: 'allow' | 'deny') {
  // In the automatic mode the classifier gets an answer, too.
  const isJudged = mode === 'auto' && kind === 'a command'
  kit = await createEngineKit([{ calls: [CALLS[kind]] }, ...(isJudged ? ['Perhaps.'] : []), 'I see.'])
  writeFileSync(join(kit.folder, 'known.txt'), 'the known text\n')
  const questions: string[] = []
  const { engine, close } = await kit.open(optionsFor(mode, questions, answer))
  const { result } = await run(engine, 'go')
  expect(result.text).toBe('I see.')
  expect(refusals(kit.simulator)).toEqual([])
  await close()
  const heard = JSON.parse(JSON.stringify(kit.simulator.log.all().at(-1)?.request?.messages.at(-1)))
  const [block] = heard.content
  return {
    questions,
    content: JSON.stringify(block.content),
    isError: block.is_error === true,
    denials: result.denials,
  }
}
