import { basename } from 'node:path'
import { createUsageLedger } from '@antiphon/core'
import type { CountedAnswer } from '@antiphon/core/usage'
import { mergeCalls } from './file-usage.ts'
import { decodeAnswers, decodeCalls, type FileAnswer, hashId, type KnownLog } from './known-log.ts'
import type { ScannedCall } from './scan-tool-calls.ts'
import type { SessionAnswer, SessionToolCall } from './session-answer.ts'
import { createAnswerMeasure, sumAnswerItems } from './usage-item.ts'
import type { SessionItem } from './usage-tally.ts'

/** Where a file belongs, by its name. */
export type FilePlace = {
  readonly folder: string
  readonly session: string
  /** The agent that the name tells; null for a session. */
  readonly agent: string | null
  /** True for a log of a subagent that lies beside sessions: only its lines tell whose it is. */
  readonly isStray: boolean
}

/** What is known of a file, whenever it was read. */
export type KnownUsage = Omit<KnownLog, 'state'>

/** Counts each answer and call once over all files, in whatever order they come. */
export interface UsageBook {
  add(file: KnownUsage, place: FilePlace): void
  /** Tells what all answers come to: for files that share no answer with others without looking at any. */
  tellItems(onItem: (item: SessionItem) => void): void
  answers(): readonly SessionAnswer[]
  calls(): readonly SessionToolCall[]
}

export function createUsageBook(): UsageBook {
  const files: BookedFile[] = []
  const projects = new Map<string, { readonly agent: string; readonly cwd: string }>()

  function projectOf({ folder, key }: FileOwner): string {
    return projects.get(key)?.cwd ?? basename(folder)
  }

  function toAnswer(answer: BookedAnswer): SessionAnswer {
    return toSessionAnswer(answer, answer.agent, placeOf(answer.file))
  }

  function placeOf(file: FileOwner): AnswerPlace {
    return { isSubagent: file.agent !== null, session: file.session, project: projectOf(file) }
  }

  return {
    add(file, { folder, agent, isStray, ...place }) {
      const { sessionId, cwd, lastAt } = file.facts
      const session = (isStray ? sessionId : null) ?? place.session
      const key = `${session}\n${folder}`
      files.push({ file, owner: { folder, session, agent, key, lastAt: lastAt ?? '' } })
      if (cwd === null) return
      // The session's own log knows best where it was started; a subagent may work elsewhere.
      const known = projects.get(key)
      if (!known || (agent ?? '') < known.agent) projects.set(key, { agent: agent ?? '', cwd })
    },
    tellItems(onItem) {
      const measure = createAnswerMeasure()
      const shared = visitFiles(files, ({ file, owner }, own) => {
        const place = { session: owner.session, project: projectOf(owner) }
        for (const item of own ? sumAnswerItems(own, measure) : file.items)
          onItem({ ...item, ...place, isSubagent: item.isSubagent || owner.agent !== null })
      })
      for (const answer of shared.map(toAnswer))
        onItem({ ...measure(answer), session: answer.session, project: answer.project })
    },
    answers() {
      const answers: SessionAnswer[] = []
      const shared = visitFiles(files, ({ file, owner }, own) => {
        const place = placeOf(owner)
        for (const answer of own ?? decodeAnswers(file.answers))
          answers.push(toSessionAnswer(answer, agentOf(answer, owner), place))
      })
      return [...answers, ...shared.map(toAnswer)]
    },
    calls: () =>
      Array.from(bookCalls(files), ({ call, owner }) => ({
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

type BookedFile = { readonly file: KnownUsage; readonly owner: FileOwner }

/** Whose the answers of a file are. */
type FileOwner = Omit<FilePlace, 'isStray'> & { readonly key: string; readonly lastAt: string }

type Owner = {
  readonly file: FileOwner
  readonly agent: string | null
  readonly isSubagent: boolean
  readonly isCopy: boolean
}

type BookedAnswer = CountedAnswer & Owner

/** Shows each file with the answers that it alone holds, null for all of them; gives the others, each once. */
function visitFiles(
  files: readonly BookedFile[],
  onFile: (booked: BookedFile, own: readonly FileAnswer[] | null) => void,
): readonly BookedAnswer[] {
  const repeated = findRepeated(files)
  const shared = new Map<string, BookedAnswer>()
  for (const booked of files) {
    const { file, owner } = booked
    if (repeated.size === 0 || !file.hashes.some(hash => repeated.has(hash))) {
      onFile(booked, null)
      continue
    }
    const own: FileAnswer[] = []
    for (const answer of decodeAnswers(file.answers)) {
      if (!repeated.has(hashId(answer.id))) {
        own.push(answer)
        continue
      }
      const told = toBookedAnswer(answer, owner)
      const before = shared.get(answer.id)
      shared.set(answer.id, before ? mergeBookedAnswers(before, told) : told)
    }
    onFile(booked, own)
  }
  return [...shared.values()]
}

/** The hashes that several answers have: most often since they are one, in several files. */
function findRepeated(files: readonly BookedFile[]): ReadonlySet<number> {
  const all = new Uint32Array(files.reduce((sum, { file }) => sum + file.hashes.length, 0))
  let end = 0
  for (const { file } of files) {
    all.set(file.hashes, end)
    end += file.hashes.length
  }
  all.sort()
  return new Set(all.filter((hash, place) => place > 0 && all[place - 1] === hash))
}

function toBookedAnswer(answer: FileAnswer, file: FileOwner): BookedAnswer {
  const isSubagent = answer.isSubagent || file.agent !== null
  return { ...answer, isSubagent, agent: agentOf(answer, file), file }
}

function agentOf(answer: FileAnswer, file: FileOwner): string | null {
  return answer.isSubagent || file.agent !== null ? (answer.agent ?? file.agent) : null
}

type AnswerPlace = Pick<SessionAnswer, 'isSubagent' | 'session' | 'project'>

/** Field by field, since there are hundreds of thousands. */
function toSessionAnswer(
  { id, model, usage, isSubagent, at, visibleTokens }: CountedAnswer,
  agent: string | null,
  place: AnswerPlace,
): SessionAnswer {
  return {
    id,
    model,
    usage,
    isSubagent: isSubagent || place.isSubagent,
    at,
    visibleTokens,
    agent,
    session: place.session,
    project: place.project,
  }
}

/** One answer that two files tell. */
function mergeBookedAnswers(one: BookedAnswer, other: BookedAnswer): BookedAnswer {
  const ledger = createUsageLedger()
  ledger.add(one)
  ledger.add(other)
  const { agent, isCopy, file } = precedes(one, other) ? one : other
  return { ...one, ...ledger.answers()[0], agent, isCopy, file }
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

type BookedCall = { readonly call: ScannedCall; readonly owner: Owner }

function bookCalls(files: readonly BookedFile[]): Iterable<BookedCall> {
  const calls = new Map<string, BookedCall>()
  for (const { file, owner: of } of files) {
    const owner = { file: of, agent: of.agent, isSubagent: of.agent !== null, isCopy: false }
    for (const call of file.calls ? decodeCalls(file.calls) : []) {
      const before = calls.get(call.id)
      if (!before) calls.set(call.id, { call, owner })
      else
        calls.set(call.id, {
          call: mergeCalls(before.call, call),
          owner: precedes(before.owner, owner) ? before.owner : owner,
        })
    }
  }
  return calls.values()
}
