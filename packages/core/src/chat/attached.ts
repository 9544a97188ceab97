import { renderReference } from '../context/render-context.ts'
import type { ContextReference } from '../message/context-reference.ts'
import type { AttachedContext } from './chat-event.ts'

/** A reference as a tag, with what it refers to where one could not look it up. */
export function attach(reference: ContextReference, content: string | null = null): AttachedContext {
  return { reference: { ...reference, displayType: 'TAG' }, content }
}

/** The same thing is attached once. */
export function addAttached(
  contexts: readonly AttachedContext[],
  added: AttachedContext,
): readonly AttachedContext[] {
  const key = toContextKey(added)
  return contexts.some(one => toContextKey(one) === key) ? contexts : [...contexts, added]
}

/** Names it among others. */
export function toContextKey({ reference, content }: AttachedContext): string {
  return `${renderReference(reference)}\n${content ?? ''}`
}
