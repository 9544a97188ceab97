import { isObject } from '@antiphon/contract'
import type { TranscriptEntry } from '@antiphon/core'
import { createDefect } from './create-defect.ts'
import type { Defect } from './defect.ts'
import type { Examination, NumberedLine } from './examine-log.ts'

/** Calls and results outside of the live context that belong to nothing in the whole file. */
export function findDistantDefects(
  { messages, resume }: Examination,
  findLine: (uuid: string | null) => NumberedLine | undefined,
): readonly Defect[] {
  const live = new Set(resume.context.map(({ uuid }) => uuid))
  const called = new Set(messages.flatMap(({ entry }) => readCalls(entry)))
  const answered = new Set(messages.flatMap(({ entry }) => readResults(entry)))
  return messages.flatMap(({ entry, uuid }) => {
    if (live.has(uuid)) return []
    const calls = readCalls(entry).filter(id => !answered.has(id))
    const results = readResults(entry).filter(id => !called.has(id))
    return [
      ...calls.map(id =>
        createDefect({ kind: 'distant-call', uuid, detail: `call ${id}`, at: findLine(uuid) }),
      ),
      ...results.map(id =>
        createDefect({ kind: 'distant-result', uuid, detail: `result of ${id}`, at: findLine(uuid) }),
      ),
    ]
  })
}

function readCalls(entry: TranscriptEntry): readonly string[] {
  return entry.type === 'assistant' ? readIds(entry, { type: 'tool_use', field: 'id' }) : []
}

function readResults(entry: TranscriptEntry): readonly string[] {
  return entry.type === 'user' ? readIds(entry, { type: 'tool_result', field: 'tool_use_id' }) : []
}

function readIds(
  entry: Extract<TranscriptEntry, { type: 'user' | 'assistant' }>,
  { type, field }: { readonly type: string; readonly field: string },
): readonly string[] {
  const content: unknown = entry.message.content
  if (!Array.isArray(content)) return []
  return content
    .filter(isObject)
    .filter(block => block.type === type)
    .map(block => block[field])
    .filter(id => typeof id === 'string')
}
