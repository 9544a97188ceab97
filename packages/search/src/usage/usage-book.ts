import { basename } from 'node:path'
import { type CountedAnswer, createUsageLedger } from '@antiphon/core'
import type { FileAnswer, FileUsage } from './file-usage.ts'
import { mergeCalls } from './file-usage.ts'
import type { ToolCall } from './scan-tool-calls.ts'
import type { SessionAnswer, SessionToolCall } from './session-answer.ts'

/** Where a file belongs, by its name. */
export type FilePlace = {
  readonly folder: string
  readonly session: string
  /** The agent that the name tells; null for a session. */
  readonly agent: string | null
  /** True for a log of a subagent that lies beside sessions: only its lines tell whose it is. */
  readonly isStray: boolean
}

/** Counts each answer and call once over all files, in whatever order they come. */
export interface UsageBook {
  add(usage: FileUsage, place: FilePlace): void
  answers(): readonly SessionAnswer[]
  calls(): readonly SessionToolCall[]
}

export function createUsageBook(): UsageBook {
  const answers = new Map<string, Booked>()
  const calls = new Map<string, { readonly call: ToolCall; readonly owner: Owner }>()
  const projects = new Map<string, { readonly agent: string; readonly cwd: string }>()

  function addAnswer(answer: FileAnswer, file: FileOwner): void {
    const booked = toBooked(answer, file)
    const before = answers.get(answer.id)
    answers.set(answer.id, before ? merge(before, booked) : booked)
  }

  function addCall(call: ToolCall, file: FileOwner): void {
    const before = calls.get(call.id)
    const owner = { file, agent: file.agent, isSubagent: file.agent !== null, isCopy: false }
    if (!before) calls.set(call.id, { call, owner })
    else
      calls.set(call.id, {
        call: mergeCalls(before.call, call),
        owner: precedes(before.owner, owner) ? before.owner : owner,
      })
  }

  function projectOf({ folder, key }: FileOwner): string {
    return projects.get(key)?.cwd ?? basename(folder)
  }

  return {
    add(usage, place) {
      const session = (place.isStray ? usage.sessionId : null) ?? place.session
      const { folder, agent } = place
      const key = `${session}\n${folder}`
      const file = { folder, session, agent, key, lastAt: usage.lastAt ?? '' }
      for (const answer of usage.answers) addAnswer(answer, file)
      for (const call of usage.calls ?? []) addCall(call, file)
      if (usage.cwd === null) return
      // The session's own log knows best where it was started; a subagent may work elsewhere.
      const known = projects.get(key)
      if (!known || (agent ?? '') < known.agent) projects.set(key, { agent: agent ?? '', cwd: usage.cwd })
    },
    answers: () =>
      Array.from(answers.values(), ({ id, model, usage, isSubagent, at, agent, file }) => ({
        id,
        model,
        usage,
        isSubagent,
        at,
        session: file.session,
        project: projectOf(file),
        agent,
      })),
    calls: () =>
      Array.from(calls.values(), ({ call, owner }) => ({
        id: call.id,
        tool: call.name ?? UNKNOWN_TOOL,
        resultTokens: call.resultTokens ?? 0,
        at: call.at,
        session: owner.file.session,
        project: projectOf(owner.file),
      })),
  }
}

const UNKNOWN_TOOL = 'unknown'

type FileOwner = {
  readonly folder: string
  readonly session: string
  readonly agent: string | null
  readonly key: string
  readonly lastAt: string
}

type Owner = {
  readonly file: FileOwner
  readonly agent: string | null
  readonly isSubagent: boolean
  readonly isCopy: boolean
}

/** An answer with its owner. Most stand in one file, and there are hundreds of thousands. */
type Booked = CountedAnswer & Owner

function toBooked(answer: FileAnswer, file: FileOwner): Booked {
  const { id, model, usage, at, isCopy } = answer
  const isSubagent = answer.isSubagent || file.agent !== null
  const agent = isSubagent ? (answer.agent ?? file.agent) : null
  return { id, model, usage, at, isSubagent, agent, isCopy, file }
}

function merge(one: Booked, other: Booked): Booked {
  const ledger = createUsageLedger()
  ledger.add(one)
  ledger.add(other)
  const [counted = one] = ledger.answers()
  const { agent, isCopy, file } = precedes(one, other) ? one : other
  const { id, model, usage, at, isSubagent } = counted
  return { id, model, usage, at, isSubagent, agent, isCopy, file }
}

/**
 * Whose an answer is that stands in several files: the session's rather than its subagent's, the original's rather
 * than a marked copy's, and of two that are not marked the one that ended first, since a copy goes on where the
 * original stopped. The same one, in whatever order the files are read.
 */
function precedes(one: Owner, other: Owner): boolean {
  if (one.isSubagent !== other.isSubagent) return !one.isSubagent
  if (one.isCopy !== other.isCopy) return !one.isCopy
  if (one.file.lastAt !== other.file.lastAt) return one.file.lastAt < other.file.lastAt
  if (one.file.key !== other.file.key) return one.file.key < other.file.key
  return (one.agent ?? '') <= (other.agent ?? '')
}
