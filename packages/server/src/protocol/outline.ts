/** A whole log at a glance: some ten kilobytes, however long it is. */
export type Outline = {
  /** How far it was read. */
  readonly end: number
  readonly messages: number
  readonly stretches: OutlineStretches
  /** In the order of the log. */
  readonly marks: readonly OutlineMark[]
  /** The conversation first, then what it left behind, each behind the one off which it hangs. */
  readonly branches: readonly OutlineBranch[]
  /** Branches that were left out, since there are too many. */
  readonly hiddenBranches: number
}

/** The log in stretches of equal length. */
export type OutlineStretches = {
  /** Bytes. */
  readonly width: number
  readonly list: readonly OutlineStretch[]
}

export type OutlineStretch = {
  /** The position of its first message; null where none begins in it. */
  readonly seq: number | null
  readonly at: string | null
  readonly prompts: number
  readonly answers: number
  readonly calls: number
  readonly errors: number
}

export type OutlineMark = {
  readonly kind: 'prompt' | 'compaction' | 'error' | 'interruption'
  readonly seq: number
  readonly at: string | null
  /** Its first words. */
  readonly text: string
  /** How many of its kind stand there, close together. */
  readonly count: number
}

/** A chain of messages that ends in a leaf. */
export type OutlineBranch = {
  readonly leafUuid: string
  readonly leafSeq: number
  /** Which of the branches it left; null for the conversation itself. */
  readonly parent: number | null
  /** The message that both share last; null where it has a beginning of its own. */
  readonly forkSeq: number | null
  /** Its own first message. */
  readonly firstSeq: number
  /** Those that it does not share. */
  readonly messages: number
  readonly at: string | null
  /** Its own first words. */
  readonly text: string
}

/** Which message of a branch stands last before a position. */
export type BranchPlaceRequest = {
  readonly session: string
  readonly leafUuid: string
  readonly before: number
}

export type BranchPlace = { readonly uuid: string | null; readonly seq: number | null }

/** A place in one log that holds what is looked for. */
export type FoundPlace = {
  readonly seq: number
  readonly uuid: string | null
  readonly kind: string
  /** How often what was looked for stands there; at least once. */
  readonly marks: number
}
