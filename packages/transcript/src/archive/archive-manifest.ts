import { createHash } from 'node:crypto'
import { isObject } from '@antiphon/contract'

/** One version of a session as the archive keeps it: which files it had, and of which frames their bytes are made. */
export type ArchiveManifest = {
  readonly format: typeof MANIFEST_FORMAT
  readonly agent: string
  readonly project: string
  /** The id of the session, `agent-<id>` for a subagent's log that stands alone. */
  readonly session: string
  /** What the session was read from, as a whole path; a row of a database behind it. */
  readonly origin: { readonly path: string; readonly row: string }
  /** The folder with `projects` that it was below; empty where it was below none. */
  readonly root: string
  readonly cwd: string
  readonly title: string
  /** As the origin was when it was read: it differs as soon as something was written to it. */
  readonly stamp: string
  /** When the origin was written last, in milliseconds of the epoch. */
  readonly modifiedAt: number
  readonly archivedAt: string
  /** True where secrets were taken out before it was kept. */
  readonly isRedacted: boolean
  readonly files: readonly ArchivedFile[]
  /** In order; together they are all files, one behind the other. */
  readonly frames: readonly FrameName[]
}

/**
 * What a file is: a `log` of the session or of its subagents as we read them, something `beside` it, what another agent
 * wrote (`original`), what was made of it for us (`reading`), or rows of a database as text that the agent takes back
 * (`rows`).
 */
export type ArchivedFileRole = 'log' | 'beside' | 'original' | 'reading' | 'rows'

export type ArchivedFile = {
  readonly role: ArchivedFileRole
  /** Where it was, as a whole path. */
  readonly path: string
  /** Where it stands in the person's view: below a folder with `projects`; empty where nobody reads it. */
  readonly view: string
  /** The byte of all files at which it begins. */
  readonly at: number
  readonly size: number
  readonly modifiedAt: number
  readonly mode: number
  /** SHA-256 of its bytes. */
  readonly hash: string
}

/** A stretch of bytes by its SHA-256, and how long it is. */
export type FrameName = readonly [hash: string, length: number]

export const MANIFEST_FORMAT = 1

/** A manifest as its file holds it: one line that sums up the rest, so that a single changed bit is seen. */
export function encodeManifest(manifest: ArchiveManifest): string {
  const body = JSON.stringify(manifest)
  return `${NAME} ${MANIFEST_FORMAT} ${sha256(Buffer.from(body))}\n${body}\n`
}

/** The manifest of a file, or what is wrong with it, in words that follow its name. */
export function decodeManifest(bytes: Buffer): ArchiveManifest | { readonly problem: string } {
  const text = bytes.toString('utf8')
  const end = text.indexOf('\n')
  const [name, format, sum] = text.slice(0, Math.max(0, end)).split(' ')
  const body = text.endsWith('\n') ? text.slice(end + 1, -1) : ''
  if (name !== NAME) return { problem: 'is no manifest, or damaged at its beginning' }
  if (Number(format) > MANIFEST_FORMAT)
    return { problem: `is of format ${format}, which a newer Antiphon wrote` }
  if (sha256(Buffer.from(body)) !== sum) return { problem: 'is damaged: its checksum is another one' }
  const value: unknown = JSON.parse(body)
  // Its checksum says that it is what was encoded.
  return isObject(value) ? (value as unknown as ArchiveManifest) : { problem: 'holds no manifest' }
}

const NAME = 'antiphon-archive'

/** The SHA-256 of some bytes in hexadecimal digits. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
