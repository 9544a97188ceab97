import type { SessionComparison, ToldSession } from '@antiphon/core/compare'
import type { Redaction } from '@antiphon/transcript'

/** A form in which a session is handed on. */
export type ShareFormat = 'html' | 'md' | 'patch'

export const SHARE_FORMATS: readonly ShareFormat[] = ['html', 'md', 'patch']

export type ShareFileRequest = {
  readonly session: string
  readonly format: ShareFormat
  /** Kinds of secrets that stay, with commas between them. */
  readonly keep?: string
}

/** What would be taken out of a session, and what is left. */
export type SharePreview = {
  readonly title: string
  readonly redactions: readonly Redaction[]
  /** How often each kind was found. */
  readonly kinds: Readonly<Record<string, number>>
  readonly messages: number
  /** Whether the session changed a file, so that there is a patch. */
  readonly changedFiles: number
}

/** A session, or a branch of it by its last message. */
export type ToldRequest = { readonly session: string; readonly leaf?: string }

export type CompareRequest = {
  readonly one: string
  readonly other: string
  readonly oneLeaf?: string
  readonly otherLeaf?: string
}

export type Comparison = SessionComparison & {
  readonly one: ToldSession
  readonly other: ToldSession
}
