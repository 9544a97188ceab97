import { basename, dirname, isAbsolute, join } from 'node:path'
import { asObject, parseJson, readList, readString } from '../json/fields.ts'
import { explain, isGone } from '../logs/find-files.ts'
import { readJsonFile } from '../logs/read-json-file.ts'
import type { FoundOriginals, Original, ReadProblem, SessionHead } from '../reader.ts'
import { type Database, type SqlRow, withDatabase } from '../sqlite/open-database.ts'
import { toRootOwner } from '../sqlite/root-owner.ts'
import type { CrushMessage } from './crush-message.ts'

/** Every session of every project that the program has been in: each has a database of its own. */
export function findCrushSessions(place: string): FoundOriginals {
  const originals: Original[] = []
  const problems: ReadProblem[] = []
  for (const path of listDatabases(place))
    try {
      originals.push(...withDatabase(path, database => listSessions(path, database)))
    } catch (error) {
      // A project may have been deleted since.
      if (!isGone(error)) problems.push({ path, reason: explain(error) })
    }
  return { originals, problems }
}

/** The program writes down where it has been. */
function listDatabases(place: string): readonly string[] {
  const known = readList(readJsonFile(join(place, 'projects.json')), 'projects').flatMap(project => {
    const path = readString(project, 'path')
    if (path === undefined) return []
    const folder = readString(project, 'data_dir') ?? '.crush'
    return [join(isAbsolute(folder) ? folder : join(path, folder), 'crush.db')]
  })
  return [...new Set(known)].toSorted()
}

function listSessions(path: string, database: Database): readonly Original[] {
  return [...database.rows('sessions')].flatMap(row => {
    // What a title was made by is no conversation.
    if (typeof row.id !== 'string' || row.id.startsWith('title-')) return []
    const messages = database.rowsWhere('messages', 'session_id', row.id)
    const changed = Math.max(Number(row.updated_at), ...messages.map(message => Number(message.updated_at)))
    const bytes = messages.reduce((sum, { parts }) => sum + String(parts).length, 0)
    const modifiedAt = changed < SECONDS_UNTIL ? changed * 1000 : changed
    return [{ path, row: row.id, stamp: `${changed}:${messages.length}:${bytes}`, modifiedAt, bytes }]
  })
}

// Declared as milliseconds, written as seconds.
const SECONDS_UNTIL = 100_000_000_000

export function readCrushHead({ path, row }: Original): SessionHead | null {
  return withDatabase(path, database => {
    const [session] = database.rowsWhere('sessions', 'id', row)
    if (!session) return null
    const owner = toRootOwner(row, id => {
      const [of] = database.rowsWhere('sessions', 'id', id)
      return typeof of?.parent_session_id === 'string' && of.parent_session_id !== ''
        ? of.parent_session_id
        : undefined
    })
    const created = Number(session.created_at)
    const startedAt = new Date(created < SECONDS_UNTIL ? created * 1000 : created)
    const folder = dirname(path)
    return {
      session: row,
      cwd: basename(folder) === '.crush' ? dirname(folder) : '',
      ...(!Number.isNaN(startedAt.getTime()) && { startedAt: startedAt.toISOString() }),
      ...(owner !== undefined && { owner }),
    }
  })
}

export type CrushSession = { readonly title: string; readonly messages: readonly CrushMessage[] }

export function readCrushSession({ path, row }: Original): CrushSession {
  return withDatabase(path, database => {
    const [session] = database.rowsWhere('sessions', 'id', row)
    const messages = database
      .rowsWhere('messages', 'session_id', row)
      .toSorted((one, other) => Number(one.created_at) - Number(other.created_at))
    const title = typeof session?.title === 'string' ? session.title : ''
    return { title, messages: messages.map(toMessage) }
  })
}

function toMessage(row: SqlRow): CrushMessage {
  const parts = parseJson(String(row.parts))
  return {
    id: String(row.id),
    role: String(row.role),
    model: typeof row.model === 'string' ? row.model : '',
    at: Number(row.created_at),
    isSummary: row.is_summary_message === 1,
    parts: (Array.isArray(parts) ? parts : [{ type: 'unreadable', data: { parts: String(row.parts) } }]).map(
      asObject,
    ),
  }
}
