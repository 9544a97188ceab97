import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import { asObject, readCount, readObject, readString } from '../json/fields.ts'
import { findFiles } from '../logs/find-files.ts'
import { readJsonFile } from '../logs/read-json-file.ts'
import type { FoundOriginals, Original, SessionHead } from '../reader.ts'
import { toRootOwner } from '../sqlite/root-owner.ts'
import { byId } from './opencode-database.ts'
import type { OpencodeSession } from './opencode-session.ts'

/** Before 1.2: a file a session, a message and a part. */
export function findInTree(storage: string): FoundOriginals {
  const { originals, problems } = findFiles(join(storage, 'session'), {
    depth: 1,
    isLog: (name, folders) => folders.length === 1 && name.endsWith('.json'),
  })
  const stamped = originals.map(original => {
    const messages = join(storage, 'message', basename(original.path, '.json'))
    const names = listNames(messages)
    const latest = Math.max(original.modifiedAt, ...names.map(name => timeOf(join(messages, name))))
    const parts = names.map(name => timeOf(join(storage, 'part', basename(name, '.json'))))
    const modifiedAt = Math.max(latest, ...parts)
    return { ...original, stamp: `${original.stamp}:${names.length}:${modifiedAt}`, modifiedAt }
  })
  return { originals: stamped, problems }
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter(name => name.endsWith('.json'))
      .toSorted()
  } catch {
    return []
  }
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

export function readTreeHead({ path }: Original): SessionHead | null {
  const session = asObject(readJsonFile(path))
  const id = readString(session, 'id')
  if (id === undefined) return null
  const owner = toRootOwner(id, of => readString(readJsonFile(join(dirname(path), `${of}.json`)), 'parentID'))
  const version = readString(session, 'version')
  const created = readCount(readObject(session, 'time'), 'created')
  return {
    session: id,
    cwd: readString(session, 'directory') ?? '',
    ...(created > 0 && { startedAt: new Date(created).toISOString() }),
    ...(version !== undefined && { version }),
    ...(owner !== undefined && { owner }),
  }
}

export function readTreeSession({ path }: Original): OpencodeSession {
  const storage = dirname(dirname(dirname(path)))
  const session = asObject(readJsonFile(path))
  const read = (folder: string): readonly JsonObject[] =>
    listNames(folder)
      .map(name => ({ id: basename(name, '.json'), ...asObject(readJsonFile(join(folder, name))) }))
      .toSorted(byId)
  const messages = read(join(storage, 'message', readString(session, 'id') ?? '')).map(info => ({
    info,
    parts: read(join(storage, 'part', String(info.id))),
  }))
  return { title: readString(session, 'title'), messages, revert: readObject(session, 'revert') }
}

/** Its messages and their parts, a file each. */
export function listTreeFiles({ path }: Original): readonly string[] {
  const storage = dirname(dirname(dirname(path)))
  const messages = join(storage, 'message', basename(path, '.json'))
  return listNames(messages).flatMap(name => {
    const parts = join(storage, 'part', basename(name, '.json'))
    return [join(messages, name), ...listNames(parts).map(part => join(parts, part))]
  })
}
