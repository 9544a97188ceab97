import { isAbsolute } from 'node:path'
import { isObject, type JsonObject } from '@antiphon/contract'
import { cleanPersonName } from '@antiphon/core'

/** What a named person may do: read, or also talk to agents, answer them, rename, delete and export. */
export type AccessRole = 'reader' | 'driver'

export const ACCESS_ROLES: readonly AccessRole[] = ['reader', 'driver']

/** Somebody whom the window lets in. */
export type AccessPerson = {
  readonly name: string
  readonly role: AccessRole
  /** The folders whose sessions they see, as whole paths; null for all. */
  readonly projects: readonly string[] | null
  /** Of their token; null for somebody whom only a proxy names. */
  readonly tokenHash: string | null
  readonly createdAt: string
  /** Null for never. */
  readonly expiresAt: string | null
  readonly revokedAt: string | null
}

/** Why somebody is not let in any more; null while they are. */
export function findAccessEnd(
  { revokedAt, expiresAt }: AccessPerson,
  now: number,
): 'revoked' | 'expired' | null {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && !(Date.parse(expiresAt) > now) ? 'expired' : null
}

/** A person as the file has them; null for what is none: it lets nobody in. */
export function readAccessPerson(value: unknown): AccessPerson | null {
  if (!isObject(value)) return null
  const { name, projects = null, tokenHash = null, createdAt } = value
  const role = ACCESS_ROLES.find(known => known === value.role)
  const [expiresAt, revokedAt] = [readTime(value.expiresAt), readTime(value.revokedAt)]
  const isNamed = typeof name === 'string' && isPersonName(name)
  if (!isNamed || !role || !isTime(createdAt) || expiresAt === undefined || revokedAt === undefined)
    return null
  if (tokenHash !== null && !(typeof tokenHash === 'string' && /^[0-9a-f]{64}$/.test(tokenHash))) return null
  if (projects !== null && !isFolders(projects)) return null
  return { name, role, projects, tokenHash, createdAt, expiresAt, revokedAt }
}

/** A person as they are written down. */
export function toStoredPerson(person: AccessPerson): JsonObject {
  const { projects, ...rest } = person
  return { ...rest, projects: projects === null ? null : [...projects] }
}

/** Whether a text is a name as it is shown: one short line without anything that cannot be seen. */
export function isPersonName(text: string): boolean {
  return text !== '' && cleanPersonName(text) === text
}

function isFolders(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(path => typeof path === 'string' && isAbsolute(path))
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
}

/** Null where none is told, undefined where it cannot be read. */
function readTime(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null
  return isTime(value) ? value : undefined
}
