import { resolve } from 'node:path'
import type { ListSessionsResponse, SessionInfo } from '@agentclientprotocol/sdk'
import { toWireEvents, type WireEvent } from '@antiphon/core'
import { buildConversation } from '@antiphon/core/log'
import {
  findLastTime,
  findSessionFiles,
  listSessionFiles,
  readSessionSummary,
  readSummaries,
  type SessionFile,
  sessionIdOf,
} from '@antiphon/transcript'
import { findSession } from '../../input/find-session.ts'
import type { InputIo } from '../../input/open-input.ts'
import { readSession } from '../../input/read-session.ts'
import type { Io } from '../../io.ts'
import { findPersonRoots } from '../../person/find-person-roots.ts'
import { trashSession } from '../../person/trash.ts'

/** A page of the sessions of this machine, the newest first; of a folder where one is named. */
export async function listStoredSessions(
  { cwd, cursor }: { readonly cwd?: string | null; readonly cursor?: string | null },
  io: Io,
): Promise<ListSessionsResponse> {
  const { roots } = await findPersonRoots(io)
  const { files } = await listSessionFiles(roots)
  const from = readCursor(cursor)
  const sessions: SessionInfo[] = []
  let position = from
  for await (const item of readSummaries(files.slice(from))) {
    position++
    if (item.kind === 'problem' || item.isSidechain || item.cwd === undefined) continue
    if (cwd && resolve(item.cwd) !== resolve(cwd)) continue
    sessions.push({
      sessionId: sessionIdOf(item),
      cwd: item.cwd,
      title: item.title?.text ?? null,
      updatedAt: findLastTime(item),
    })
    if (sessions.length === PAGE) break
  }
  return { sessions, nextCursor: position < files.length ? `${position}` : null }
}

const PAGE = 50

function readCursor(cursor: string | null | undefined): number {
  const from = cursor ? Number(cursor) : 0
  if (!Number.isInteger(from) || from < 0)
    throw new Error(`There is no page ${cursor}: give back nextCursor as it came, or leave the cursor out.`)
  return from
}

/** The log of a session by its id; an id is never a path. */
export async function findStoredLog(sessionId: string, io: Io): Promise<string> {
  if (!SESSION_ID.test(sessionId))
    throw new Error(`There is no session ${sessionId}. session/list tells those that there are.`)
  return (await findSession(sessionId, io)).path
}

const SESSION_ID = /^[\w-]{4,100}$/

/** The title that a session has by now; null where it has none. */
export async function readTitle(path: string, io: Io): Promise<string | null> {
  const { roots } = await findPersonRoots(io)
  const { files } = await findSessionFiles(roots, path.replace(/^.*[/\\]|\.jsonl$/g, ''))
  const file: SessionFile | undefined = files.find(one => one.path === path)
  const summary = file && (await readSessionSummary(file))
  return (summary && summary.kind !== 'problem' && summary.title?.text) || null
}

/** A stored conversation as the agent would say it anew. */
export async function readStoredEvents(path: string, io: InputIo): Promise<readonly WireEvent[]> {
  const { entries } = await readSession(path, io)
  const { messages } = buildConversation(entries)
  const sessionId = path.replace(/^.*[/\\]|\.jsonl$/g, '')
  return messages.flatMap(message => toWireEvents(message, { sessionId }))
}

/** Moves a session to the trash; a session that is not there is gone already. */
export async function deleteStoredSession(sessionId: string, isEnded: boolean, io: Io): Promise<void> {
  const { roots } = await findPersonRoots(io)
  if (!SESSION_ID.test(sessionId)) return
  const { files } = await findSessionFiles(roots, sessionId)
  const file = files.find(one => sessionIdOf(one) === sessionId)
  if (!file) return
  const outcome = await trashSession({ root: file.root, key: file.key }, new Date(), { isEnded })
  if ('refusal' in outcome) throw new Error(outcome.refusal)
}
