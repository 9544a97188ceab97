import type { JsonObject } from '@antiphon/contract'
import { asObject, parseJson } from '../json/fields.ts'
import { explain } from '../logs/find-files.ts'
import type { FoundOriginals, Original, SessionHead } from '../reader.ts'
import { type Database, type SqlRow, withDatabase } from '../sqlite/open-database.ts'
import { toRootOwner } from '../sqlite/root-owner.ts'
import type { OpencodeSession } from './opencode-session.ts'

/** The sessions of a database, by what tells that they changed: rows of parts change in place while an answer comes. */
export function findInDatabase(path: string): FoundOriginals {
  try {
    return { originals: withDatabase(path, database => listSessions(path, database)), problems: [] }
  } catch (error) {
    return { originals: [], problems: [{ path, reason: explain(error) }] }
  }
}

function listSessions(path: string, database: Database): readonly Original[] {
  if (!database.has('session')) throw new Error('it has no table of sessions')
  const sessions = [...database.rows('session')]
  const newest = Math.max(0, ...sessions.map(row => Number(row.time_updated)))
  return sessions.flatMap(row => {
    if (typeof row.id !== 'string') return []
    const messages = database.rowsWhere('message', 'session_id', row.id)
    const changed = Math.max(
      Number(row.time_updated),
      ...messages.map(message => Number(message.time_updated)),
    )
    // Only who was spoken with of late may have parts that change.
    const parts = changed > newest - RECENT_MS ? stampParts(database, messages) : ''
    const bytes = messages.reduce((sum, { data }) => sum + String(data).length, 0)
    return [
      {
        path,
        row: row.id,
        stamp: `${Number(row.time_updated)}:${messages.length}:${changed}:${parts}`,
        modifiedAt: changed,
        bytes,
      },
    ]
  })
}

const RECENT_MS = 60 * 60 * 1000

function stampParts(database: Database, messages: readonly SqlRow[]): string {
  let count = 0
  let latest = 0
  let length = 0
  for (const { id } of messages)
    for (const part of database.rowsWhere('part', 'message_id', String(id))) {
      count += 1
      latest = Math.max(latest, Number(part.time_updated))
      length += String(part.data).length
    }
  return `${count}:${latest}:${length}`
}

export function readDatabaseHead({ path, row }: Original): SessionHead | null {
  return withDatabase(path, database => {
    const [session] = database.rowsWhere('session', 'id', row)
    if (!session) return null
    const owner = toRootOwner(row, id => {
      const [of] = database.rowsWhere('session', 'id', id)
      return typeof of?.parent_id === 'string' ? of.parent_id : undefined
    })
    return {
      session: row,
      cwd: typeof session.directory === 'string' ? session.directory : '',
      startedAt: new Date(Number(session.time_created)).toISOString(),
      ...(typeof session.version === 'string' && { version: session.version }),
      ...(owner !== undefined && { owner }),
    }
  })
}

export function readDatabaseSession({ path, row }: Original): OpencodeSession {
  return withDatabase(path, database => {
    const [session] = database.rowsWhere('session', 'id', row)
    const messages = database.rowsWhere('message', 'session_id', row).map(message => ({
      info: toData(message),
      parts: database.rowsWhere('part', 'message_id', String(message.id)).map(toData).toSorted(byId),
    }))
    const title = typeof session?.title === 'string' && session.title !== '' ? session.title : undefined
    const sorted = messages.toSorted((one, other) => byId(one.info, other.info))
    return { title, messages: sorted, revert: asObject(parseJson(String(session?.revert))) }
  })
}

/** A session as `opencode export` prints one, with its rows as they are, so that no column is lost. */
export function exportRows({ path, row }: Original): Buffer {
  return withDatabase(path, database => {
    const [session = {}] = database.rowsWhere('session', 'id', row)
    const messages = database.rowsWhere('message', 'session_id', row).map(message => ({
      message,
      parts: database.rowsWhere('part', 'message_id', String(message.id)),
    }))
    const todo = database.has('todo') ? database.rowsWhere('todo', 'session_id', row) : []
    const exported = {
      info: toSessionInfo(session),
      messages: messages.map(({ message, parts }) => ({
        info: { ...toData(message), sessionID: row },
        parts: parts.map(part => ({ ...toData(part), sessionID: row, messageID: String(message.id) })),
      })),
      rows: {
        session,
        todo,
        message: messages.map(({ message: { data: _data, ...columns } }) => columns),
        part: messages.flatMap(({ parts }) => parts.map(({ data: _data, ...columns }) => columns)),
      },
    }
    return Buffer.from(`${JSON.stringify(exported, null, 1)}\n`)
  })
}

function toSessionInfo(session: SqlRow): JsonObject {
  const { id, slug, project_id, parent_id, directory, title, version, time_created, time_updated } = session
  return {
    ...{ id, slug, projectID: project_id, directory, title, version },
    ...(parent_id && { parentID: parent_id }),
    time: { created: Number(time_created), updated: Number(time_updated) },
    // Columns are texts and numbers.
  } as JsonObject
}

/** The columns beside the data are what it has no room for. */
function toData({ id, data }: SqlRow): JsonObject {
  return { ...asObject(parseJson(String(data))), id: String(id) }
}

/** Ids sort by the time when they were made. */
export function byId(one: JsonObject, other: JsonObject): number {
  const [first, second] = [String(one.id), String(other.id)]
  return first < second ? -1 : first > second ? 1 : 0
}
