import { encodeEntry } from '@antiphon/core'
import { arbitraryBranchingLog } from '@antiphon/core/testing/arbitrary-branching-log'
import { arbitraryDamageTo } from '@antiphon/core/testing/arbitrary-log'
import { answer, boundary, prompt, summary } from '@antiphon/core/testing/log-builder'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMemoryStore } from '../store/memory-store.ts'
import { readTail } from '../store/read-tail.ts'
import { stripEntry } from '../store/strip-entry.ts'
import { readLiveTail } from './read-live-tail.ts'

const key = { project: '-home-dev', session: 'session' }

describe('readLiveTail', () => {
  it('gives the same where it follows bare links first', async () => {
    const logs = arbitraryDamageTo(arbitraryBranchingLog, { minLength: 0, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(logs, fc.nat(10), async (entries, maxHeld) => {
        const store = createMemoryStore()
        const objects = entries.filter(
          entry => typeof entry === 'object' && entry !== null && !Array.isArray(entry),
        )
        const { seq: end } = await store.append(key, objects)
        const whole = await readTail({ store, key }, { end })
        const live = await readLiveTail({ store, key }, { end, maxHeld })
        expect(live.context.messages).toEqual(whole.context.messages)
        expect(live.context.leaf).toEqual(whole.context.leaf)
        expect({ ...live, context: live.context.report }).toEqual({ ...whole, context: whole.context.report })
      }),
      { numRuns: 400 },
    )
  })

  it('gives back the words of what is live, and titles as they are', async () => {
    const long = 'x'.repeat(5000)
    const store = createMemoryStore()
    const entries = [
      prompt('a', null, { message: { role: 'user', content: long } }),
      boundary('b', 'a'),
      summary('c', 'b'),
      answer('d', 'never written', { extra: { toolUseResult: { text: long } } }),
      { type: 'last-prompt', lastPrompt: long, sessionId: 'session' },
    ]
    const { seq: end } = await store.append(key, entries)
    const { context } = await readLiveTail({ store, key }, { end, maxHeld: 1 })
    expect(context.messages).toEqual(entries.slice(1, 4))
    expect(context.titles).toEqual({ lastPrompt: long })
    expect(context.report.map(({ rule }) => rule)).toEqual(['dangling-parent'])
  })
})

describe('stripEntry', () => {
  it('makes entries of any size small and keeps them apart', () => {
    const entry = (text: string) =>
      prompt('a', null, {
        message: { role: 'user', content: [{ type: 'text', text }] },
        toolUseResult: { text },
      })
    const [first, second] = [`${'x'.repeat(100_000)}1`, `${'x'.repeat(100_000)}2`].map(entry)
    const stripped = [first, first, second].map(each => encodeEntry(stripEntry(each ?? {})))
    expect(stripped[0]).toBe(stripped[1])
    expect(stripped[0]).not.toBe(stripped[2])
    expect(stripped[0]?.length).toBeLessThan(1000)
  })

  it('takes what is nested deeper than the stack', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
    expect(() => stripEntry({ type: 'user', toolUseResult: deep })).not.toThrow()
  })
})
