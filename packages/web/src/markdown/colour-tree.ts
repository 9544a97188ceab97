import { isObject } from '@antiphon/contract'

/** Code with the role of each part; only text and names of roles, never HTML. */
export type ColourNode = string | { readonly scope: string; readonly children: readonly ColourNode[] }

/** Reads highlight.js's tree of tokens; undefined for anything else. */
export function toColourTree(root: unknown): readonly ColourNode[] | undefined {
  return isObject(root) && Array.isArray(root.children)
    ? root.children.flatMap(child => toNode(child, 0))
    : undefined
}

/** The class of a role: its first name, letters only. */
export function scopeClass(scope: string): string {
  const name = scope.split('.')[0]?.replace(/[^a-z_-]/gi, '') ?? ''
  return name === '' ? 'code-part' : `code-part code-${name.replaceAll('_', '-')}`
}

const DEEPEST = 50

function toNode(value: unknown, depth: number): ColourNode[] {
  if (typeof value === 'string') return [value]
  if (!isObject(value) || !Array.isArray(value.children) || depth > DEEPEST) return []
  const children = value.children.flatMap(child => toNode(child, depth + 1))
  return [{ scope: typeof value.scope === 'string' ? value.scope : '', children }]
}
