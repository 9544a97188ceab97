import type { ColourNode } from './colour-tree.ts'

/** A code whose parts are wanted, in a language that the highlighter knows. */
export type ColourQuestion = { readonly code: string; readonly language: string }

/** What the worker says: that it is there, and then the parts of each code that it was asked about. */
export type ColourAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'coloured'; readonly nodes: readonly ColourNode[] | undefined }
