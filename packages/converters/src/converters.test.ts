import { normalizeMessagesForAPI } from '@antiphon/core'
import { arbitraryDamagedHistory } from '@antiphon/core/testing/arbitrary-damage'
import { arbitraryHistory } from '@antiphon/core/testing/arbitrary-history'
import { arbitraryJsonDamage } from '@antiphon/core/testing/arbitrary-json-damage'
import { arbitraryRichHistory } from '@antiphon/core/testing/arbitrary-rich-history'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MESSAGE_CONVERTERS } from './formats.ts'
import type { ForeignFormat } from './said/foreign.ts'
import { ARBITRARY_THEIRS } from './testing/arbitrary-theirs.ts'
import { expectForeignRoundTrip } from './testing/foreign-round-trip.ts'
import { readRealHistories } from './testing/histories.ts'
import { JUDGES } from './testing/judges.ts'
import { expectEnvelopes, expectRoundTrip } from './testing/round-trip.ts'

/** Formats that have a place for what stands beside role and content. */
const WITH_ENVELOPES: ReadonlySet<string> = new Set(['ai-sdk', 'ai-sdk-model', 'langchain'])

const FORMATS = Object.keys(MESSAGE_CONVERTERS) as ForeignFormat[]

const arbitrarySession = fc.oneof(arbitraryHistory, arbitraryRichHistory)

const viewOf = (history: readonly unknown[]) => normalizeMessagesForAPI(history as never)

describe.each(FORMATS)('%s', format => {
  const converter = MESSAGE_CONVERTERS[format]
  const judge = JUDGES[format]

  it('gives back what it takes, but for what it reports', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySession, async history => {
        for (const messages of [history, viewOf(history)]) {
          expectRoundTrip(messages, converter)
          if (WITH_ENVELOPES.has(format)) expectEnvelopes(messages, converter)
          await judge(messages, messages !== history)
        }
      }),
    )
  })

  it('gives back messages of the API, too', () => {
    fc.assert(
      fc.property(arbitrarySession, history => {
        expectRoundTrip(
          viewOf(history).map(({ message }) => ({ role: message.role, content: message.content })),
          converter,
        )
      }),
    )
  })

  it('takes any damage, and reports it', async () => {
    const nested = fc
      .tuple(arbitrarySession, arbitraryJsonDamage())
      .map(([history, damage]) => damage(history))
      .filter(Array.isArray)
    await fc.assert(
      fc.asyncProperty(fc.oneof(arbitraryDamagedHistory, nested), async history => {
        expectRoundTrip(history, converter)
        await judge(history, false)
        await judge(viewOf(history), true)
      }),
    )
  })

  it('gives back what is theirs', () => {
    fc.assert(
      fc.property(ARBITRARY_THEIRS[format], theirs => {
        expectForeignRoundTrip(theirs, converter)
      }),
    )
  })

  it('throws at nothing that another may hand in as its own', () => {
    const damaged = fc
      .tuple(arbitrarySession, fc.array(arbitraryJsonDamage(), { maxLength: 3 }))
      .map(([history, damages]) =>
        damages.reduce((value, damage) => damage(value), converter.to(history).messages as unknown),
      )
      .filter(Array.isArray)
    fc.assert(
      fc.property(fc.oneof(damaged, fc.array(fc.jsonValue())), theirs => {
        const { messages, losses } = converter.from(theirs)
        expect(Array.isArray(converter.to(messages).messages) && Array.isArray(losses)).toBe(true)
      }),
    )
  })

  it('holds real sessions', async () => {
    let count = 0
    for (const { stored, view } of readRealHistories()) {
      expectRoundTrip(stored, converter)
      expectRoundTrip(view, converter)
      await judge(view, true)
      count++
    }
    expect(count).toBeGreaterThan(80)
  })
})
