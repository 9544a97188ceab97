import type { ContentBlock } from '@antiphon/contract'
import type { LossPlace } from '../loss.ts'

/** A message of ours as every converter reads and writes it: who said what, and all that stands beside it. */
export type SaidMessage = {
  readonly role: SaidRole
  readonly blocks: readonly SaidBlock[]
  /** Whether its content was one string; for the API the same as one text block. */
  readonly isText: boolean
  /** What stands beside role and content, in the message and in its `message`. */
  readonly envelope: SaidFields
  readonly place: LossPlace
}

export type SaidRole = 'user' | 'assistant' | 'system'

/** Fields that no converter reads; `undefined` never stands for a value. */
export type SaidFields = Readonly<Record<string, unknown>>

/** A block, as far as the formats have something in common; `rest` is what its kind does not say. */
export type SaidBlock = SaidText | SaidThinking | SaidRedacted | SaidMedia | SaidCall | SaidResult | SaidOther

type Placed = {
  /** Position in the message that it was read from. */
  readonly at: number
  readonly rest: SaidFields
}

export type SaidText = Placed & { readonly kind: 'text'; readonly text: string }

export type SaidThinking = Placed & {
  readonly kind: 'thinking'
  readonly text: string
  readonly signature?: string | undefined
}

export type SaidRedacted = Placed & { readonly kind: 'redacted'; readonly data: string }

export type SaidMedia = Placed & {
  readonly kind: 'media'
  readonly form: 'image' | 'document'
  readonly source: MediaSource
}

export type SaidCall = Placed & {
  readonly kind: 'call'
  readonly id: string
  readonly name: string
  readonly input: unknown
}

export type SaidResult = Placed & {
  readonly kind: 'result'
  readonly id: string
  /** No content and an empty text are the same for the API. */
  readonly content: string | readonly SaidBlock[]
  readonly isError: boolean
}

/** Whatever has no kind in common: it is handed on whole. */
export type SaidOther = Placed & { readonly kind: 'other'; readonly block: ContentBlock }

export type MediaSource =
  | { readonly kind: 'base64'; readonly mediaType: string; readonly data: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly id: string }
  | { readonly kind: 'text'; readonly text: string }
