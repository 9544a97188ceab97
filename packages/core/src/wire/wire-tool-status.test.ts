import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REJECT_MESSAGE } from '../message/synthetic-texts.ts'
import type { WireEvent } from './wire-event.ts'
import { wireToolStatus } from './wire-tool-status.ts'

const block = { type: 'tool_result', tool_use_id: 't1', content: 'no', is_error: true }

function judge(result: object, fields: object = {}, others: readonly object[] = []): string {
  const event = { type: 'user', message: { role: 'user', content: [result, ...others] }, ...fields }
  // Tests build only the fields that are read.
  return wireToolStatus(event as unknown as WireEvent, result)
}

describe('wireToolStatus', () => {
  it('judges by the block alone where the event tells no more', () => {
    expect(judge({ ...block, is_error: false })).toBe('done')
    expect(judge(block)).toBe('failed')
    expect(judge({ ...block, content: REJECT_MESSAGE })).toBe('denied')
  })

  it('believes what the event says of its own call only', () => {
    const decision = { permission_decision: { decision: 'reject' } }
    expect(judge(block, { tool_result_meta: [{ id: 't1', ...decision }] })).toBe('denied')
    expect(judge(block, { tool_result_meta: [{ id: 't2', ...decision }] })).toBe('failed')
  })

  it('sees a tool that was interrupted, where it is sure whose result that is', () => {
    const fields = { tool_use_result: { interrupted: true } }
    expect(judge(block, fields)).toBe('interrupted')
    expect(judge(block, fields, [{ ...block, tool_use_id: 't2' }])).toBe('failed')
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.object(), fc.object(), (fields, result) => {
        expect(judge(result, fields)).toBeTypeOf('string')
      }),
    )
  })
})
