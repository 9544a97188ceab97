import type { ContextReference } from '@antiphon/core'

/** What a field of a document is. */
export type FieldKind = (typeof FIELD_KINDS)[number]

export const FIELD_KINDS = [
  'prompt',
  'answer',
  'thinking',
  'tool-input',
  'tool-output',
  'attachment',
  'title',
  'system',
] as const

export type SearchField = {
  readonly kind: FieldKind
  readonly text: string
  /** The tool that is called or that answers; the call of an answer may stand in another line. */
  readonly tool?: string
  /** The call that an answer belongs to. */
  readonly call?: string
  readonly isError?: true
}

/** The words of one stored line, by what they are. */
export type SearchDocument = {
  /** The session's id; of a subagent that of its caller, where known. */
  readonly session: string
  /** `agent-…` where a subagent's log holds the line. */
  readonly agent?: string
  /** The directory that was worked in. */
  readonly project: string
  readonly role: DocumentRole
  readonly model?: string
  readonly branch?: string
  readonly uuid?: string
  /** Milliseconds of the epoch; a line without a time has that of the line before it. */
  readonly time: number
  readonly isSidechain: boolean
  /** What a person attached to the prompt, where they did. */
  readonly references?: readonly ContextReference[]
  readonly fields: readonly SearchField[]
}

export type DocumentRole = (typeof DOCUMENT_ROLES)[number]

export const DOCUMENT_ROLES = ['user', 'assistant', 'system', 'tool'] as const
