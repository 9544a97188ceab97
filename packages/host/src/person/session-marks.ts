import { join } from 'node:path'
import { isObject, type JsonObject, type JsonValue } from '@antiphon/contract'
import { stripControl } from '@antiphon/core/ui'
import type { SessionKey } from '@antiphon/transcript'
import { changeJsonFile, type JsonFile, readJsonFile } from './json-file.ts'

/** What a person noted about a session, beside its log. */
export type SessionMarks = {
  readonly isStarred: boolean
  readonly isArchived: boolean
  /** Each once, in alphabetical order. */
  readonly tags: readonly string[]
}

export const NO_MARKS: SessionMarks = { isStarred: false, isArchived: false, tags: [] }

/** The marks of every session that has some. */
export type MarkedSessions = {
  readonly marksOf: (key: SessionKey) => SessionMarks
  /** The sessions whose marks are others here than there. */
  readonly compare: (other: MarkedSessions) => readonly SessionKey[]
  readonly keys: readonly SessionKey[]
}

/** The file of marks in Antiphon's folder. */
export function toMarksPath(folder: string): string {
  return join(folder, 'sessions.json')
}

/** The marks of all sessions; a file with faults gives what can be read of it. */
export async function readMarks(folder: string | null): Promise<MarkedSessions> {
  return toMarked(folder === null ? { value: {} } : await readJsonFile(toMarksPath(folder)))
}

/** Those that change, or how they follow from those that are there. */
export type MarkChanges = Partial<SessionMarks> | ((before: SessionMarks) => Partial<SessionMarks>)

/** Changes the marks of a session; gives them, or why nothing was changed. */
export async function changeMarks(
  folder: string | null,
  key: SessionKey,
  changes: MarkChanges,
): Promise<SessionMarks | { readonly refusal: string }> {
  if (folder === null) return { refusal: 'Marks have no place: HOME is not set.' }
  const path = toMarksPath(folder)
  const changed = await changeJsonFile(path, value => put(value, nameOf(key), changes))
  if ('problem' in changed) return { refusal: `${path} ${changed.problem}.` }
  return toMarked(changed).marksOf(key)
}

/** A tag as it is kept; null for one that cannot be: empty, too long, or with a comma, which parts tags. */
export function toTag(text: string): string | null {
  const tag = stripControl(text).replace(/\s+/g, ' ').trim().replace(/^#/, '')
  return tag === '' || tag.length > MAX_TAG_UNITS || tag.includes(',') ? null : tag
}

const MAX_TAG_UNITS = 60
const MAX_TAGS = 50

/** Session ids alone would do, were every file named by one. */
function nameOf({ project, session }: SessionKey): string {
  return `${project}/${session}`
}

function toMarked(file: JsonFile): MarkedSessions {
  const sessions = 'value' in file && isObject(file.value.sessions) ? file.value.sessions : {}
  const marksOf = (key: SessionKey): SessionMarks => {
    const name = nameOf(key)
    return Object.hasOwn(sessions, name) ? readOne(sessions[name]) : NO_MARKS
  }
  const keys = Object.keys(sessions).flatMap(toKey)
  return {
    marksOf,
    keys,
    compare: other => {
      const all = new Map([...keys, ...other.keys].map(key => [nameOf(key), key]))
      return [...all.values()].filter(
        key => JSON.stringify(marksOf(key)) !== JSON.stringify(other.marksOf(key)),
      )
    },
  }
}

function toKey(name: string): readonly SessionKey[] {
  const [project, session, ...more] = name.split('/')
  return project && session && more.length === 0 ? [{ project, session }] : []
}

function readOne(value: unknown): SessionMarks {
  if (!isObject(value)) return NO_MARKS
  const tags = Array.isArray(value.tags) ? value.tags : []
  return {
    isStarred: value.isStarred === true,
    isArchived: value.isArchived === true,
    tags: toTags(tags.filter(tag => typeof tag === 'string')),
  }
}

function toTags(texts: readonly string[]): readonly string[] {
  const tags = new Set(texts.flatMap(text => toTag(text) ?? []))
  return [...tags].sort((one, other) => one.localeCompare(other)).slice(0, MAX_TAGS)
}

function put(file: JsonObject, name: string, changes: MarkChanges): JsonObject {
  const { [name]: before, ...others } = isObject(file.sessions) ? file.sessions : {}
  const known = readOne(before)
  const marks = { ...known, ...(typeof changes === 'function' ? changes(known) : changes) }
  // What this version does not know is kept.
  const kept = isObject(before) ? before : {}
  const { isStarred: _starred, isArchived: _archived, tags: _tags, ...unknown } = kept
  const tags = toTags(marks.tags)
  const after = {
    ...unknown,
    ...(marks.isStarred && { isStarred: true }),
    ...(marks.isArchived && { isArchived: true }),
    ...(tags.length > 0 && { tags }),
  }
  const isEmpty = Object.keys(after).length === 0
  // All of it came out of JSON, or is texts and booleans.
  return {
    ...file,
    version: 1,
    sessions: { ...others, ...(!isEmpty && { [name]: after }) } as JsonValue,
  } as JsonObject
}
