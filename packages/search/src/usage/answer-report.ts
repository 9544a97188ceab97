import { isObject } from '@antiphon/contract'
import { SYNTHETIC_MODEL } from '@antiphon/core'
import { AGENT_USAGE } from '@antiphon/core/log'
import { measureAnswer, type UsageReport } from '@antiphon/core/usage'
import { readText } from './read-text.ts'

/** What one line of a log says of an answer and of who gave it. */
export type AnswerReport = Omit<UsageReport, 'at' | 'isSubagent'> & {
  readonly at: string | null
  readonly isSubagent: boolean
  /** The subagent that answered, where the line names it. */
  readonly agent: string | null
  /** True for a line that says of itself that it was copied from another session. */
  readonly isCopy: boolean
  readonly sessionId: string | null
  readonly cwd: string | null
}

/**
 * The answer that an entry reports; null for an entry that reports none, and for one that the program wrote in the
 * model's place. An answer of a subagent that is told as progress counts like any other.
 */
export function toAnswerReport(entry: unknown): AnswerReport | null {
  if (!isObject(entry)) return null
  if (entry.type === 'assistant' || entry.type === AGENT_USAGE) return fromLine(entry, entry)
  const told = entry.type === 'progress' && isObject(entry.data) ? entry.data.message : null
  if (!isObject(told) || told.type !== 'assistant') return null
  const report = fromLine(told, entry)
  return report && { ...report, isSubagent: true, agent: readText(entry.data, 'agentId') ?? null }
}

function fromLine(line: object, entry: object): AnswerReport | null {
  const { message, isApiErrorMessage }: { message?: unknown; isApiErrorMessage?: unknown } = line
  if (!isObject(message) || !isObject(message.usage) || isApiErrorMessage === true) return null
  const model = readText(message, 'model') ?? ''
  if (model === SYNTHETIC_MODEL) return null
  const { isSidechain, forkedFrom }: { isSidechain?: unknown; forkedFrom?: unknown } = entry
  return {
    id: readText(message, 'id') ?? nameAnswer(line, entry),
    model,
    usage: message.usage,
    parts: measureAnswer(message.content),
    at: readText(line, 'timestamp') ?? readText(entry, 'timestamp') ?? null,
    isSubagent: isSidechain === true,
    agent: readText(entry, 'agentId') ?? null,
    isCopy: isObject(forkedFrom),
    sessionId: readText(entry, 'sessionId') ?? null,
    cwd: readText(entry, 'cwd') ?? null,
  }
}

/** True for an answer that has no id of its own, nor a uuid. */
export function isNamedByLine({ id }: AnswerReport): boolean {
  return id.startsWith(LINE)
}

const LINE = 'line:'

/** Other programs write answers without an id: a copy of the same line is still the same answer. */
function nameAnswer(line: object, entry: object): string {
  const uuid = readText(line, 'uuid') ?? readText(entry, 'uuid')
  if (uuid !== undefined) return `uuid:${uuid}`
  // It takes milliseconds to load, and hardly anybody needs it.
  const { createHash } = process.getBuiltinModule('node:crypto')
  return `${LINE}${createHash('sha256').update(JSON.stringify(line)).digest('base64url')}`
}
