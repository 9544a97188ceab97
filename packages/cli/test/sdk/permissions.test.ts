import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ScriptReply } from '@antiphon/simulator'
import { describe, expect, it } from 'vitest'
import { createSdkBench, textsOf, toolResultsOf } from './sdk-bench.ts'
import type { SdkOptions } from './sdk-types.ts'

const bench = createSdkBench()

type Asked = { readonly name: string; readonly input: Record<string, unknown>; readonly more: Asking }
type Asking = {
  readonly toolUseID: string
  readonly suggestions?: readonly { readonly type: string }[]
  readonly signal: AbortSignal
}
type Input = Record<string, unknown>

/** Answers each question with the next of `answers`, and keeps the questions. */
function decide(...answers: readonly ((input: Input, more: Asking) => object)[]): {
  readonly asked: readonly Asked[]
  readonly options: SdkOptions
} {
  const asked: Asked[] = []
  return {
    asked,
    options: {
      async canUseTool(name: string, input: Input, more: Asking) {
        asked.push({ name, input, more })
        const answer = answers[asked.length - 1]
        if (!answer) throw new Error('nobody expected this question')
        return answer(input, more)
      },
    },
  }
}

const allow = (input: Input): object => ({ behavior: 'allow', updatedInput: input })
const bash = (command: string, id: string): ScriptReply => ({
  calls: [{ name: 'Bash', input: { command, description: 'try' }, id }],
})

describe('canUseTool of the official SDK', () => {
  it('allows a call, allows another one in its place, and denies with words that the model reads', async () => {
    await bench.script(
      bash('touch one', 'toolu_1'),
      bash('touch two', 'toolu_2'),
      bash('touch four', 'toolu_3'),
      'Done.',
    )
    const { asked, options } = decide(
      allow,
      input => ({ behavior: 'allow', updatedInput: { ...input, command: 'touch three' } }),
      () => ({ behavior: 'deny', message: 'four is too many' }),
    )
    const { messages, results, error } = await bench.run('go', options)
    expect(error).toBe(null)
    expect(asked.map(({ name, input, more }) => [name, input.command, more.toolUseID])).toEqual([
      ['Bash', 'touch one', 'toolu_1'],
      ['Bash', 'touch two', 'toolu_2'],
      ['Bash', 'touch four', 'toolu_3'],
    ])
    const made = ['one', 'two', 'three', 'four'].filter(name => existsSync(join(bench.folder(), name)))
    expect(made).toEqual(['one', 'three'])
    expect(toolResultsOf(messages).map(({ is_error }) => is_error ?? false)).toEqual([false, false, true])
    expect(JSON.stringify(toolResultsOf(messages)[2])).toContain('four is too many')
    expect(textsOf(messages)).toEqual(['Done.'])
    expect(results[0]?.permission_denials).toEqual([
      {
        tool_name: 'Bash',
        tool_use_id: 'toolu_3',
        tool_input: { command: 'touch four', description: 'try' },
      },
    ])
  })

  it('denies and interrupts: the turn is over, and no request follows', async () => {
    await bench.script(bash('touch one', 'toolu_1'), 'never said')
    const { options } = decide(() => ({ behavior: 'deny', message: 'stop it', interrupt: true }))
    const { messages, results } = await bench.run('go', options)
    expect(bench.simulator().log.all()).toHaveLength(1)
    expect(textsOf(messages)).toEqual([])
    expect(results).toMatchObject([{ subtype: 'error_during_execution' }])
    expect(existsSync(join(bench.folder(), 'one'))).toBe(false)
  })

  it('allows for the rest of the session by updating the permissions, and is not asked again', async () => {
    await bench.script(bash('touch one', 'toolu_1'), bash('touch two', 'toolu_2'), 'Done.')
    const { asked, options } = decide(input => ({
      behavior: 'allow',
      updatedInput: input,
      updatedPermissions: [
        {
          type: 'addRules',
          rules: [{ toolName: 'Bash', ruleContent: 'touch:*' }],
          behavior: 'allow',
          destination: 'session',
        },
      ],
    }))
    const { results } = await bench.run('go', options)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.more.suggestions?.[0]?.type).toBe('addRules')
    expect(results[0]).toMatchObject({ result: 'Done.', permission_denials: [] })
    expect(existsSync(join(bench.folder(), 'two'))).toBe(true)
  })

  it('keeps a rule for the project where the host says so: a later query is not asked', async () => {
    await bench.script(bash('touch one', 'toolu_1'), 'Done.', bash('touch two', 'toolu_2'), 'Done.')
    const first = decide((input, { suggestions }) => ({
      behavior: 'allow',
      updatedInput: input,
      updatedPermissions: suggestions?.map(suggestion => ({ ...suggestion, destination: 'localSettings' })),
    }))
    const settingSources = ['user', 'project', 'local']
    await bench.run('go', { ...first.options, settingSources })
    const stored = readFileSync(join(bench.folder(), '.claude/settings.local.json'), 'utf8')
    expect(stored).toContain('Bash(touch')
    const second = decide()
    await bench.run('again', { ...second.options, settingSources })
    expect(first.asked).toHaveLength(1)
    expect(second.asked).toEqual([])
    expect(existsSync(join(bench.folder(), 'two'))).toBe(true)
  })

  it('a callback that throws denies, and the turn goes on', async () => {
    await bench.script(bash('touch one', 'toolu_1'), 'Then not.')
    const { results } = await bench.run('go', decide().options)
    expect(results).toMatchObject([{ subtype: 'success', result: 'Then not.' }])
    expect(existsSync(join(bench.folder(), 'one'))).toBe(false)
  })

  it('is asked nothing in a mode that needs no asking', async () => {
    await bench.script(
      { calls: [{ name: 'Write', input: { file_path: join(bench.folder(), 'a.txt'), content: 'hi\n' } }] },
      'Done.',
    )
    const { asked, options } = decide()
    await bench.run('go', { ...options, permissionMode: 'acceptEdits' })
    expect(asked).toEqual([])
    expect(readFileSync(join(bench.folder(), 'a.txt'), 'utf8')).toBe('hi\n')
  })
})
