import type { ApiTarget } from '@antiphon/contract'
import { isContentBlock, isObject, isThinkingBlock } from '@antiphon/contract'
import type { ContextEdit } from './context-edit.ts'
import { createSource, innerMessage, repairOf } from './exchange.ts'
import type { Repair } from './repair.ts'

export type EditedHistory = { readonly messages: readonly unknown[]; readonly repairs: readonly Repair[] }

type Fields = Readonly<Record<string, unknown>>

/**
 * The history with notes in place of what an edit takes out; null where it takes out nothing. Calls keep their
 * results. Answers that came after what changed lose their thinking, which is bound to what stood there (THK-20);
 * those that come after the edit have seen the notes and keep theirs.
 */
export function applyContextEdit(
  history: readonly unknown[],
  edit: ContextEdit,
  target: ApiTarget,
): EditedHistory | null {
  const messages = history.map(message => (isObject(message) ? editMessage(message, edit) : message))
  const first = messages.findIndex((message, index) => message !== history[index])
  if (first === -1) return null
  const repairs = messages.flatMap((message, index) =>
    message === history[index]
      ? []
      : [repairOf(createSource(message as Fields, index), edit.rule, 'replaced', 'taken out of the context')],
  )
  if (target.modelFacts.prefixCheck === false) return { messages, repairs }
  // An answer that began before what changed did not read it, wherever its later entries stand.
  const unharmed = new Set(messages.slice(0, first).flatMap(message => answerId(message) ?? []))
  const report = (repair: Repair): void => void repairs.push(repair)
  return {
    messages: messages.map((message, index) =>
      index < first || unharmed.has(answerId(message) ?? '') ? message : dropThinking(message, index, report),
    ),
    repairs,
  }
}

function editMessage(message: Fields, { toolIds, uuids, note }: ContextEdit): Fields {
  const isDropped = typeof message.uuid === 'string' && uuids.has(message.uuid)
  if (isDropped && message.type === 'attachment') return toNote(message, note)
  if (message.type !== 'user' || !isObject(message.message)) return message
  const { content } = message.message
  if (!Array.isArray(content)) return isDropped && content !== note ? withContent(message, note) : message
  const blocks = isDropped ? dropBlocks(content, note) : clearResults(content, toolIds, note)
  return blocks === content ? message : withContent(message, blocks)
}

function toNote({ uuid, timestamp }: Fields, note: string): Fields {
  return { type: 'user', isMeta: true, message: { role: 'user', content: note }, uuid, timestamp }
}

function withContent(message: Fields, content: unknown): Fields {
  return { ...message, message: { ...(message.message as Fields), content } }
}

/** Results have to stay, since their calls do; of everything else one note is enough. */
function dropBlocks(content: readonly unknown[], note: string): readonly unknown[] {
  const [only] = content
  if (content.length === 1 && isObject(only) && only.type === 'text' && only.text === note) return content
  const results = content.filter(isResult)
  if (results.length === 0) return [{ type: 'text', text: note }]
  const isAllCleared = results.every(block => block.content === note)
  if (isAllCleared && results.length === content.length) return content
  return results.map(block => ({ ...block, content: note }))
}

function clearResults(
  content: readonly unknown[],
  toolIds: ReadonlySet<string>,
  note: string,
): readonly unknown[] {
  const isCleared = (block: unknown): block is Fields =>
    isResult(block) &&
    typeof block.tool_use_id === 'string' &&
    toolIds.has(block.tool_use_id) &&
    block.content !== note
  if (!content.some(isCleared)) return content
  return content.map(block => (isCleared(block) ? { ...block, content: note } : block))
}

function isResult(block: unknown): block is Fields {
  return isObject(block) && block.type === 'tool_result'
}

/** The answer that an entry is part of; undefined where it says none. */
function answerId(message: unknown): string | undefined {
  if (!isObject(message) || message.type !== 'assistant') return undefined
  const { id } = innerMessage(createSource(message, 0))
  return typeof id === 'string' && id !== '' ? id : undefined
}

function dropThinking(message: unknown, index: number, report: (repair: Repair) => void): unknown {
  if (!isObject(message) || message.type !== 'assistant' || !isObject(message.message)) return message
  const { content } = message.message
  if (!Array.isArray(content)) return message
  const rest = content.filter(block => !isContentBlock(block) || !isThinkingBlock(block))
  if (rest.length === content.length) return message
  report(repairOf(createSource(message, index), 'THK-20', 'removed', 'thinking behind what was taken out'))
  return withContent(message, rest)
}
