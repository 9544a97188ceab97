import type { JsonObject } from '@antiphon/contract'
import type { SessionMarks } from '@antiphon/host'
import { type Misread, misread, readTextField } from './read-question.ts'
import type { SettingsChange } from './settings-protocol.ts'

/** Only the marks that are named change. */
export type MarkRequest = { readonly session: string } & Partial<SessionMarks>

export type RenameRequest = { readonly session: string; readonly title: string }

/** A deleted session that can be had back until `purgedAt`. */
export type TrashedRow = {
  /** Names it in the question that brings it back. */
  readonly trashed: string
  readonly sessionId: string
  readonly title: string
  readonly cwd: string | null
  readonly deletedAt: string
  readonly purgedAt: string
}

/** A mark that is on or off, where it is named. */
export function readMark(value: unknown): boolean | undefined | Misread {
  return value === undefined || typeof value === 'boolean' ? value : misread('A mark is true or false.')
}

/** Tags, where they are named. */
export function readTags(value: unknown): readonly string[] | undefined | Misread {
  if (value === undefined) return undefined
  if (Array.isArray(value) && value.length <= MAX_TAGS && value.every(tag => typeof tag === 'string'))
    return value
  return misread('Tags are a list of texts.')
}

/** A name that a person gives a session. */
export function readTitle(value: unknown): string | Misread {
  const title = readTextField(value).slice(0, MAX_TITLE_UNITS)
  return title.trim() === '' ? misread('A name needs at least one character.') : title
}

/** Settings; whether each may have its value is for whoever keeps them to say. */
export function readSettingsChanges(value: unknown): SettingsChange['changes'] | Misread {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  return misread('Changes are an object of settings.')
}

const MAX_TAGS = 50
const MAX_TITLE_UNITS = 1000
