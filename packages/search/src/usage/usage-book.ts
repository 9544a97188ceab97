import { basename } from 'node:path'
import { ROW_WORDS } from './answer-rows.ts'
import { type BookedAnswer, type FileOwner, type Owner, precedes, toBookedAnswer } from './booked-answer.ts'
import { decodeRow } from './decode-row.ts'
import type { FileTable, KnownFile } from './file-table.ts'
import { mergeCalls } from './file-usage.ts'
import { type BookedFile, mergeRepeated } from './merge-repeated.ts'
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
  add(file: Pick<KnownFile, 'table' | 'calls'>, place: FilePlace): void
  /** Shows each answer once: as a row of its file if it stands nowhere else, and whole if it does. */
  visit(visitor: BookVisitor): void
  answers(): readonly SessionAnswer[]
  calls(): readonly SessionToolCall[]
}

export type BookVisitor = {
  readonly onFile: (file: VisitedFile) => void
  readonly onAnswer: (answer: SessionAnswer) => void
}

export type VisitedFile = {
  readonly table: FileTable
  readonly session: string
  readonly project: string
  /** True if every answer is a subagent's. */
  readonly isSubagent: boolean
  /** True if every row counts here. */
  readonly isWhole: boolean
  /** True for a row that counts here. */
  readonly isCounted: (row: number) => boolean
  readonly decode: (row: number) => SessionAnswer
}

export function createUsageBook(): UsageBook {
  const files: BookedFile[] = []
  const calls = new Map<string, { readonly call: ToolCall; readonly owner: Owner }>()
  const projects = new Map<string, { readonly agent: string; readonly cwd: string }>()
  let size = 0

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

  function toAnswer({ file, isCopy: _copy, ...answer }: BookedAnswer): SessionAnswer {
    return { ...answer, session: file.session, project: projectOf(file) }
  }

  function visit({ onFile, onAnswer }: BookVisitor): void {
    const repeated = mergeRepeated(files, size)
    for (const { table, file, first } of files)
      onFile({
        table,
        session: file.session,
        project: projectOf(file),
        isSubagent: file.agent !== null,
        isWhole: repeated.areSingle(first, table.rows.length / ROW_WORDS),
        isCounted: row => repeated.isSingle(first + row),
        decode: row => toAnswer(toBookedAnswer(decodeRow(table, row), file)),
      })
    for (const answer of repeated.answers) onAnswer(toAnswer(answer))
  }

  return {
    visit,
    add({ table, calls: told }, place) {
      const { sessionId, cwd, lastAt } = table.facts
      const session = (place.isStray ? sessionId : null) ?? place.session
      const { folder, agent } = place
      const key = `${session}\n${folder}`
      const file = { folder, session, agent, key, lastAt: lastAt ?? '' }
      files.push({ table, file, first: size })
      size += table.rows.length / ROW_WORDS
      for (const call of told ?? []) addCall(call, file)
      if (cwd === null) return
      // The session's own log knows best where it was started; a subagent may work elsewhere.
      const known = projects.get(key)
      if (!known || (agent ?? '') < known.agent) projects.set(key, { agent: agent ?? '', cwd })
    },
    answers() {
      const answers: SessionAnswer[] = []
      visit({
        onFile({ table, isCounted, decode }) {
          for (let row = 0; row * ROW_WORDS < table.rows.length; row++)
            if (isCounted(row)) answers.push(decode(row))
        },
        onAnswer: answer => answers.push(answer),
      })
      return answers
    },
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
