import { isObject } from '@antiphon/contract'
import type { Repair, TranscriptEntry } from '@antiphon/core'
import { createDefect, type Defect, type ViewDefectKind } from './defect.ts'
import type { Examination, NumberedLine } from './examine-log.ts'
import { recordResults } from './settle-links.ts'

/** What the model's view changes in the live context because the API would refuse it as it is stored. */
export function findViewDefects(
  examination: Examination,
  findLine: (uuid: string | null) => NumberedLine | undefined,
): readonly Defect[] {
  const { resume } = examination
  const openCallers = new Set(recordResults(examination).map(readCaller))
  const lastAnswer = resume.context.findLast(message => message.type === 'assistant')?.uuid
  return resume.repairs.flatMap(repair => {
    const kind = classify(repair, { openCallers, lastAnswer })
    if (kind === null) return []
    const { uuid, detail, rule } = repair
    return [createDefect({ kind, uuid, detail: `${detail} (${rule})`, at: findLine(uuid) })]
  })
}

type Ending = { readonly openCallers: ReadonlySet<unknown>; readonly lastAnswer: string | undefined }

/** Null for what is no defect: not meant for the model, in another order, or for want of what a log does not hold. */
function classify(repair: Repair, { openCallers, lastAnswer }: Ending): ViewDefectKind | null {
  const { rule, action, uuid } = repair
  if (rule === 'SEED-refused-media') return 'refused-media'
  if (rule.startsWith('SEED-')) return null
  // An answer that nobody has replied to yet is how most sessions end.
  if (rule === 'ROL-03' && uuid === lastAnswer) return null
  if (rule === 'TUP-01') return openCallers.has(uuid) ? 'open-call' : 'unpaired-call'
  const exact = KINDS.get(rule)
  if (exact !== undefined) return exact
  const family = FAMILIES.get(rule.slice(0, rule.indexOf('-')))
  if (family !== undefined) return family
  return action === 'moved' || action === 'merged' ? 'misplaced-block' : 'other-repair'
}

const KINDS: ReadonlyMap<string, ViewDefectKind | null> = new Map([
  // The order of a reply, the tools that a log does not name, and the turn of an empty history.
  ['TUP-14', null],
  ['TRF-01', null],
  ['ENV-15', null],
  ['TUP-02', 'orphan-result'],
  ['TUP-03', 'duplicate-result'],
  ['EMP-01', 'blank-text'],
  ['EMP-02', 'blank-text'],
  ['THK-12', 'unsigned-thinking'],
  ['ROL-05', 'withheld-thinking'],
  ['THK-16', 'misplaced-block'],
  ['ENV-01', 'too-large'],
  ['ENV-03', 'lone-surrogate'],
  ['ENV-10', 'unreadable-content'],
  ['ENV-16', 'unreadable-content'],
])

const FAMILIES: ReadonlyMap<string, ViewDefectKind> = new Map([
  ['TUP', 'bad-call'],
  ['SRV', 'unpaired-server-call'],
  ['IMG', 'refused-media'],
  ['DOC', 'refused-media'],
  ['SRC', 'refused-media'],
  ['THK', 'withheld-thinking'],
  ['ROL', 'missing-turn'],
  ['SYS', 'misplaced-block'],
])

function readCaller(result: TranscriptEntry): string | undefined {
  return result.type === 'user' ? result.sourceToolAssistantUUID : undefined
}

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
