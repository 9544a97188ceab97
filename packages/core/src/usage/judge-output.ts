/** How many tokens an answer wrote: what its log says, and what it must have been. */
export type JudgedOutput = {
  /** As the log has it, which is what other programs read. */
  readonly recorded: number
  /** The record where it may be true; else what the visible content comes to. */
  readonly atLeast: number
  /** True where the record cannot be true. */
  readonly isEstimated: boolean
}

/**
 * Claude Code stores for most answers the count that stood at the beginning of their stream, one to a few tokens,
 * however long they became. A record that the visible content clearly exceeds cannot be true: by half and by
 * `MARGIN_TOKENS`, since the estimate (four characters a token) is rough. Of a thousand real answers with a true record,
 * it was beyond that for none of more than fifty tokens but those of a scripted API.
 */
export function judgeOutput(recorded: number, visible: number): JudgedOutput {
  const isEstimated = visible > recorded * CLEARLY + MARGIN_TOKENS
  return { recorded, atLeast: isEstimated ? visible : recorded, isEstimated }
}

const CLEARLY = 1.5
const MARGIN_TOKENS = 8
