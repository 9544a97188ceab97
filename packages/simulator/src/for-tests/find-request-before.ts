import { isObject } from '@antiphon/contract'
import { canonicalJson } from '../canonical-json.ts'
import type { ReadableRecord } from './expect-request.ts'

/** The request that another one goes on from: whose answer it holds, or at least which begins as it does. */
export function findRequestBefore(
  record: ReadableRecord,
  earlier: readonly ReadableRecord[],
): ReadableRecord | undefined {
  const answered = earlier.filter(candidate => holdsAnswer(record, candidate))
  const alike = (candidate: ReadableRecord): boolean => beginsAlike(record, candidate)
  // Two conversations may have been told the same words.
  return answered.findLast(alike) ?? answered.at(-1) ?? earlier.findLast(alike)
}

/** By an id, a signature or a text that only this answer has: what the client did to the rest is the question. */
function holdsAnswer({ request }: ReadableRecord, { answer }: ReadableRecord): boolean {
  const marks = new Set(toMarks(answer?.content))
  return request.messages.some(
    ({ role, content }) => role === 'assistant' && toMarks(content).some(mark => marks.has(mark)),
  )
}

function toMarks(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) return []
  return content.flatMap((block: unknown) => {
    if (!isObject(block)) return []
    const mark = block.id ?? block.signature ?? block.text
    return typeof mark === 'string' && mark !== '' ? [mark] : []
  })
}

function beginsAlike({ request }: ReadableRecord, candidate: ReadableRecord): boolean {
  const { messages } = candidate.request
  return (
    messages.length <= request.messages.length &&
    toText(messages[0]?.content) === toText(request.messages[0]?.content)
  )
}

/** The same for a text and for the one block that it stands for. */
function toText(content: unknown): string {
  return canonicalJson(typeof content === 'string' ? [{ type: 'text', text: content }] : content)
}
