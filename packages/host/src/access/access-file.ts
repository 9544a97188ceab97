import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonValue } from '@antiphon/contract'
import { changeJsonFile, readJsonFile } from '../person/json-file.ts'
import { type AccessPerson, readAccessPerson, toStoredPerson } from './access-person.ts'

/** Whom the window lets in, or why nobody can be told, in words that follow the name of the file. */
export type AccessList = { readonly people: readonly AccessPerson[]; readonly problem: string | null }

/** Where people are kept, beside the settings of whoever runs the window. */
export function toAccessPath(configFolder: string): string {
  return join(configFolder, 'access.json')
}

/** Everybody in the file. One that cannot be read, or that others may write, lets nobody in. */
export async function readAccessList(configFolder: string): Promise<AccessList> {
  const path = toAccessPath(configFolder)
  const stats = await stat(path).catch(() => null)
  if (stats && process.platform !== 'win32' && (stats.mode & 0o002) !== 0)
    return { people: [], problem: 'can be written by everybody; say `chmod o-w` first' }
  const file = await readJsonFile(path)
  if ('problem' in file) return { people: [], problem: file.problem }
  const stored = listStored(file.value.people)
  const people = stored.map(readAccessPerson)
  if (people.includes(null)) return { people: [], problem: 'names somebody in a way that cannot be read' }
  return { people: people.filter(person => person !== null), problem: null }
}

/** Puts somebody in the place of whoever had their name. Gives why that cannot be done, or null. */
export function keepAccessPerson(configFolder: string, person: AccessPerson): Promise<string | null> {
  return change(configFolder, stored => [
    ...stored.filter(one => readAccessPerson(one)?.name !== person.name),
    toStoredPerson(person),
  ])
}

async function change(
  configFolder: string,
  toNext: (stored: readonly JsonValue[]) => readonly JsonValue[],
): Promise<string | null> {
  const file = await changeJsonFile(toAccessPath(configFolder), value => ({
    ...value,
    people: [...toNext(listStored(value.people))],
  }))
  return 'problem' in file ? file.problem : null
}

function listStored(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** Reads the file again whenever it was replaced: who is revoked while the server runs is out at the next question. */
export function createAccessReader(configFolder: string | null): () => Promise<AccessList> {
  let known: { readonly mark: string; readonly list: AccessList } | null = null
  return async () => {
    if (configFolder === null) return NOBODY
    const mark = await readMark(toAccessPath(configFolder))
    if (known?.mark !== mark) known = { mark, list: await readAccessList(configFolder) }
    return known.list
  }
}

const NOBODY: AccessList = { people: [], problem: null }

async function readMark(path: string): Promise<string> {
  const stats = await stat(path, { bigint: true }).catch(() => null)
  return stats ? [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ') : ''
}
