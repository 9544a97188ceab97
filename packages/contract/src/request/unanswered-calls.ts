import type { Finding } from '../rule.ts'
import type { PlacedBlock } from './request-view.ts'
import type { ToolTurn } from './tool-turns.ts'

/** The ids of the turn's calls that no result in the leading run answers. */
export function unansweredIds(turn: ToolTurn): readonly string[] {
  const answered = new Set(turn.leading.map(view => view.block.tool_use_id))
  return [...callIds(turn)].filter(id => !answered.has(id))
}

/** The ids of the turn's calls. */
export function callIds(turn: ToolTurn): ReadonlySet<string> {
  return new Set(turn.calls.map(view => view.block.id).filter(id => typeof id === 'string'))
}

/** True for a last turn that can still be completed: nothing but results has followed its calls. */
export function isOpen(turn: ToolTurn): boolean {
  return turn.isLast && turn.reply.length === turn.leading.length
}

/** The API's answer to calls without results; it names the message of the first such call. */
export function unansweredMessage(turn: ToolTurn, ids: readonly string[]): Finding {
  const first: PlacedBlock | undefined = turn.calls.find(view => view.block.id === ids[0])
  const path = `messages.${first?.message ?? 0}`
  const found = `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(', ')}`
  const rule = 'Each `tool_use` block must have a corresponding `tool_result` block in the next message.'
  return { path, message: `${path}: ${found}. ${rule}` }
}
