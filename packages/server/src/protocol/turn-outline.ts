/** A session's turns at a glance: what was asked and how much was done for it, without what was said. */
export type TurnOutline = {
  /** How far the log was read. */
  readonly end: number
  /** Those of the conversation, in its order; what was left behind is not among them. */
  readonly turns: readonly OutlineTurn[]
  /** Where the context was compacted, in the order of the log. */
  readonly compactions: readonly number[]
}

/** What was asked of the model, and how much was done for it. */
export type OutlineTurn = {
  /** From 1, as the page counts it. */
  readonly number: number
  /** Where its prompt stands. */
  readonly seq: number
  /** Where the last that was said or done for it stands. */
  readonly last: number
  readonly at: string | null
  /** Its first words, on one line. */
  readonly text: string
  readonly calls: number
  /** Calls that failed. */
  readonly failed: number
  /** Lines of files. */
  readonly added: number
  readonly removed: number
  /** Without the silence of a closed laptop; null where the log tells no times. */
  readonly durationMs: number | null
}
