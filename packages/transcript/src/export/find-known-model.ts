import { canonicalModelName, isObject, MODELS } from '@antiphon/contract'
import type { TranscriptEntry } from '@antiphon/core'

/**
 * The model that answered last, of those whose rules are known: what thinking blocks and media may look like depends on
 * it; an unknown one is judged as the newest.
 */
export function findKnownModel(messages: readonly TranscriptEntry[]): { readonly model?: string } {
  for (const message of messages.toReversed()) {
    const inner: unknown = message.type === 'assistant' ? message.message : undefined
    const model: unknown = isObject(inner) ? inner.model : undefined
    if (typeof model === 'string' && Object.hasOwn(MODELS, canonicalModelName(model))) return { model }
  }
  return {}
}
