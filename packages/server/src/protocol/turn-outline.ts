/** A session's turns at a glance: what was asked and how much was done for it, without what was said. */
export type TurnOutline = {
  /** How far the log was read. */
  readonly end: number
  /** Those of the conversation, in its order; of very many, those around the position that was asked for. */
  readonly turns: readonly OutlineTurn[]
  /** How many there are in all. */
  readonly count: number
  /** Of all of them together. */
  readonly total: Pick<OutlineTurn, 'calls' | 'failed' | 'added' | 'removed'> & {
    readonly durationMs: number
  }
  /** Where the context was compacted among these turns, and last of all. */
  readonly compactions: readonly number[]
}

/** Whose turns, and around which position of the log: its end unless told. */
export type TurnsQuestion = {
  readonly session: string
  readonly agentId?: string
  readonly around?: number
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
