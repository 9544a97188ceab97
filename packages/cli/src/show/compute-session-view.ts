import { isObject } from '@antiphon/contract'
import {
  buildConversation,
  buildPersonView,
  type Conversation,
  countMessages,
  createUsageLedger,
  type Entry,
  type PersonItem,
  SYNTHETIC_MODEL,
  type TranscriptEntry,
} from '@antiphon/core'
import type { Branch } from '@antiphon/core/log'
import { readSessionFolder, readSessionTitle } from '@antiphon/core/turns'
import { readPersonView, type ToolStatus } from '@antiphon/core/ui'
import { type CountedAnswer, judgeOutput, measureAnswer } from '@antiphon/core/usage'
import type { LoadedSession } from '@antiphon/host'
import type { DamagedStretch } from '@antiphon/transcript'
import {
  addTokenUsage,
  NO_USAGE,
  readUsage,
  type TokenUsage,
  type UsageByModel,
} from '../view/token-usage.ts'

/** A session as a person sees it; `--json` prints it as it is. */
export type ShownSession = {
  readonly session: SessionIdentity
  readonly items: readonly PersonItem[]
  /** Items before the first of `items` that were not asked for. */
  readonly hiddenItems: number
  readonly branches: readonly BranchView[]
  readonly summary: ShownTotals
  readonly damage: readonly DamagedStretch[]
  /** What was wrong with the links of the log, and what was done about it. */
  readonly report: Conversation['report']
}

type SessionIdentity = {
  readonly name: string
  readonly title?: string
  readonly sessionIds: readonly string[]
  readonly cwd?: string
  readonly gitBranch?: string
  readonly version?: string
}

/** What the conversation left behind, or a subagent whose call is not in the log. */
type BranchView = Pick<Branch, 'forkUuid' | 'leafUuid'> & { readonly items: readonly PersonItem[] }

export type SessionViewOptions = {
  /** Also what was made for the model, what was taken back, and the branches. */
  readonly isAll?: boolean
  /** The last so many items only. */
  readonly limit?: number
}

/** Reads a stored session as a person does. */
export function computeSessionView(file: LoadedSession, options: SessionViewOptions = {}): ShownSession {
  const { isAll = false, limit = Number.POSITIVE_INFINITY } = options
  const conversation = buildConversation(file.entries, { offsets: file.offsets })
  const viewOptions = { includeMeta: isAll, includeRetracted: isAll, includeForeign: isAll }
  const items = readPersonView(conversation, viewOptions)
  const messages = conversation.woven.map(({ entry }) => entry)
  const branchMessages = conversation.branches.flatMap(branch => branch.messages)
  return {
    session: identify(file.name, conversation),
    items: items.slice(Math.max(0, items.length - limit)),
    hiddenItems: Math.max(0, items.length - limit),
    branches: isAll ? conversation.branches.map(branch => toBranchView(branch, viewOptions)) : [],
    summary: computeSessionSummary({
      entries: file.entries,
      messages: [...messages, ...branchMessages],
      items,
    }),
    damage: file.damage,
    report: conversation.report,
  }
}

function toBranchView(
  { forkUuid, leafUuid, messages }: Branch,
  options: Parameters<typeof buildPersonView>[1],
): BranchView {
  return { forkUuid, leafUuid, items: buildPersonView(messages, options) }
}

function identify(name: string, conversation: Conversation): SessionIdentity {
  const title = readSessionTitle(conversation)
  const cwd = readSessionFolder(conversation)
  return {
    name,
    ...(title !== undefined && { title }),
    sessionIds: conversation.sessionIds,
    ...(cwd !== undefined && { cwd }),
    ...lastStrings(conversation.messages, ['gitBranch', 'version']),
  }
}

function lastStrings<Name extends string>(
  messages: readonly TranscriptEntry[],
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {}
  for (const message of messages) {
    const fields: unknown = message
    if (!isObject(fields)) continue
    for (const name of names) if (typeof fields[name] === 'string') found[name] = fields[name]
  }
  return found
}

/** What a session amounted to. */
export type ShownTotals = {
  readonly messages: number
  readonly prompts: number
  readonly answers: number
  readonly tools: Readonly<Record<ToolStatus, number>>
  readonly subagents: number
  /** What each answer cost, counted once however many entries it is stored as. */
  readonly usage: UsageByModel
  readonly startedAt?: string
  readonly durationMs?: number
}

type SessionSummarySource = {
  /** Of the file. */
  readonly entries: readonly Entry[]
  /** All messages, those of subagents and dead ends included: they cost tokens, too. */
  readonly messages: readonly TranscriptEntry[]
  readonly items: readonly PersonItem[]
}

/** Adds a session up. */
function computeSessionSummary({ entries, messages, items }: SessionSummarySource): ShownTotals {
  const answers = collectAnswers(messages)
  const tools = { done: 0, failed: 0, denied: 0, interrupted: 0, running: 0 }
  return {
    ...countMessages(entries),
    subagents: countTools(items, tools),
    tools,
    usage: sumByModel(answers),
    ...computeSpan(messages),
  }
}

function collectAnswers(messages: readonly TranscriptEntry[]): readonly CountedAnswer[] {
  const ledger = createUsageLedger()
  // A file may hold anything in every field, so none is taken at its type's word.
  for (const { type, uuid, ...fields } of messages as readonly Record<string, unknown>[]) {
    const message = fields.message
    if (type !== 'assistant' || !isObject(message) || message.model === SYNTHETIC_MODEL) continue
    const model = typeof message.model === 'string' ? message.model : 'unknown model'
    const id = String(typeof message.id === 'string' ? message.id : uuid)
    ledger.add({ id, model, usage: message.usage, parts: measureAnswer(message.content) })
  }
  return ledger.answers()
}

function sumByModel(answers: readonly CountedAnswer[]): UsageByModel {
  const sums = new Map<string, TokenUsage>()
  for (const { model, usage, visibleTokens } of answers) {
    const { atLeast, isEstimated } = judgeOutput(usage.output_tokens, visibleTokens)
    const own = { ...readUsage(usage), ...(isEstimated && { outputAtLeast: atLeast }) }
    sums.set(model, addTokenUsage(sums.get(model) ?? NO_USAGE, own))
  }
  return Object.fromEntries(sums)
}

/** Counts calls by how they ended into `tools`; gives the number of those that a subagent worked for. */
function countTools(items: readonly PersonItem[], tools: Record<ToolStatus, number>): number {
  let subagents = 0
  for (const item of items) {
    if (item.kind !== 'tool') continue
    tools[item.story.status] += 1
    if (item.story.children.length > 0) subagents += 1 + countTools(item.story.children, tools)
  }
  return subagents
}

function computeSpan(messages: readonly TranscriptEntry[]): { startedAt?: string; durationMs?: number } {
  const times = messages.map(message => Date.parse(message.timestamp)).filter(time => !Number.isNaN(time))
  if (times.length === 0) return {}
  const first = times.reduce((one, other) => Math.min(one, other))
  const last = times.reduce((one, other) => Math.max(one, other))
  return { startedAt: new Date(first).toISOString(), durationMs: last - first }
}
