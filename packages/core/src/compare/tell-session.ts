import { isObject } from '@antiphon/contract'
import type { FileChange } from '../changes/index.ts'
import type { Conversation } from '../log/build-conversation.ts'
import { readString } from '../message/read-field.ts'
import { SYNTHETIC_MODEL } from '../message/synthetic-texts.ts'
import type { AgentViews } from '../turns/attach-agents.ts'
import { readSessionTitle } from '../turns/read-session-title.ts'
import { readTurns } from '../turns/read-turns.ts'
import { computeSessionChanges } from '../turns/session-changes.ts'
import type { PersonItem } from '../ui/person-item.ts'
import { readPersonView } from '../ui/read-person-view.ts'
import { toViewItems } from '../ui/view-item.ts'
import { measureAnswer } from '../usage/measure-answer.ts'
import { sumAnswers } from '../usage/sum-answers.ts'
import { createUsageLedger } from '../usage/usage-ledger.ts'
import { type ToldTurn, tellTurn } from './tell-turn.ts'

/** A session in short: its turns as they are read, and what it came to. */
export type ToldSession = {
  readonly title: string | null
  /** Where it began. */
  readonly cwd: string | null
  readonly gitBranch: string | null
  readonly models: readonly string[]
  readonly startedAt: string | null
  readonly endedAt: string | null
  /** Of its turns, without the time between them. */
  readonly durationMs: number
  /** As its answers report it. */
  readonly costUsd: number
  /** With what they leave out, by what was said. */
  readonly costUsdAtLeast: number
  readonly isCostKnown: boolean
  readonly files: readonly ToldFile[]
  /** How often each tool was called. */
  readonly tools: Readonly<Record<string, number>>
  readonly failed: number
  readonly turns: readonly ToldTurn[]
}

export type ToldFile = {
  /** From the session's folder on, where it lies below it. */
  readonly path: string
  readonly status: FileChange['status']
  readonly added: number
  readonly removed: number
}

/** Tells a session that was read as a conversation; of its subagents, what they made of files. */
export function tellSession(conversation: Conversation, agents: AgentViews = new Map()): ToldSession {
  const items = readPersonView(conversation)
  const entries = conversation.woven.map(({ entry }) => entry)
  const turns = readTurns(items, entries).map(tellTurn)
  const { folder, files } = computeSessionChanges(toViewItems(items, new Map()), agents)
  const times = conversation.messages.map(({ timestamp }) => timestamp).filter(isTime)
  const tools = countTools(items)
  return {
    title: readSessionTitle(conversation) ?? null,
    cwd: folder,
    gitBranch: readLastBranch(conversation.messages),
    ...sumUp(entries),
    startedAt: times[0] ?? null,
    endedAt: times.at(-1) ?? null,
    // What the program answers by itself is no turn: the head of a session counts the same ones.
    durationMs: turns.reduce((sum, turn) => sum + (turn.number === null ? 0 : (turn.durationMs ?? 0)), 0),
    files: files.map(({ name, status, added, removed }) => ({ path: name, status, added, removed })),
    tools: Object.fromEntries([...tools.calls].toSorted(([, one], [, other]) => other - one)),
    failed: tools.failed,
    turns,
  }
}

function isTime(text: unknown): text is string {
  return typeof text === 'string' && !Number.isNaN(Date.parse(text))
}

// A file may hold anything in every field, so none is taken at its type's word.
function readLastBranch(messages: readonly unknown[]): string | null {
  const last = messages.findLast(message => readString(message, 'gitBranch') !== undefined)
  return readString(last, 'gitBranch') ?? null
}

function countTools(items: readonly PersonItem[]): { calls: Map<string, number>; failed: number } {
  const calls = new Map<string, number>()
  let failed = 0
  for (const item of items) {
    if (item.kind !== 'tool') continue
    calls.set(item.story.name, (calls.get(item.story.name) ?? 0) + 1)
    if (item.story.status === 'failed') failed += 1
  }
  return { calls, failed }
}

function sumUp(
  entries: readonly unknown[],
): Pick<ToldSession, 'models' | 'costUsd' | 'costUsdAtLeast' | 'isCostKnown'> {
  const ledger = createUsageLedger()
  for (const entry of entries) {
    const message: unknown = isObject(entry) && entry.type === 'assistant' ? entry.message : undefined
    if (!isObject(entry) || !isObject(message) || message.model === SYNTHETIC_MODEL) continue
    const model = typeof message.model === 'string' ? message.model : 'unknown model'
    const id = String(typeof message.id === 'string' ? message.id : entry.uuid)
    const at = isTime(entry.timestamp) ? { at: entry.timestamp } : {}
    ledger.add({ id, model, usage: message.usage, parts: measureAnswer(message.content), ...at })
  }
  const answers = ledger.answers()
  const { costUsd, costUsdAtLeast, isCostKnown } = sumAnswers(answers)
  const models = [...new Set(answers.map(({ model }) => model))]
  return { models, costUsd, costUsdAtLeast, isCostKnown }
}
