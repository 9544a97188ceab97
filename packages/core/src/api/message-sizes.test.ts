import { jsonBytes } from '@antiphon/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createUserMessage } from '../message/user-message.ts'
import { text } from '../testing/history-builder.ts'
import { createSizes } from './message-sizes.ts'

function messages(...words: readonly string[]) {
  return words.map(word => createUserMessage({ content: [text(word)] }))
}

describe('createSizes', () => {
  it('counts bytes exactly once the messages could be too large, and each message once', () => {
    const sizes = createSizes({ bytes: 500 })
    sizes.measure(messages('a'))
    expect(sizes.isSmall()).toBe(true)
    const list = messages('a', '👋'.repeat(100))
    sizes.measure(list)
    expect(sizes.isSmall()).toBe(false)
    const envelopes = list.length * '{"role":"assistant","content":},'.length
    const bytes = list.reduce((sum, { message }) => sum + jsonBytes(message.content), 0)
    expect(sizes.total() - bytes - envelopes).toBeLessThanOrEqual(list.length)
    expect(sizes.total()).toBeGreaterThanOrEqual(bytes + envelopes)
  })

  it('never calls small what has more bytes than the budget', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 200 }), { maxLength: 5 }),
        fc.integer({ min: 100, max: 3000 }),
        (words, budget) => {
          const sizes = createSizes({ bytes: budget })
          const list = messages(...words.map(word => `x${word}`))
          sizes.measure(list)
          if (sizes.isSmall())
            expect(jsonBytes(list.map(({ message }) => message))).toBeLessThanOrEqual(budget)
        },
      ),
    )
  })

  it('measures the last message again, which may have been added to, and forgets what it is told to', () => {
    const sizes = createSizes({ bytes: 1_000_000 })
    sizes.measure(messages('a', 'b'))
    const before = sizes.total()
    sizes.measure(messages('a', 'b and more'))
    expect(sizes.total()).toBe(before + ' and more'.length)
    sizes.forget(1)
    expect(sizes.each).toHaveLength(1)
    sizes.measure(messages('a', 'b'))
    expect(sizes.total()).toBe(before)
    sizes.forget(0)
    expect(sizes.total()).toBe(0)
  })
})
