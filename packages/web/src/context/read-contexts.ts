import { isObject } from '@antiphon/contract'
import { type ContextReference, parseContext } from '@antiphon/core'
import { isContextReference } from '@antiphon/core/message'

/** A prompt's text without its quote block, and what was attached: as data where the entry has it, else from the block. */
export function readContexts(
  text: string,
  message: unknown,
): { readonly text: string; readonly references: readonly ContextReference[] } {
  const parsed = parseContext(text)
  const stored: unknown = isObject(message) ? message.contexts : undefined
  const references = Array.isArray(stored) ? stored.filter(isContextReference) : []
  return { text: parsed.text, references: references.length > 0 ? references : parsed.references }
}
