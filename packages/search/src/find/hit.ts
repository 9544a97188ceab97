import type { ContextReference } from '@antiphon/core'
import type { DocumentRole, FieldKind } from '../document/search-document.ts'

/** A stored line that a query finds, and where to go to see it. */
export type Hit = {
  readonly session: string
  readonly agent?: string
  /** The directory that was worked in. */
  readonly project: string
  readonly role: DocumentRole
  /** Of the field that the snippet shows. */
  readonly kind: FieldKind
  readonly tool?: string
  readonly model?: string
  readonly branch?: string
  readonly isError: boolean
  readonly isSidechain: boolean
  /** Milliseconds of the epoch; 0 where nothing tells it. */
  readonly time: number
  readonly uuid?: string
  /** What a person attached to the prompt, where they did. */
  readonly references?: readonly ContextReference[]
  readonly path: string
  /** Where in the file the line begins, and how long it is. */
  readonly offset: number
  readonly length: number
  readonly snippet: Snippet
}

/** A piece of the text around what was found: on one line, and safe to print. */
export type Snippet = {
  readonly text: string
  /** The stretches of `text` that were looked for, in order, none overlapping. */
  readonly marks: readonly { readonly start: number; readonly end: number }[]
}
