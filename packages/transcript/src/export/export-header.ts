import { isObject } from '@antiphon/contract'
import { type Conversation, countMessages, SYNTHETIC_MODEL, type TranscriptEntry } from '@antiphon/core'
import { readSessionFolder, readSessionTitle } from '@antiphon/core/turns'
import type { RedactionCounts } from './redact.ts'

/** The head of an export: what it is, whose it is, and how much is in it. */
export type ExportHeader = {
  readonly format: typeof EXPORT_FORMAT
  readonly version: typeof EXPORT_VERSION
  readonly session: string | null
  readonly title: string | null
  readonly cwd: string | null
  readonly gitBranch: string | null
  readonly models: readonly string[]
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly counts: ExportCounts
  /** By kind; null where secrets were kept. */
  readonly redactions: RedactionCounts | null
}

/** How much of each there is. */
export type ExportCounts = Readonly<
  Record<'messages' | 'prompts' | 'answers' | 'toolCalls' | 'subagents' | 'branches', number>
>

/** The name by which a reader knows the JSON. */
export const EXPORT_FORMAT = 'antiphon-session'
export const EXPORT_VERSION = 1

/** Adds up what an export will hold. */
export function computeExportHeader({ conversation, subagents, redactions }: ExportSource): ExportHeader {
  const { messages, leaf } = conversation
  const times = messages.flatMap(message => readText(message, 'timestamp') ?? []).filter(isTime)
  return {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    session: readText(leaf, 'sessionId') ?? conversation.sessionIds.at(-1) ?? null,
    title: readSessionTitle(conversation) ?? null,
    cwd: readSessionFolder(conversation) ?? null,
    gitBranch: lastBranch(messages),
    models: listModels([...messages, ...subagents.flatMap(subagent => subagent.messages)]),
    startedAt: times[0] ?? null,
    endedAt: times.at(-1) ?? null,
    counts: {
      ...countMessages(listNamed(conversation)),
      toolCalls: countToolCalls(messages),
      subagents: subagents.length,
      branches: conversation.branches.length,
    },
    redactions,
  }
}

/** Every message but those that got a uuid of their own, because another has theirs: a uuid is counted once everywhere. */
function listNamed(conversation: ExportSource['conversation']): readonly TranscriptEntry[] {
  const { messages, branches, sidechains, report } = conversation
  const renamed = new Set(report.flatMap(({ rule, uuid }) => (rule === 'uuid-collision' ? (uuid ?? []) : [])))
  const all = [...messages, ...[...branches, ...sidechains].flatMap(part => part.messages)]
  return all.filter(({ uuid }) => !renamed.has(uuid))
}

function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text))
}

function lastBranch(messages: readonly TranscriptEntry[]): string | null {
  const last = messages.findLast(message => readText(message, 'gitBranch') !== undefined)
  return readText(last, 'gitBranch') ?? null
}

// A file may hold anything in every field, so none is taken at its type's word.
function readText(value: unknown, name: string): string | undefined {
  const field = isObject(value) ? value[name] : undefined
  return typeof field === 'string' ? field : undefined
}

function listModels(messages: readonly TranscriptEntry[]): readonly string[] {
  const models = messages.flatMap(message => {
    const inner: unknown = message.type === 'assistant' ? message.message : undefined
    return readText(inner, 'model') ?? []
  })
  return [...new Set(models)].filter(model => model !== SYNTHETIC_MODEL)
}

function countToolCalls(messages: readonly TranscriptEntry[]): number {
  let toolCalls = 0
  for (const message of messages) {
    if (message.type !== 'assistant') continue
    const inner: unknown = message.message
    const content: unknown = isObject(inner) ? inner.content : undefined
    if (Array.isArray(content))
      toolCalls += content.filter(block => isObject(block) && block.type === 'tool_use').length
  }
  return toolCalls
}

/** A session that is to be exported: read as a conversation, its secrets taken out unless somebody wants to keep them. */
export type ExportSource = {
  /** Its file, as a person knows it. */
  readonly name: string
  readonly conversation: Conversation
  /** What each subagent said, wherever it was stored. */
  readonly subagents: readonly ExportedSubagent[]
  /** The conversation with its subagents' messages put between its own, so that a call is found with its work. */
  readonly woven: readonly TranscriptEntry[]
  /** What was taken out; null where secrets were kept. */
  readonly redactions: RedactionCounts | null
}

export type ExportedSubagent = {
  readonly agentId: string | null
  readonly messages: readonly TranscriptEntry[]
}

export type ExportOptions = {
  readonly hasThinking: boolean
  /** Also what the conversation left behind. */
  readonly hasBranches: boolean
  /** Also the middle of long outputs of tools, where the export is for people. */
  readonly hasWholeOutput?: boolean
}
