import fc from 'fast-check'
import { PIXEL } from './pixel.ts'

/** Something that goes wrong at any place of a JSON value, however deep. */
export type JsonDamage = (value: unknown) => unknown

/** Damage that knows nothing of messages: fields vanish, appear, change places or hold what they should not. */
export function arbitraryJsonDamage(): fc.Arbitrary<JsonDamage> {
  const place = fc.nat(1_000_000)
  return fc.oneof(
    place.map(at => change(at, remove)),
    fc.tuple(place, hostileValue()).map(([at, value]) => change(at, holder => set(holder, () => value))),
    place.map(at => change(at, holder => set(holder, inner => [inner]))),
    place.map(at => change(at, double)),
    fc
      .tuple(place, fc.constantFrom(...FIELDS), hostileValue())
      .map(([at, field, value]) => change(at, holder => set(holder, inner => addField(inner, field, value)))),
    fc.tuple(place, place).map(
      ([at, from]) =>
        (value: unknown) =>
          change(at, holder => set(holder, () => structuredClone(readAt(value, from))))(value),
    ),
  )
}

const FIELDS = [
  'foo',
  'cache_control',
  'citations',
  'id',
  'type',
  'content',
  'is_error',
  'caller',
  'text',
  '__proto__',
]

function hostileValue(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(
      { toString: 1 },
      { valueOf: null, toString: null },
      '{"a":"\\ud800"}',
      '\ud800',
      '',
      ' ',
      { type: 'ephemeral' },
      { type: 'text', text: '' },
      { type: 'constructor' },
      { enabled: true },
      'toolu_0_0',
      'srvtoolu_0_s',
      'pause_turn',
      'url',
      PIXEL,
    ),
  )
}

type Holder = { readonly container: unknown[] | Record<string, unknown>; readonly key: string }

function change(at: number, apply: (holder: Holder) => void): JsonDamage {
  return value => {
    const copy = structuredClone(value)
    const holders = listHolders(copy)
    const holder = holders[at % Math.max(1, holders.length)]
    if (holder) apply(holder)
    return copy
  }
}

function listHolders(value: unknown): readonly Holder[] {
  if (typeof value !== 'object' || value === null) return []
  const container = value as Record<string, unknown>
  return Object.keys(container).flatMap(key => [{ container, key }, ...listHolders(container[key])])
}

function readAt(value: unknown, at: number): unknown {
  const holders = listHolders(value)
  const holder = holders[at % Math.max(1, holders.length)]
  return holder && (holder.container as Record<string, unknown>)[holder.key]
}

function remove({ container, key }: Holder): void {
  if (Array.isArray(container)) container.splice(Number(key), 1)
  else delete container[key]
}

function double({ container, key }: Holder): void {
  if (Array.isArray(container)) container.splice(Number(key), 0, structuredClone(container[Number(key)]))
}

function set(holder: Holder, next: (inner: unknown) => unknown): void {
  const container = holder.container as Record<string, unknown>
  container[holder.key] = next(container[holder.key])
}

function addField(inner: unknown, field: string, value: unknown): unknown {
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
  return Object.fromEntries([...Object.entries(inner), [field, value]])
}
