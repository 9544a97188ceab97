import { type Entry, isObject } from '@antiphon/core'

/** Names that tie an entry to others wherever they hang: of the answer that it is a piece of, of the calls that it makes or answers. */
export function readBonds(entry: Entry): readonly Bond[] {
  const { type, message } = entry as Readonly<Record<string, unknown>> // any object may stand in a log
  if ((type !== 'assistant' && type !== 'user') || !isObject(message)) return NONE
  const { id, content } = message
  const blocks = Array.isArray(content) ? content.filter(isObject) : []
  if (type === 'user') return toBonds('result', readIds(blocks, 'tool_result', 'tool_use_id'))
  const answer = typeof id === 'string' && id !== '' ? toBonds('answer', [id]) : NONE
  return [...answer, ...toBonds('call', readIds(blocks, 'tool_use', 'id'))]
}

export type Bond = {
  /** The same for a call and for its result. */
  readonly name: string
  readonly side: 'answer' | 'call' | 'result'
}

const NONE: readonly Bond[] = []

function toBonds(side: Bond['side'], ids: readonly string[]): readonly Bond[] {
  return ids.map(id => ({ name: `${side === 'answer' ? 'answer' : 'call'} ${id}`, side }))
}

function readIds(
  blocks: readonly Readonly<Record<string, unknown>>[],
  type: string,
  field: string,
): readonly string[] {
  return blocks
    .filter(block => block.type === type)
    .flatMap(block => block[field])
    .filter(isText)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
