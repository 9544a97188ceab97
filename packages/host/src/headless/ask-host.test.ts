import { createUserMessage } from '@antiphon/core'
import type { ControlRequestEvent } from '@antiphon/core/wire'
import { describe, expect, it } from 'vitest'
import { createHostQuestions, toPermissionAnswer } from './ask-host.ts'
import { createHost, type Host } from './host.ts'

describe('toPermissionAnswer', () => {
  it('allows only what says so clearly', () => {
    expect(toPermissionAnswer({ status: 'answered', response: { behavior: 'allow' } })).toEqual({
      behavior: 'allow',
    })
    for (const response of [{}, { behavior: 'ALLOW' }, { behavior: true }, { behavior: ['allow'] }])
      expect(toPermissionAnswer({ status: 'answered', response })).toMatchObject({ behavior: 'deny' })
    for (const status of ['gone', 'cancelled'] as const)
      expect(toPermissionAnswer({ status })).toMatchObject({ behavior: 'deny' })
    expect(toPermissionAnswer({ status: 'refused', error: 'x' })).toMatchObject({ behavior: 'deny' })
  })

  it('takes over a changed input, and changes of the rules that can be read', () => {
    const rule = {
      type: 'addRules',
      behavior: 'allow',
      rules: [{ toolName: 'Read' }],
      destination: 'session',
    } as const
    const updatedPermissions = [rule, { type: 'addRules', behavior: 'all' }, null, { type: 'fly' }]
    expect(
      toPermissionAnswer({
        status: 'answered',
        response: { behavior: 'allow', updatedInput: { a: 1 }, updatedPermissions },
      }),
    ).toEqual({ behavior: 'allow', updatedInput: { a: 1 }, updates: [rule] })
  })

  it('hands on the words of a refusal as they stand', () => {
    const response = { behavior: 'deny', message: 'no deleting', interrupt: true }
    expect(toPermissionAnswer({ status: 'answered', response })).toEqual({
      behavior: 'deny',
      message: 'no deleting',
      reason: 'host',
      interrupt: true,
    })
  })
})

const QUESTION = { question: 'Which?', header: 'Which', options: [], multiSelect: false }

/** Answers every question with the same words. */
function hostThatSays(response: Parameters<Host['settle']>[1]): Host {
  const host: Host = createHost(async event => {
    // The host is only ever asked here.
    queueMicrotask(() => host.settle((event as ControlRequestEvent).request_id, response))
  })
  return host
}

describe('createHostQuestions', () => {
  const ask = (response: Parameters<Host['settle']>[1]): Promise<unknown> =>
    createHostQuestions(hostThatSays(response), work => work(), { tell: () => [] })(
      [QUESTION],
      new AbortController().signal,
      'toolu_1',
    )

  it('gives the answers that stand in the input which comes back', async () => {
    const answers = { 'Which?': 'This' }
    const response = { behavior: 'allow', updatedInput: { questions: [], answers } }
    expect(await ask({ status: 'answered', response })).toEqual({ answers })
  })

  it('gives with them what the model is told of who answered', async () => {
    const message = createUserMessage({ content: 'Ben did' })
    const peers = { tell: () => [message] }
    const response = { behavior: 'allow', updatedInput: { answers: { 'Which?': 'This' } } }
    const ask = createHostQuestions(hostThatSays({ status: 'answered', response }), work => work(), peers)
    expect(await ask([QUESTION], new AbortController().signal, 'toolu_1')).toMatchObject({
      messages: [message],
    })
  })

  it('has no answer where nobody gave one', async () => {
    for (const response of [{ behavior: 'allow' }, { behavior: 'deny', message: 'no' }, {}])
      expect(await ask({ status: 'answered', response })).toBeNull()
    expect(await ask({ status: 'gone' })).toBeNull()
  })
})
