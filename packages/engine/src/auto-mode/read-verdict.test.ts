import { describe, expect, it } from 'vitest'
import { readVerdict } from './create-classifier.ts'

describe('readVerdict', () => {
  it.each([
    ['{"decision":"allow","reason":"It only runs tests."}', 'allow', 'It only runs tests'],
    ['```json\n{"decision":"block","reason":"It pushes"}\n```', 'deny', 'It pushes'],
    ['{"decision":"block"}', 'deny', 'it gave no reason'],
    ['{"decision":"block","reason":"two\\nlines\\u001b[31m"}', 'deny', 'two lines'],
  ])('reads %j', (answer, behavior, reason) => {
    expect(readVerdict(answer)).toEqual({ behavior, reason })
  })

  it.each([
    '',
    'allow',
    '{"decision":"ALLOW"}',
    '{"decision":"yes","reason":"x"}',
    'I think {"decision":"allow","reason":"x"}',
    '{"decision":"allow","reason":"x"} {"decision":"block","reason":"y"}',
    '["allow"]',
    'null',
    '{"decision":"allow"',
  ])('takes %j for no verdict', answer => {
    expect(readVerdict(answer).behavior).toBe('unsure')
  })

  it('bounds a reason', () => {
    const answer = JSON.stringify({ decision: 'block', reason: 'x'.repeat(5_000) })
    expect(readVerdict(answer).reason.length).toBeLessThanOrEqual(300)
  })
})
