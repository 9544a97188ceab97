import { createHash } from 'node:crypto'
import type { SessionKey } from '@antiphon/transcript'

/** A log below one of the roots, by its name alone. */
export type LogName = { readonly root: string; readonly key: SessionKey }

/** The name of a log as the page knows it: the same after a restart, and one text for each log. */
export function encodeLogId({ root, key }: LogName): string {
  const parts = [hashRoot(root), key.project, key.session, ...(key.subpath?.split('/') ?? [])]
  return Buffer.from(parts.join('/')).toString('base64url')
}

/** What an id names; null for a text that `encodeLogId` never gives for a log that may be listed. */
export function decodeLogId(id: string, roots: readonly string[]): LogName | null {
  if (!ID.test(id)) return null
  const text = Buffer.from(id, 'base64url').toString()
  const [hash, project, session, ...below] = text.split('/')
  const root = roots.find(path => hashRoot(path) === hash)
  if (root === undefined || project === undefined || session === undefined) return null
  if (![project, session, ...below].every(isName)) return null
  const isAgent = below.at(-1)?.startsWith(AGENT) ?? true
  if (!isAgent || below.length > MAX_DEPTH) return null
  const key = { project, session, ...(below.length > 0 && { subpath: below.join('/') }) }
  // Only one spelling: what is not UTF-8, or has bits left over, is none of ours.
  return encodeLogId({ root, key }) === id ? { root, key } : null
}

/** True for a text that names something inside a folder, and nothing outside. */
export function isName(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  return text !== '' && text !== '.' && text !== '..' && !/[/\\\x00-\x1f\x7f]/.test(text)
}

const ID = /^[A-Za-z0-9_-]{1,2048}$/
const AGENT = 'agent-'
const MAX_DEPTH = 9

function hashRoot(root: string): string {
  return createHash('sha256').update(root).digest('hex').slice(0, 12)
}
