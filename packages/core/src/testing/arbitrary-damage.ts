import fc from 'fast-check'
import { arbitraryForeign, hostileBlock, hostileText } from './arbitrary-foreign.ts'
import { arbitraryHistory, type LooseMessage } from './arbitrary-history.ts'

/** A session after a crash, a bad disk, two writers or a stranger. */
export const arbitraryDamagedHistory: fc.Arbitrary<unknown[]> = fc
  .tuple(arbitraryHistory, fc.array(arbitraryDamage(), { maxLength: 6 }))
  .map(([history, damages]) => damages.reduce((current, damage) => damage(current), history as unknown[]))

type Damage = (messages: unknown[]) => unknown[]

function arbitraryDamage(): fc.Arbitrary<Damage> {
  const place = fc.nat(1000)
  return fc.oneof(
    place.map(at => (messages: unknown[]) => messages.toSpliced(position(messages, at), 1)),
    place.map(at => (messages: unknown[]) => messages.slice(position(messages, at))),
    place.map(at => (messages: unknown[]) => messages.slice(0, position(messages, at))),
    fc.tuple(place, place).map(
      ([from, to]) =>
        (messages: unknown[]) =>
          move(messages, from, to),
    ),
    fc.tuple(place, place).map(
      ([from, to]) =>
        (messages: unknown[]) =>
          messages.toSpliced(
            position(messages, to),
            0,
            structuredClone(messages[position(messages, from)] ?? null),
          ),
    ),
    fc.tuple(place, arbitraryForeign).map(
      ([at, foreign]) =>
        (messages: unknown[]) =>
          messages.toSpliced(position(messages, at), 0, foreign),
    ),
    fc.tuple(place, place, fc.oneof(hostileBlock(), fc.constant(null))).map(
      ([at, inner, block]) =>
        (messages: unknown[]) =>
          withBlock(messages, { at, inner, block }),
    ),
    fc
      .tuple(
        place,
        fc.constantFrom('text', 'id', 'tool_use_id', 'input', 'name', 'content', 'signature'),
        hostileText(),
      )
      .map(
        ([at, field, value]) =>
          (messages: unknown[]) =>
            withField(messages, { at, field, value }),
      ),
    fc.tuple(place, fc.constantFrom('toolu_1_0', 'toolu_2_0', 'toolu_1_1')).map(
      ([at, value]) =>
        (messages: unknown[]) =>
          withField(messages, { at, field: 'id', value }),
    ),
    fc.tuple(place, fc.constantFrom('msg_1', 'msg_2', '', 3)).map(
      ([at, id]) =>
        (messages: unknown[]) =>
          withInner(messages, at, inner => ({ ...inner, id })),
    ),
    fc.tuple(place, place).map(
      ([from, to]) =>
        (messages: unknown[]) =>
          sameUuid(messages, from, to),
    ),
  )
}

function position(messages: readonly unknown[], at: number): number {
  return messages.length === 0 ? 0 : at % messages.length
}

function move(messages: unknown[], from: number, to: number): unknown[] {
  if (messages.length === 0) return messages
  const moved = messages[position(messages, from)]
  const rest = messages.toSpliced(position(messages, from), 1)
  return rest.toSpliced(position(rest, to), 0, moved)
}

function withInner(
  messages: unknown[],
  at: number,
  change: (inner: LooseMessage) => LooseMessage,
): unknown[] {
  const message = messages[position(messages, at)] as LooseMessage | undefined
  if (
    !message ||
    typeof message !== 'object' ||
    typeof message.message !== 'object' ||
    message.message === null
  )
    return messages
  return messages.with(position(messages, at), {
    ...message,
    message: change(message.message as LooseMessage),
  })
}

function withBlock(messages: unknown[], place: { at: number; inner: number; block: unknown }): unknown[] {
  return withInner(messages, place.at, inner => {
    if (!Array.isArray(inner.content) || inner.content.length === 0)
      return { ...inner, content: [place.block] }
    return {
      ...inner,
      content: inner.content.toSpliced(place.inner % inner.content.length, place.inner % 2, place.block),
    }
  })
}

function withField(messages: unknown[], place: { at: number; field: string; value: unknown }): unknown[] {
  return withInner(messages, place.at, inner => {
    if (!Array.isArray(inner.content)) return { ...inner, content: place.value }
    return {
      ...inner,
      content: inner.content.map(block =>
        typeof block === 'object' && block !== null ? { ...block, [place.field]: place.value } : block,
      ),
    }
  })
}

function sameUuid(messages: unknown[], from: number, to: number): unknown[] {
  const source = messages[position(messages, from)] as LooseMessage | undefined
  const target = messages[position(messages, to)] as LooseMessage | undefined
  if (!source || !target || typeof source !== 'object' || typeof target !== 'object') return messages
  return messages.with(position(messages, to), { ...target, uuid: source.uuid })
}
