import type { JsonObject } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import type { CallToPermit } from '../query/query-context.ts'
import type { PreparedCall } from '../tool/agent-tool.ts'
import { type BeforeCall, createPermit, type PermitOptions } from './create-permit.ts'
import { toRulesUpdate } from './current-permissions.ts'
import { decidePermission } from './decide-permission.ts'
import type { PermissionAnswer } from './permission.ts'

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
})
