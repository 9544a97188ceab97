import { setTimeout } from 'node:timers/promises'
import { isAssistantMessage } from '@antiphon/core'
import { afterEach, describe, expect, it } from 'vitest'
import { createEngineKit, type EngineKit, readEntries, run } from './engine-kit.ts'

let kit: EngineKit
afterEach(() => kit.close())

describe('the log of a session', () => {
  it('holds the stop reason and the final usage of every answer, also where a call was faster than they', async () => {
    const rounds = 10
    kit = await createEngineKit([
      ...Array.from({ length: rounds }, () => ({
        text: 'Now.',
        calls: [{ name: 'Echo', input: { text: 'a' } }],
      })),
      'Done.',
    ])
    const session = await kit.open({
      sleep: async (milliseconds, signal) => {
        await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined)
      },
    })
    await run(session.engine, 'go')
    await session.close()
    const last = new Map<string, { readonly stop: unknown; readonly tokens: number }>()
    for (const entry of await readEntries(kit)) {
      if (!isAssistantMessage(entry)) continue
      const { id, stop_reason: stop, usage } = entry.message
      last.set(id, { stop, tokens: usage.output_tokens })
    }
    expect(last.size).toBe(rounds + 1)
    for (const { stop, tokens } of last.values()) {
      expect(stop).not.toBeNull()
      expect(tokens).toBeGreaterThan(1)
    }
  })
})
