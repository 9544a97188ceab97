import { isObject } from '@antiphon/contract'
import {
  buildConversation,
  buildPersonView,
  type Conversation,
  type PersonItem,
  type TranscriptEntry,
} from '@antiphon/core'
import type { Branch } from '@antiphon/core/log'
import { readPersonView } from '@antiphon/core/ui'
import type { DamagedStretch, SessionFile } from '@antiphon/host'
import { computeSessionSummary, type SessionSummary } from './compute-session-summary.ts'

/** A session as a person sees it; `--json` prints it as it is. */
export type SessionView = {
  readonly session: SessionIdentity
  readonly items: readonly PersonItem[]
  /** Items before the first of `items` that were not asked for. */
  readonly hiddenItems: number
  readonly branches: readonly BranchView[]
  readonly summary: SessionSummary
  readonly damage: readonly DamagedStretch[]
  /** What was wrong with the links of the log, and what was done about it. */
  readonly report: Conversation['report']
}

export type SessionIdentity = {
  readonly name: string
  readonly title?: string
  readonly sessionIds: readonly string[]
  readonly cwd?: string
  readonly gitBranch?: string
  readonly version?: string
}

/** What the conversation left behind, or a subagent whose call is not in the log. */
export type BranchView = Pick<Branch, 'forkUuid' | 'leafUuid'> & { readonly items: readonly PersonItem[] }

export type SessionViewOptions = {
  /** Also what was made for the model, what was taken back, and the branches. */
  readonly isAll?: boolean
  /** The last so many items only. */
  readonly limit?: number
}

/** Reads a stored session as a person does. */
export function computeSessionView(file: SessionFile, options: SessionViewOptions = {}): SessionView {
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
  const { customTitle, aiTitle, summary } = conversation.titles
  const title = customTitle ?? aiTitle ?? summary
  return {
    name,
    ...(title !== undefined && { title }),
    sessionIds: conversation.sessionIds,
    ...lastStrings(conversation.messages, ['cwd', 'gitBranch', 'version']),
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
