import { isObject } from '@antiphon/contract'

import { expect } from 'vitest'
import type { MessageConverter } from '../formats.ts'
import type { ConversionLoss } from '../loss.ts'
import { withoutFields } from '../said/fields.ts'
import { readMessages } from '../said/read-messages.ts'
import { writeBlock } from '../said/write-block.ts'
import type { FromOptions } from '../said/write-messages.ts'

export const FIXED: FromOptions = { createUuid: () => 'uuid', timestamp: '2026-01-01T00:00:00.000Z' }

/** A block as it counts: what is the same for the API is equal. */
type CountedBlock = { readonly key: string; readonly role: string; readonly block: unknown }

/**
 * Ours → theirs → ours: every block that was not reported is there, as it was and in its order; all others stand for one
 * that was reported. The way back loses nothing more, and going there again gives the same.
 */
export function expectRoundTrip(ours: readonly unknown[], { to, from }: MessageConverter): void {
  const there = to(ours)
  const sent: unknown = JSON.parse(JSON.stringify(there.messages))
  expect(sent).toEqual(there.messages)
  const back = from(there.messages, FIXED)
  expect(back.losses).toEqual([])
  const lost = new Set(there.losses.filter(({ action }) => action !== 'carried').map(toKey))
  const expected = flatten(ours).filter(({ key }) => !lost.has(key))
  const actual = flatten(back.messages)
  const extra = countExtra(expected, actual)
  const standIns = there.losses.filter(({ action }) => STANDING.has(action)).length
  expect(extra).toBeLessThanOrEqual(standIns)
  expect(to(back.messages).messages).toEqual(to(from(to(back.messages).messages, FIXED).messages).messages)
}

const STANDING: ReadonlySet<string> = new Set(['replaced', 'trimmed', 'moved'])

/** How many blocks of `actual` are in none of `expected`, which has to be in it, in its order. */
function countExtra(expected: readonly CountedBlock[], actual: readonly CountedBlock[]): number {
  let at = 0
  for (const { role, block } of expected) {
    const text = JSON.stringify([role, block])
    const found = actual.findIndex(
      (other, index) => index >= at && JSON.stringify([other.role, other.block]) === text,
    )
    if (found < 0)
      expect(actual.slice(at).map(({ role, block }) => ({ role, block }))).toContainEqual({ role, block })
    at = found + 1
  }
  return actual.length - expected.length
}

function toKey({ index, block }: ConversionLoss): string {
  return `${index}/${block}`
}

function flatten(messages: readonly unknown[]): readonly CountedBlock[] {
  return readMessages(messages, () => {}).flatMap(({ role, blocks, place }) =>
    blocks.map(block => ({
      key: `${place.index}/${block.at}`,
      role,
      block: sortFields(writeBlock(block)),
    })),
  )
}

/** What stands beside content comes back, too, where the other side has a place for it. */
export function expectEnvelopes(ours: readonly unknown[], { to, from }: MessageConverter): void {
  const there = to(ours)
  expect(there.losses.filter(({ rule }) => rule === 'envelope')).toEqual([])
  // A result that moved away from its message takes what stands beside that with it.
  if (there.losses.some(({ action }) => action === 'moved')) return
  const dropped = new Set(there.losses.filter(({ block }) => block === null).map(({ index }) => index))
  const expected = ours.filter((_, index) => !dropped.has(index)).map(toEnvelope)
  expect(from(there.messages, FIXED).messages.map(toEnvelope)).toEqual(expected)
}

function toEnvelope(message: unknown): unknown {
  if (!isObject(message) || !isObject(message.message)) return message
  return { ...message, message: withoutFields(message.message, ['content']) }
}

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, field]) => [name, sortFields(field)]),
  )
}
