import type { JsonObject } from '@antiphon/contract'
import {
  buildDenialMessage,
  buildNobodyToAskMessage,
  buildYoloRejectionMessage,
  CANCEL_MESSAGE,
  REJECT_MESSAGE,
  SUBAGENT_REJECT_MESSAGE,
} from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { toRulesUpdate } from '../permissions/current-permissions.ts'
import { decidePermission } from '../permissions/decide-permission.ts'
import type { Classifier, PermissionAnswer, PermissionState, Verdict } from '../permissions/permission.ts'
import type { PreparedCall } from '../tool/agent-tool.ts'
import { type BeforeCall, createPermit, type PermitOptions } from './create-permit.ts'
import type { CallToPermit } from './query-context.ts'

type Opinion = Awaited<ReturnType<BeforeCall>>

const NOBODY: Opinion = { permission: null, reason: '', updatedInput: null, messages: [] }

function prepare(input: JsonObject): PreparedCall {
  const command = String(input.command)
  return {
    input,
    access: { kind: 'command', command, cwd: '/project' },
    isReadOnly: false,
    isConcurrencySafe: false,
    title: command,
    // biome-ignore lint/correctness/useYield: never run here
    run: async function* () {
      return { content: '' }
    },
  }
}

const call = (command: string): CallToPermit => ({
  toolName: 'Bash',
  toolUseId: 't',
  call: prepare({ command }),
  prepare: async input => prepare(input),
  signal: new AbortController().signal,
})

function permitWith(
  options: Partial<PermitOptions> & { answer?: PermissionAnswer },
): ReturnType<typeof createPermit> {
  const { answer, ...rest } = options
  return createPermit({
    decide: decidePermission,
    state: () => ({
      mode: 'default',
      rules: { allow: ['Bash(make:*)'], deny: ['Bash(rm:*)'], ask: [] },
      cwd: '/project',
      additionalDirectories: [],
      home: '/home/me',
    }),
    before: async () => NOBODY,
    ask: answer ? async () => answer : null,
    update: () => {},
    onDenied: () => {},
    ...rest,
  })
}

