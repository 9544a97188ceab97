import { isObject, type JsonObject } from '@antiphon/contract'
import { asObject, readObject, readString, toIsoTime } from '../json/fields.ts'
import { readHeadLines } from '../logs/read-head-lines.ts'
import type { Original, SessionHead } from '../reader.ts'

/** Which thread a rollout holds: its own `session_meta` is its first line. Older files have the bare fields of one there. */
export function readCodexHead({ path }: Original): SessionHead | null {
  const [first] = readHeadLines(path)
  if (!first) return null
  const meta = first.type === 'session_meta' ? readObject(first, 'payload') : first
  const session = readString(meta, 'id', 'session_id') ?? findNamed(first, path)
  if (session === undefined || !/^[\w-]+$/.test(session)) return null
  const owner = readOwner(meta)
  const forkedFrom = readString(meta, 'forked_from_id')
  const version = readString(meta, 'cli_version')
  const startedAt = toIsoTime(meta.timestamp) ?? toIsoTime(first.timestamp)
  return {
    session,
    cwd: readString(meta, 'cwd') ?? '',
    ...(owner !== undefined && owner !== session && { owner }),
    ...(forkedFrom !== undefined && { forkedFrom }),
    ...(version !== undefined && { version }),
    ...(startedAt !== undefined && { startedAt }),
  }
}

/** Where the first line is damaged the file's name still tells the thread. */
function findNamed(first: JsonObject, path: string): string | undefined {
  if (!isObject(first.payload)) return undefined
  return /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})[^/\\]*$/.exec(path)?.[1]
}

/** The thread that started this one as its subagent, in the words of several versions. */
function readOwner(meta: JsonObject): string | undefined {
  const { source } = meta
  const subagent = isObject(source) ? asObject(source).subagent : undefined
  if (subagent === undefined) return undefined
  const spawned = readString(readObject(subagent, 'thread_spawn'), 'parent_thread_id')
  return spawned ?? readString(meta, 'parent_thread_id', 'forked_from_id')
}
