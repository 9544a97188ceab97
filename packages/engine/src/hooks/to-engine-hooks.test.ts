import type { JsonObject } from '@antiphon/contract'
import type { HookEventName } from '@antiphon/core/wire'
import { describe, expect, it } from 'vitest'
import { createHookRunner } from './create-hook-runner.ts'
import type { HookOutput } from './hook-output.ts'
import { toEngineHooks } from './to-engine-hooks.ts'

const signal = new AbortController().signal
const CALL = {
  toolName: 'Bash',
  toolUseId: 'toolu_1',
  signal,
  call: { input: { command: 'ls' } } as never,
}

function engineHooks(answers: { readonly [E in HookEventName]?: HookOutput }) {
  const seen: JsonObject[] = []
  const callbacks = Object.fromEntries(
    Object.entries(answers).map(([event, output]) => [
      event,
      [
        {
          hooks: [
            (input: JsonObject) => {
              seen.push(input)
              return output
            },
          ],
        },
      ],
    ]),
  )
  const session = { cwd: '/', env: {}, sessionId: 's', transcriptPath: '/s.jsonl' }
  const hooks = toEngineHooks(createHookRunner({ ...session, callbacks }), () => 'plan')
  return { hooks, seen }
}

describe('toEngineHooks', () => {
  it('lets everything pass where there are no hooks', async () => {
    const { hooks } = engineHooks({})
    expect(await hooks.onPrompt('hi', signal)).toEqual({ messages: [], refusal: null })
    expect(await hooks.beforeCall(CALL)).toMatchObject({ permission: null, updatedInput: null, messages: [] })
    expect(await hooks.onStop(signal)).toEqual({ messages: [], goOn: false, stop: null })
  })

  it('tells hooks about the call, its result and the mode', async () => {
    const { hooks, seen } = engineHooks({ PreToolUse: {}, PostToolUse: {}, PostToolUseFailure: {} })
    await hooks.beforeCall(CALL)
    await hooks.afterCall({ ...CALL, input: { command: 'ls' }, output: { stdout: 'a' }, isError: false })
    await hooks.afterCall({ ...CALL, input: { command: 'ls' }, output: 'no', isError: true })
    const common = { session_id: 's', permission_mode: 'plan', tool_name: 'Bash', tool_use_id: 'toolu_1' }
    expect(seen).toMatchObject([
      { ...common, hook_event_name: 'PreToolUse', tool_input: { command: 'ls' } },
      { ...common, hook_event_name: 'PostToolUse', tool_response: { stdout: 'a' } },
      { ...common, hook_event_name: 'PostToolUseFailure', error: 'no' },
    ])
  })

  it('refuses a prompt, denies a call, stops after one', async () => {
    const { hooks } = engineHooks({
      UserPromptSubmit: { decision: 'block', reason: 'no secrets' },
      PreToolUse: { continue: false, stopReason: 'enough' },
      PostToolUse: { continue: false },
    })
    expect((await hooks.onPrompt('hi', signal)).refusal).toBe('no secrets')
    expect(await hooks.beforeCall(CALL)).toMatchObject({
      permission: 'deny',
      reason: 'enough',
      stop: 'enough',
    })
    const after = await hooks.afterCall({ ...CALL, input: {}, output: '', isError: false })
    expect(after.stop).toBe('a hook stopped the work')
  })

  it('ends the turn where a hook is asked in place of the person and stops', async () => {
    const { hooks } = engineHooks({ PermissionRequest: { continue: false, stopReason: 'enough' } })
    const question = { ...CALL, input: {}, suggestions: [] } as never
    expect(await hooks.onPermissionRequest(question)).toMatchObject({
      answer: { behavior: 'deny', message: 'enough' },
      stop: 'enough',
    })
  })

  it('lets a hook send the model back to work, tells it so the next time, and sums up', async () => {
    const { hooks, seen } = engineHooks({ Stop: { decision: 'block', reason: 'tests fail' } })
    const stopped = await hooks.onStop(signal)
    expect(stopped.goOn).toBe(true)
    expect(stopped.messages.at(-1)).toMatchObject({ subtype: 'stop_hook_summary', hookCount: 1 })
    await hooks.onStop(signal)
    await hooks.onPrompt('next', signal)
    await hooks.onStop(signal)
    expect(seen.map(input => input.stop_hook_active)).toEqual([false, true, false])
  })
})
