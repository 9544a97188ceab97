import type { PlacedBlock } from './request-view.ts'

/** The keys that lead to a block, dotted: `messages.3.content.0.content.1`. */
export function blockPath(view: PlacedBlock): string {
  if (view.parent !== null) return `${blockPath(view.parent)}.${view.list}.${view.index}`
  const list = view.message === -1 ? view.list : `messages.${view.message}.${view.list}`
  return view.index === -1 ? list : `${list}.${view.index}`
}

/** The path as error texts spell it, with the type of each block on the way: `….content.0.tool_result.content.1`. */
export function apiPath(view: PlacedBlock): string {
  return view.parent === null
    ? blockPath(view)
    : `${apiPath(view.parent)}.${view.parent.type}.${view.list}.${view.index}`
}

/** The path of a field as error texts spell it: `messages.3.content.0.tool_use.id`. */
export function apiFieldPath(view: PlacedBlock, field: string): string {
  return view.message === -1 ? `${apiPath(view)}.${field}` : `${apiPath(view)}.${view.type}.${field}`
}
