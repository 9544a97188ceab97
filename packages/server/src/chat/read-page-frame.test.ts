import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONTROLS } from '../../../host/src/headless/controls/index.ts'
import { readPageFrame } from './read-page-frame.ts'

const ask = (subtype: string): object => ({ type: 'control_request', request_id: 'r', request: { subtype } })

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
