import { createAssistantAPIErrorMessage, getRequestTooLargeErrorMessage } from '@antiphon/core'
import { blamedBlockTypes } from '@antiphon/core/api'
import type { ProviderError } from '../provider/provider-error.ts'

/** What can be done about a refused request, beside sending it again. */
export type Remedy =
  | { readonly kind: 'compact' }
  | { readonly kind: 'strip-media'; readonly words: string }
  | { readonly kind: 'drop-thinking'; readonly beta: string }

/** The cure for a refusal, by its words, since the API gives no code for most; null where there is none. */
export function findRemedy({ code, message }: ProviderError): Remedy | null {
  if (code === 'too-large') return { kind: 'strip-media', words: getRequestTooLargeErrorMessage() }
  if (code !== 'refused') return null
  if (TOO_LONG.test(message)) return { kind: 'compact' }
  if (BOUND.test(message)) return { kind: 'drop-thinking', beta: BINDING_BETA }
  const isMedia = blamedBlockTypes(createAssistantAPIErrorMessage({ content: message })).size > 0
  return isMedia ? { kind: 'strip-media', words: message } : null
}

const TOO_LONG =
  /prompt is too long|exceed(?:s)? (?:the )?context (?:window|limit)|input length and `max_tokens` exceed/i
const BOUND = /bound to a different conversation/i
const BINDING_BETA = 'thinking-binding-controls-2026-08-01'
