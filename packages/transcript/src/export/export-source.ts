import type { Conversation, TranscriptEntry } from '@antiphon/core'
import type { RedactionCounts } from './redact.ts'

/** A session that is to be exported: read as a conversation, its secrets taken out unless somebody wants to keep them. */
export type ExportSource = {
  /** Its file, as a person knows it. */
  readonly name: string
  readonly conversation: Conversation
  /** What each subagent said, wherever it was stored. */
  readonly subagents: readonly ExportedSubagent[]
  /** The conversation with its subagents' messages put between its own, so that a call is found with its work. */
  readonly woven: readonly TranscriptEntry[]
  /** What was taken out; null where secrets were kept. */
  readonly redactions: RedactionCounts | null
}

export type ExportedSubagent = {
  readonly agentId: string | null
  readonly messages: readonly TranscriptEntry[]
}

export type ExportOptions = {
  readonly hasThinking: boolean
  /** Also what the conversation left behind. */
  readonly hasBranches: boolean
}
