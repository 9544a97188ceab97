import { apiPath } from './block-path.ts'
import type { PlacedBlock } from './request-view.ts'

/** The API's answer to a result without its call. */
export function orphanMessage(view: PlacedBlock, id: string): string {
  const found = `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}`
  const rule = 'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.'
  return `${apiPath(view)}: ${found}. ${rule}`
}
