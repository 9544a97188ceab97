import { createStopHookSummaryMessage, normalizeAttachmentForAPI } from '@antiphon/core'
import type { HookEventName } from '@antiphon/core/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { combineHookRuns } from './combine-hook-runs.ts'
import type { HookResult, HookRun } from './create-hook-attachments.ts'
import { type HookOutput, parseHookOutput, toHookOutput } from './hook-output.ts'

function run(result: HookResult, event: HookEventName = 'PreToolUse'): HookRun {
  return { event, name: `${event}:Bash`, command: 'check', toolUseId: 'toolu_1', durationMs: 5, result }
}

function said(output: HookOutput, event?: HookEventName): HookRun {
  return run({ kind: 'success', output, text: '', stdout: '', stderr: '', exitCode: 0 }, event)
}

const decide = (permissionDecision: 'allow' | 'deny' | 'ask', permissionDecisionReason = 'because') =>
  said({ hookSpecificOutput: { permissionDecision, permissionDecisionReason } })

describe('combineHookRuns', () => {
  it('says nothing where no hook ran', () => {
    expect(combineHookRuns([])).toEqual({
      additionalContext: [],
      systemMessages: [],
      messages: [],
      summary: {
        hookCount: 0,
        hookInfos: [],
        hookErrors: [],
        preventedContinuation: false,
        stopReason: '',
        hasOutput: false,
        totalDurationMs: 0,
      },
    })
  })

  it('lets the strictest permission win, in whatever order they come', () => {
    const all = [decide('allow'), decide('ask'), decide('deny')]
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: 1 }), runs => {
        const expected = ['deny', 'ask', 'allow'].find(name =>
          runs.some(({ result }) => JSON.stringify(result).includes(`"permissionDecision":"${name}"`)),
        )
        expect(combineHookRuns(runs).permission?.behavior).toBe(expected)
      }),
    )
  })

  it.each([
    ['exit code 2', run({ kind: 'blocking_error', message: 'not here' })],
    ['the old word', said({ decision: 'block', reason: 'not here' })],
    ['a denial', decide('deny', 'not here')],
  ])('denies a tool by %s, and says so in both ways', (_, denied) => {
    expect(combineHookRuns([decide('allow'), denied])).toMatchObject({
      blocked: 'not here',
      permission: { behavior: 'deny', reason: 'not here' },
    })
  })

  it('permits nothing at an event that has nothing to permit', () => {
    const outcome = combineHookRuns([said({ decision: 'block', reason: 'tests fail' }, 'Stop')])
    expect(outcome.blocked).toBe('tests fail')
    expect(outcome.permission).toBeUndefined()
  })

  it('does not let a hook that failed decide anything', () => {
    const { blocked, permission, stop, messages, summary } = combineHookRuns([
      run({ kind: 'error', message: 'no such file' }),
      run({ kind: 'non_blocking_error', stdout: '', stderr: 'oops', exitCode: 1 }),
      run({ kind: 'cancelled' }),
    ])
    expect({ blocked, permission, stop }).toEqual({})
    expect(messages.map(({ attachment }) => attachment.type)).toEqual([
      'hook_error_during_execution',
      'hook_non_blocking_error',
      'hook_cancelled',
    ])
    expect(summary.hookErrors).toEqual(['no such file', 'oops'])
    expect(messages.map(message => normalizeAttachmentForAPI(message))).toEqual([null, null, null])
  })

  it('gives the last new input, all context and all lines for the person', () => {
    const one = { updatedInput: { a: 1 }, additionalContext: 'first' }
    const two = { updatedInput: { a: 2 }, additionalContext: 'second' }
    expect(
      combineHookRuns([
        said({ hookSpecificOutput: one, systemMessage: 'hello' }),
        said({ hookSpecificOutput: two, continue: false, stopReason: 'enough' }),
      ]),
    ).toMatchObject({
      updatedInput: { a: 2 },
      additionalContext: ['first', 'second'],
      systemMessages: ['hello'],
      stop: { reason: 'enough' },
      summary: { preventedContinuation: true, stopReason: 'enough' },
    })
  })

  it('makes a summary that core’s message takes', () => {
    const { summary } = combineHookRuns([said({}, 'Stop')])
    expect(createStopHookSummaryMessage({ ...summary, level: 'suggestion' })).toMatchObject({
      subtype: 'stop_hook_summary',
      hookCount: 1,
      hookInfos: [{ command: 'check', durationMs: 5 }],
    })
  })

  it('bounds what a hook may say', () => {
    const { messages, additionalContext } = combineHookRuns([
      said({ hookSpecificOutput: { additionalContext: '🙂'.repeat(100_000) } }),
    ])
    expect(JSON.stringify(messages).length).toBeLessThan(60_000)
    expect(additionalContext[0]).toContain('more are not shown')
  })
})

describe('toHookOutput', () => {
  it('takes any JSON without throwing, and keeps no field of a wrong type', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const output = toHookOutput(value)
        expect(['undefined', 'boolean']).toContain(typeof output.continue)
        expect([undefined, 'approve', 'block']).toContain(output.decision)
        combineHookRuns([said(output)])
      }),
    )
  })

  it('reads the answer to a permission request', () => {
    const decision = { behavior: 'deny', message: 'never', updatedInput: { a: 1 } }
    expect(toHookOutput({ hookSpecificOutput: { decision } }).hookSpecificOutput).toEqual({
      permissionDecision: 'deny',
      permissionDecisionReason: 'never',
      updatedInput: { a: 1 },
    })
  })
})

describe('parseHookOutput', () => {
  it.each(['', 'words', '[1]', '{"continue": ', '"text"'])('takes %j for plain text', text => {
    expect(parseHookOutput(text)).toBeNull()
  })
})
