import { type ApiRequest, type ApiTarget, canonicalModelName } from '@antiphon/contract'
import type { ApiRefusal } from '../check/refusal.ts'
import { bindingRefusal, invalidSealRefusal, modifiedRefusal } from './binding-refusals.ts'
import type { SealPayload } from './seal-payload.ts'
import { digestThinking } from './thinking-block.ts'
import type { PlacedThinking } from './walk-prefix.ts'

/** What becomes of a thinking block that comes back. */
export type ThinkingVerdict =
  | { readonly kind: 'keep' }
  | { readonly kind: 'drop'; readonly reason: string }
  | { readonly kind: 'refuse'; readonly refusal: ApiRefusal }

export type ThinkingCase = {
  readonly request: ApiRequest
  readonly target: ApiTarget
  readonly place: PlacedThinking
  /** What its signature says; null where no simulator made it. */
  readonly payload: SealPayload | null
  /** The seal of the thinking before it in this request. */
  readonly previous: string | null
  /** It belongs to the turn that is still going on (THK-08). */
  readonly isLatestTurn: boolean
  /** Thinking of the same turn stands before it. */
  readonly hasNeighbour: boolean
  readonly isBinding: boolean
}

/** Compares a block with its signature: who thought it, what was thought, and behind what (THK-08, 10, 17, 20 to 22). */
export function judgeThinking(thinking: ThinkingCase): ThinkingVerdict {
  const { request, target, place, payload, previous, isLatestTurn, hasNeighbour, isBinding } = thinking
  if (!payload) return { kind: 'refuse', refusal: invalidSealRefusal(place) }
  if (payload.model !== canonicalModelName(target.model))
    return { kind: 'drop', reason: 'model_binding_mismatch' }
  const isEdited = payload.content !== digestThinking(place.block)
  const isTorn = hasNeighbour && payload.previous !== previous
  if (isLatestTurn && (isEdited || isTorn)) return { kind: 'refuse', refusal: modifiedRefusal(place) }
  const mismatch = isBinding ? describeMismatch({ place, payload, previous, isEdited }) : null
  if (mismatch === null) return { kind: 'keep' }
  return dropsBlocks(request)
    ? { kind: 'drop', reason: 'prefix_binding_mismatch' }
    : { kind: 'refuse', refusal: bindingRefusal({ place, mismatch, target }) }
}

/** Whether the request is checked at all: by the model, and on old accounts only where the request asks for it (THK-20). */
export function bindsToPrefix(request: ApiRequest, target: ApiTarget, isOldAccount: boolean): boolean {
  return target.modelFacts.prefixCheck === true && (!isOldAccount || readBehaviour(request) !== undefined)
}

function dropsBlocks(request: ApiRequest): boolean {
  return readBehaviour(request) === 'drop_block'
}

function readBehaviour(request: ApiRequest): unknown {
  const binding: unknown = request.thinking?.block_binding
  return typeof binding === 'object' && binding !== null && 'prefix_mismatch_behavior' in binding
    ? binding.prefix_mismatch_behavior
    : undefined
}

type MismatchCase = {
  readonly place: PlacedThinking
  readonly payload: SealPayload
  readonly previous: string | null
  readonly isEdited: boolean
}

/** The sentence in which the API says what changed before a block, or null where nothing did (THK-20). */
function describeMismatch({ place, payload, previous, isEdited }: MismatchCase): string | null {
  const { before } = place
  if (before.system !== payload.system)
    return 'The `system` prompt differs from the one this block was created with.'
  if (before.tools !== payload.tools)
    return 'The `tools` list differs from the one this block was created with.'
  if (before.prefixBlocks < payload.prefixBlocks)
    return 'Content that preceded this block when it was created is missing from this request, starting at `messages.0.content.0`.'
  if (before.prefix !== payload.prefix)
    return 'A message older than `messages.0.content.0` differs from when this block was created.'
  // Blocks may be left out from the start: the first that is left has none before it.
  if (previous !== null && previous !== payload.previous)
    return 'The `thinking` block that preceded this one when it was created is missing from this request.'
  return isEdited ? '' : null
}
