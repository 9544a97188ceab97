import type { ContextReference } from '@antiphon/core'
import { renderReference } from '@antiphon/core/context'
import type { AttachedContext } from '@antiphon/server/protocol'

/** A reference as a tag, with what it refers to where one could not look it up. */
export function attach(reference: ContextReference, content: string | null = null): AttachedContext {
  return { reference: { ...reference, displayType: 'TAG' }, content }
}

/** The same thing is attached once. */
export function addAttached(
  contexts: readonly AttachedContext[],
  added: AttachedContext,
): readonly AttachedContext[] {
  const key = toKey(added)
  return contexts.some(one => toKey(one) === key) ? contexts : [...contexts, added]
}

/** Names it among others. */
export function toKey({ reference, content }: AttachedContext): string {
  return `${renderReference(reference)}\n${content ?? ''}`
}
