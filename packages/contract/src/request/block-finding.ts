import { type Finding, finding } from '../rule.ts'
import { apiFieldPath, apiPath, blockPath } from './block-path.ts'
import type { PlacedBlock } from './request-view.ts'

/** A finding about a whole block. */
export function blockFinding(view: PlacedBlock, text: string): Finding {
  return finding(blockPath(view), text, apiPath(view))
}

/** A finding about a field of a block, or about what is inside it: `source.data`. */
export function fieldFinding(view: PlacedBlock, field: string, text: string): Finding {
  return finding(`${blockPath(view)}.${field}`, text, apiFieldPath(view, field))
}

/** Findings about those of the blocks that stand in messages of the other voice. */
export function* misplaced(views: readonly PlacedBlock[], role: 'user' | 'assistant'): Generator<Finding> {
  for (const view of views) {
    if (view.parent !== null || view.role !== (role === 'user' ? 'assistant' : 'user')) continue
    const text = `\`${view.type}\` blocks can only be in \`${role}\` messages`
    yield finding(blockPath(view), text, `messages.${view.message}`)
  }
}
