import type { ApiTarget } from '@antiphon/contract'
import type { ApiRefusal } from '../check/refusal.ts'
import type { PlacedThinking } from './walk-prefix.ts'

/** A signature that nobody made (THK-10, THK-11). */
export function invalidSealRefusal(place: PlacedThinking): ApiRefusal {
  const isRedacted = place.block.type === 'redacted_thinking'
  const [field, block] = isRedacted ? ['data', 'redacted_thinking'] : ['signature', 'thinking']
  return toRefusal(place, isRedacted ? 'THK-11' : 'THK-10', `Invalid \`${field}\` in \`${block}\` block`)
}

/** Thinking of the turn that goes on, changed, out of order or with a gap (THK-08). */
export function modifiedRefusal(place: PlacedThinking): ApiRefusal {
  return toRefusal(
    place,
    'THK-08',
    '`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
  )
}

export type BindingRefusalOptions = {
  readonly place: PlacedThinking
  readonly mismatch: string
  readonly target: ApiTarget
}

/** Thinking that was made behind another past (THK-20; a gap is THK-21). */
export function bindingRefusal({ place, mismatch, target }: BindingRefusalOptions): ApiRefusal {
  const sentences = [
    'Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
    ...(target.betas.includes(BINDING_BETA)
      ? []
      : [`That setting requires the \`${BINDING_BETA}\` value in the \`anthropic-beta\` header.`]),
    ...(mismatch === '' ? [] : [mismatch]),
  ]
  const rule = mismatch.startsWith('The `thinking` block') ? 'THK-21' : 'THK-20'
  return toRefusal(place, rule, sentences.join(' '))
}

/** The beta that lets a request say what becomes of such blocks, and tells what became of them. */
export const BINDING_BETA = 'thinking-binding-controls-2026-08-01'

function toRefusal({ messageIndex, contentIndex }: PlacedThinking, rule: string, text: string): ApiRefusal {
  const message = `messages.${messageIndex}.content.${contentIndex}: ${text}`
  return { status: 400, errorType: 'invalid_request_error', message, rule }
}