describe('createPermit', () => {
  it('runs what a rule allows, and nothing where nobody can be asked', async () => {
    expect(await permitWith({})(call('make test'))).toMatchObject({
      behavior: 'allow',
      call: { input: { command: 'make test' } },
    })
    expect(await permitWith({})(call('curl x'))).toMatchObject({ behavior: 'deny', interrupt: false })
  })

  it('decides again on an input that a hook changed', async () => {
    const before = async (): Promise<Opinion> => ({
      ...NOBODY,
      updatedInput: { command: 'rm -rf x' },
    })
    expect(await permitWith({ before })(call('make test'))).toMatchObject({ behavior: 'deny' })
  })

  it('holds a rule that denies against a hook that allows, and against a person who changes the input', async () => {
    const before = async (): Promise<Opinion> => ({
      ...NOBODY,
      permission: 'allow',
    })
    expect(await permitWith({ before })(call('rm x'))).toMatchObject({ behavior: 'deny' })
    const answer: PermissionAnswer = { behavior: 'allow', updatedInput: { command: 'rm x' } }
    expect(await permitWith({ answer })(call('curl x'))).toMatchObject({ behavior: 'deny' })
  })

  it('runs what the person made of it, and tells the model what the person said', async () => {
    const changed = permitWith({ answer: { behavior: 'allow', updatedInput: { command: 'curl y' } } })
    expect(await changed(call('curl x'))).toMatchObject({
      behavior: 'allow',
      call: { input: { command: 'curl y' } },
    })
    const denied = await permitWith({ answer: { behavior: 'deny', message: 'use wget', interrupt: true } })(
      call('curl x'),
    )
    expect(denied).toMatchObject({ behavior: 'deny', interrupt: true })
    expect(denied.behavior === 'deny' && denied.message).toContain('use wget')
  })

  it('keeps count of what was denied, and of rules that were added', async () => {
    const denials: unknown[] = []
    const rules: unknown[] = []
    const options = {
      onDenied: (denial: unknown) => void denials.push(denial),
      update: (added: unknown) => void rules.push(added),
    }
    await permitWith(options)(call('curl x'))
    await permitWith({ ...options, answer: { behavior: 'allow', updates: [toRulesUpdate('Bash(curl:*)')] } })(
      call('curl x'),
    )
    expect(denials).toEqual([{ tool_name: 'Bash', tool_use_id: 't', tool_input: { command: 'curl x' } }])
    expect(rules).toEqual([[toRulesUpdate('Bash(curl:*)')]])
  })

  it('tells the model that nobody can be asked where nobody can, and a subagent in its own words', async () => {
    const heard: unknown[] = []
    const onDenied: PermitOptions['onDenied'] = (_, why) => void heard.push(why)
    const denied = await permitWith({ onDenied })(call('curl x'))
    expect(denied).toMatchObject({ message: buildNobodyToAskMessage('Bash', 'no rule allows curl x') })
    expect(heard).toMatchObject([{ by: 'other', reason: 'no rule allows curl x' }])
    expect(await permitWith({ agentId: 'a' })(call('curl x'))).toMatchObject({
      message: SUBAGENT_REJECT_MESSAGE,
    })
    expect(await permitWith({ answer: { behavior: 'deny' } })(call('curl x'))).toMatchObject({
      message: REJECT_MESSAGE,
    })
  })

  describe('in the automatic mode', () => {
    const auto = (more: Partial<PermissionState['rules']> = {}) => ({
      mode: 'auto' as const,
      rules: { allow: [], deny: [], ask: [], ...more },
      cwd: '/project',
      additionalDirectories: [],
      home: '/home/me',
    })
    const judged = (behavior: Verdict['behavior'], options: Partial<PermitOptions> = {}) =>
      permitWith({ state: auto, classify: async () => ({ behavior, reason: 'so it says' }), ...options })

    it('runs what the classifier allows, refuses what it blocks with its reason, and says so in the log', async () => {
      const allowed = await judged('allow')(call('npm test'))
      expect(allowed).toMatchObject({
        behavior: 'allow',
        messages: [{ type: 'system', subtype: 'informational', toolUseID: 't' }],
      })
      const heard: unknown[] = []
      const onDenied: PermitOptions['onDenied'] = (_, why) => void heard.push(why)
      const never = async (): Promise<PermissionAnswer> => expect.unreachable('nobody is asked')
      expect(await judged('deny', { onDenied, ask: never })(call('npm test'))).toMatchObject({
        behavior: 'deny',
        message: buildYoloRejectionMessage('so it says'),
      })
      expect(heard).toMatchObject([{ by: 'classifier', reason: 'so it says' }])
    })

    it('asks the person where the classifier is unsure, and refuses with the reason where there is none', async () => {
      const questions: string[] = []
      const ask: PermitOptions['ask'] = async ({ reason }) => {
        questions.push(reason)
        return { behavior: 'allow' }
      }
      expect(await judged('unsure', { ask })(call('npm test'))).toMatchObject({ behavior: 'allow' })
      expect(questions).toEqual([expect.stringContaining('so it says, and ')])
      const refused = await judged('unsure')(call('npm test'))
      expect(refused.behavior === 'deny' && refused.message).toMatch(/nobody can be asked.*so it says/)
    })

    it('asks nobody and refuses nothing once the call was called off', async () => {
      const calledOff = new AbortController()
      const classify: Classifier = async () => {
        calledOff.abort()
        return { behavior: 'unsure', reason: 'nobody answered' }
      }
      const onDenied = () => expect.unreachable('nobody refused it')
      const ask = async () => expect.unreachable('nobody is asked')
      const permit = judged('unsure', { classify, ask, onDenied })
      expect(await permit({ ...call('npm test'), signal: calledOff.signal })).toMatchObject({
        behavior: 'deny',
        message: CANCEL_MESSAGE,
      })
    })

    it('does not ask the classifier about what it may not allow, nor hold to its word when a rule came meanwhile', async () => {
      const classify: Classifier = async () => expect.unreachable('it is not asked')
      for (const command of ['rm -rf /', 'cat /etc/passwd', 'make $X', 'printenv'])
        expect(await judged('allow', { classify })(call(command))).toMatchObject({ behavior: 'deny' })
      expect(
        await judged('allow', { classify, state: () => auto({ ask: ['Bash(npm:*)'] }) })(call('npm test')),
      ).toMatchObject({ behavior: 'deny' })
      let rules: Partial<PermissionState['rules']> = {}
      const late: Classifier = async () => {
        rules = { deny: ['Bash(npm:*)'] }
        return { behavior: 'allow', reason: 'fine' }
      }
      expect(
        await judged('allow', { classify: late, state: () => auto(rules) })(call('npm test')),
      ).toMatchObject({ behavior: 'deny', message: buildDenialMessage('Bash') })
    })
  })

  const ALLOWING = async (): Promise<Opinion> => ({ ...NOBODY, permission: 'allow' })
  const onRequest = async () => ({ answer: { behavior: 'allow' as const }, messages: [] })
  const asksAbout = (rule: string) => () => ({
    mode: 'default' as const,
    rules: { allow: [], deny: [], ask: [rule] },
    cwd: '/project',
    additionalDirectories: [],
    home: '/home/me',
  })
  /** A person who says no and remembers what was asked. */
  const refuser = () => {
    const asked: unknown[] = []
    const ask = async ({ input }: { readonly input: JsonObject }): Promise<PermissionAnswer> => {
      asked.push(input.command)
      return { behavior: 'deny' }
    }
    return { asked, ask }
  }

  it.each([
    '$(echo rm) -rf x',
    "git -c alias.x='!rm -rf src' x",
    'cp a .git/hooks/pre-commit',
    'cp x .bashrc',
  ])('asks the person although a hook allows it: %s', async command => {
    const { asked, ask } = refuser()
    expect(await permitWith({ before: ALLOWING, ask })(call(command))).toMatchObject({ behavior: 'deny' })
    expect(await permitWith({ onRequest, ask })(call(command))).toMatchObject({ behavior: 'deny' })
    expect(asked).toEqual([command, command])
    expect(await permitWith({ before: ALLOWING })(call(command))).toMatchObject({ behavior: 'deny' })
    const agreed = permitWith({ before: ALLOWING, answer: { behavior: 'allow' } })
    expect(await agreed(call(command))).toMatchObject({ behavior: 'allow' })
  })

  it('lets hooks allow what nothing speaks against', async () => {
    expect(await permitWith({ before: ALLOWING })(call('curl x'))).toMatchObject({ behavior: 'allow' })
    expect(await permitWith({ onRequest })(call('curl x'))).toMatchObject({ behavior: 'allow' })
  })

  it('asks the person where a rule says so, whatever hooks answer in their place', async () => {
    const { asked, ask } = refuser()
    const asking = async (): Promise<Opinion> => ({ ...NOBODY, permission: 'ask', reason: 'look' })
    const state = asksAbout('Bash(curl:*)')
    for (const before of [ALLOWING, asking, async () => NOBODY])
      expect(await permitWith({ state, before, onRequest, ask })(call('curl x'))).toMatchObject({
        behavior: 'deny',
      })
    expect(asked).toEqual(['curl x', 'curl x', 'curl x'])
  })

  it('lets a hook refuse in the place of the person even then', async () => {
    const { asked, ask } = refuser()
    const answer = { behavior: 'deny' as const, message: 'never', reason: 'hook' }
    const refusing = async () => ({ answer, messages: [] })
    const permit = permitWith({ state: asksAbout('Bash(curl:*)'), onRequest: refusing, ask })
    expect(await permit(call('curl x'))).toMatchObject({ behavior: 'deny', message: 'never', stop: null })
    expect(asked).toEqual([])
  })

  it('asks the person about what a hook made of the input where a rule asks or may forbid it', async () => {
    const changing = (command: string) => async () => ({
      answer: { behavior: 'allow' as const, updatedInput: { command } },
      messages: [],
    })
    const { asked, ask } = refuser()
    const decide = async (command: string) =>
      (await permitWith({ onRequest: changing(command), ask })(call('curl x'))).behavior
    expect(await decide('$y -rf')).toBe('deny')
    expect(await decide('cp y .git/config')).toBe('deny')
    expect(asked).toEqual(['$y -rf', 'cp y .git/config'])
    expect(await decide('wget y')).toBe('allow')
    expect(await decide('rm y')).toBe('deny')
    const state = asksAbout('Bash(wget:*)')
    const wget = changing('wget y')
    expect(await permitWith({ state, onRequest: wget, ask })(call('curl x'))).toMatchObject({
      behavior: 'deny',
    })
    expect(asked).toHaveLength(3)
    const agreed = permitWith({ state, onRequest: wget, answer: { behavior: 'allow' } })
    expect(await agreed(call('curl x'))).toMatchObject({
      behavior: 'allow',
      call: { input: { command: 'wget y' } },
    })
  })

  it('ends the turn where a hook says so before the call or in place of the person', async () => {
    const end = { behavior: 'deny', message: 'enough', stop: 'enough' }
    const before = async (): Promise<Opinion> => ({ ...NOBODY, permission: 'deny', stop: 'enough' })
    expect(await permitWith({ before })(call('make x'))).toMatchObject(end)
    const answer = { behavior: 'deny' as const, message: 'enough', reason: 'hook' }
    const stopping = async () => ({ answer, messages: [], stop: 'enough' })
    expect(await permitWith({ onRequest: stopping })(call('curl x'))).toMatchObject(end)
    expect(await permitWith({})(call('rm x'))).toMatchObject({ behavior: 'deny', stop: null })
  })
})
