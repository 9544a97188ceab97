import { isObject } from '@antiphon/contract'

/** Code with the role of each part; only text and names of roles, never HTML. */
export type ColourNode = string | { readonly scope: string; readonly children: readonly ColourNode[] }

/** A code whose parts are wanted, in a language that the highlighter knows. */
export type ColourQuestion = { readonly code: string; readonly language: string }

/** What the worker says: that it is there, and then the parts of each code that it was asked about. */
export type ColourAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'coloured'; readonly nodes: readonly ColourNode[] | undefined }

/** Reads highlight.js's tree of tokens; undefined for anything else. */
export function toColourTree(root: unknown): readonly ColourNode[] | undefined {
  return isObject(root) && Array.isArray(root.children)
    ? root.children.flatMap(child => toNode(child, 0))
    : undefined
}

/** The name of a role: its first word, letters only. */
export function scopeName(scope: string): string {
  return scope.split('.')[0]?.replace(/[^a-z_-]/gi, '') ?? ''
}

const DEEPEST = 50

function toNode(value: unknown, depth: number): ColourNode[] {
  if (typeof value === 'string') return [value]
  if (!isObject(value) || !Array.isArray(value.children) || depth > DEEPEST) return []
  const children = value.children.flatMap(child => toNode(child, depth + 1))
  return [{ scope: typeof value.scope === 'string' ? value.scope : '', children }]
}
