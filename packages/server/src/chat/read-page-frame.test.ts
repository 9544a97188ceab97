import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONTROLS } from '../../../host/src/headless/controls/index.ts'
import { readPageFrame } from './read-page-frame.ts'

const ask = (subtype: string): object => ({
  type: 'control_request',
  request_id: 'r',
  request: { subtype, ...(subtype === 'set_permission_mode' && { mode: 'plan' }) },
})

describe('readPageFrame', () => {
  it('takes what a page needs, and nothing that starts programs, changes settings or writes files as a log says', () => {
    const taken = Object.keys(CONTROLS).filter(subtype => 'kind' in readPageFrame({ ...ask(subtype) }))
    expect(taken).toEqual(
      expect.arrayContaining(['interrupt', 'set_model', 'set_permission_mode', 'cancel_async_message']),
    )
    expect(
      taken.filter(subtype => /mcp|settings|reload|initialize|read_file|register|rewind/.test(subtype)),
    ).toEqual([])
  })

  it.each(['bypassPermissions', 'nonsense', undefined, 7])('takes no change to the mode %j', mode => {
    const request = { subtype: 'set_permission_mode', mode }
    expect(readPageFrame({ type: 'control_request', request_id: 'r', request })).toMatchObject({
      status: 422,
      words: 'A page cannot choose that permission mode.',
    })
  })

  it('lets no answer do without questions, nor change what nobody knows', () => {
    const rule = {
      type: 'addRules',
      rules: [{ toolName: 'Bash', ruleContent: 'ls' }],
      behavior: 'allow',
      destination: 'localSettings',
    }
    const plan = { type: 'setMode', mode: 'plan', destination: 'session' }
    const answer = (updatedPermissions: unknown): unknown =>
      readPageFrame({
        type: 'control_response',
        response: {
          subtype: 'success',
          request_id: 'r',
          response: { behavior: 'allow', updatedInput: {}, updatedPermissions },
        },
      })
    const withUpdates = (updates: object): object => ({
      kind: 'answer',
      requestId: 'r',
      answer: { status: 'answered', response: { behavior: 'allow', updatedInput: {}, ...updates } },
    })
    expect(
      answer([
        rule,
        { ...plan, mode: 'bypassPermissions' },
        { ...plan, mode: 'bypassPermissions', destination: 'userSettings' },
        { ...rule, destination: 'policySettings' },
        { type: 'setEverything', destination: 'session' },
        'x',
        plan,
      ]),
    ).toEqual(withUpdates({ updatedPermissions: [rule, plan] }))
    expect(answer('all')).toEqual(withUpdates({}))
    expect(answer([{ ...plan, mode: 'bypassPermissions' }])).toEqual(withUpdates({}))
  })

  it('never throws, and takes nothing that is no question, answer or cancellation', () => {
    const name = fc.constantFrom('type', 'request_id', 'request', 'response', 'subtype', 'message', 'uuid')
    const frame = fc.dictionary(
      name,
      fc.oneof(
        fc.constantFrom('control_request', 'control_response', 'control_cancel_request', 'user', 'interrupt'),
        fc.dictionary(name, fc.jsonValue()),
        fc.jsonValue(),
      ),
    )
    fc.assert(
      fc.property(frame, value => {
        const read = readPageFrame(value)
        if ('kind' in read) expect(['request', 'answer', 'cancel']).toContain(read.kind)
        else expect(read).toMatchObject({ status: 422, words: expect.stringMatching(/\w/) })
      }),
      { numRuns: 2000 },
    )
  })
})
