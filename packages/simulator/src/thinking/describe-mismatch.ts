import type { SealPayload } from './seal-payload.ts'
import type { PlacedThinking } from './walk-prefix.ts'

export type MismatchCase = {
  readonly place: PlacedThinking
  readonly payload: SealPayload
  readonly previous: string | null
  readonly isEdited: boolean
}

/** The sentence in which the API says what changed before a block, or null where nothing did (THK-20). */
export function describeMismatch({ place, payload, previous, isEdited }: MismatchCase): string | null {
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
