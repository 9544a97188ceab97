import type { ApiTargetOptions } from '@antiphon/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryJsonDamage } from '../testing/arbitrary-json-damage.ts'
import { arbitraryRichHistory } from '../testing/arbitrary-rich-history.ts'
import { normalizeLog } from '../testing/normalize-log.ts'
import { createApiView } from './create-api-view.ts'
import { normalizeMessagesForAPI } from './normalize-messages-for-api.ts'

const TOOLS = [{ name: 'Read' }]

const arbitraryTarget: fc.Arbitrary<ApiTargetOptions> = fc.record({
  model: fc.constantFrom('claude-opus-5-5', 'claude-haiku-4-5'),
  platform: fc.constantFrom('anthropic', 'bedrock', 'vertex'),
  betas: fc.constantFrom<readonly string[]>(
    [],
    ['files-api-2025-04-14'],
    ['server-side-fallback-2026-06-01', 'mcp-client-2025-11-20', 'compact-2026-01-12'],
  ),
})

/** A session in which anything at all may be damaged, down to the field of a source of a block of a result. */
const arbitraryBrokenHistory: fc.Arbitrary<readonly unknown[]> = fc
  .tuple(arbitraryRichHistory, fc.array(arbitraryJsonDamage(), { maxLength: 4 }))
  .map(([history, damages]) => {
    const broken = damages.reduce((value, damage) => damage(value), history as unknown)
    return Array.isArray(broken) ? broken : [broken]
  })

describe('damage at any depth', () => {
  it('becomes a request that can be sent, for every target', () => {
    fc.assert(
      fc.property(arbitraryBrokenHistory, arbitraryTarget, (history, target) => {
        expect(normalizeLog(history, target).violations).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('is mended once, and the same way where messages come one at a time', () => {
    fc.assert(
      fc.property(arbitraryBrokenHistory, arbitraryTarget, (history, target) => {
        const once = normalizeMessagesForAPI(history, TOOLS, target)
        const repairs: unknown[] = []
        const report = (repair: unknown) => repairs.push(repair)
        expect(normalizeMessagesForAPI(once, TOOLS, { ...target, report })).toEqual(once)
        expect(repairs).toEqual([])
        const view = createApiView(TOOLS, target)
        for (const message of history) {
          view.append(message)
          view.messages()
        }
        expect(view.messages()).toEqual(once)
      }),
      { numRuns: 300 },
    )
  })
})
