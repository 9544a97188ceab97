import { isObject } from '@antiphon/contract'
import { expect } from 'vitest'
import type { MessageConverter } from '../formats.ts'
import { FIXED } from './round-trip.ts'

/** Theirs → ours → theirs: the same, but for what ours put where only converters look. */
export function expectForeignRoundTrip(theirs: readonly unknown[], { to, from }: MessageConverter): void {
  const there = from(theirs, FIXED)
  const back = to(there.messages)
  expect(back.messages.map(withoutOwn)).toEqual(theirs.map(withoutOwn))
  expect(there.losses.filter(({ action }) => action !== 'carried')).toEqual([])
}

const SLOTS: ReadonlySet<string> = new Set([
  ...['metadata', 'providerOptions', 'providerMetadata', 'callProviderMetadata', 'resultProviderMetadata'],
  'additional_kwargs',
])

/** A value without the fields of ours, and without the places that hold nothing else. */
function withoutOwn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOwn)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'antiphon')
      .map(([name, field]) => [name, withoutOwn(field)] as const)
      .filter(([name, field]) => !(SLOTS.has(name) && isObject(field) && Object.keys(field).length === 0)),
  )
}
