import type { PermissionOption, RequestPermissionRequest } from '@agentclientprotocol/sdk'
import type { WireEvent } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { toForeignMode, toOwnMode } from './foreign-modes.ts'
import { createForeignQuestions, toOutcome } from './foreign-questions.ts'

const option = (kind: PermissionOption['kind']): PermissionOption => ({ optionId: kind, name: kind, kind })
const always = { behavior: 'allow', updatedPermissions: [{ type: 'addRules' }] }
const chosen = (kinds: readonly PermissionOption['kind'][], response: object): unknown => {
  const { outcome } = toOutcome({ options: kinds.map(option) }, response as never)
  return outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome
}

describe('an answer to another agent', () => {
  it('never says more than the person did', () => {
    expect(chosen(['allow_always', 'allow_once', 'reject_once'], { behavior: 'allow' })).toBe('allow_once')
    expect(chosen(['allow_always', 'reject_once'], { behavior: 'allow' })).toBe('cancelled')
    expect(chosen(['allow_once', 'allow_always'], always)).toBe('allow_always')
    expect(chosen(['allow_once'], always)).toBe('allow_once')
    expect(chosen(['allow_once', 'reject_always', 'reject_once'], { behavior: 'deny' })).toBe('reject_once')
    expect(chosen(['allow_once'], { behavior: 'deny' })).toBe('cancelled')
    expect(chosen(['allow_once'], { behavior: 'who knows' })).toBe('cancelled')
  })

  it('is given once: by the person, by a cancellation, or by the end of the turn', async () => {
    const said: WireEvent[] = []
    let isRunning = true
    const questions = createForeignQuestions({
      say: event => void said.push(event),
      announce: () => (isRunning ? { id: 'toolu_1', name: 'Bash', input: { command: 'ls' } } : null),
    })
    const request: RequestPermissionRequest = {
      ...{ sessionId: 's', toolCall: { toolCallId: 'x' } },
      options: [option('allow_once'), option('reject_once')],
    }
    const stop = new AbortController()
    const answers = [1, 2, 3].map(() => questions.ask(request, stop.signal))
    const ids = said.flatMap(event => (event.type === 'control_request' ? [event.request_id] : []))
    expect(questions.settle(ids[0] ?? '', { status: 'answered', response: { behavior: 'allow' } })).toBe(true)
    expect(questions.settle(ids[0] ?? '', { status: 'answered', response: { behavior: 'deny' } })).toBe(false)
    questions.settle(ids[1] ?? '', { status: 'gone' })
    questions.cancelAll()
    expect((await Promise.all(answers)).map(({ outcome }) => outcome.outcome)).toEqual([
      'selected',
      'cancelled',
      'cancelled',
    ])
    expect(said.filter(({ type }) => type === 'control_cancel_request')).toHaveLength(1)
    isRunning = false
    expect(await questions.ask(request, stop.signal)).toEqual({ outcome: { outcome: 'cancelled' } })
  })
})

describe('the modes of another agent', () => {
  const modes = (...ids: string[]) => ({
    currentModeId: ids[0] ?? '',
    availableModes: ids.map(id => ({ id, name: id })),
  })

  it('have our names where they mean the same, and their own where not', () => {
    expect(['auto_edit', 'autoEdit', 'yolo', 'ask', 'plan', 'dance'].map(toOwnMode)).toEqual([
      ...['acceptEdits', 'acceptEdits', 'bypassPermissions', 'default', 'plan', 'dance'],
    ])
    expect(toForeignMode('acceptEdits', modes('ask', 'auto_edit'))).toBe('auto_edit')
    expect(toForeignMode('dance', modes('ask', 'dance'))).toBe('dance')
    expect(() => toForeignMode('plan', modes('ask', 'dance'))).toThrow('it has ask, dance')
    expect(() => toForeignMode('plan', null)).toThrow('no modes')
  })
})
