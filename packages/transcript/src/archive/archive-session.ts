import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { hasCode, toTranscriptError } from '../transcript-error.ts'
import { markDeleted, readArchived, removeVersion, toSessionFolder, writeVersion } from './archive-folder.ts'
import {
  type ArchivedFile,
  type ArchivedFileRole,
  type ArchiveManifest,
  type FrameName,
  MANIFEST_FORMAT,
} from './archive-manifest.ts'
import { createFrameCutter } from './cut-frames.ts'
import { hasFrames, writeFrame } from './frame-files.ts'

/** A file that belongs to a session. */
export type ArchiveSourceFile = {
  readonly role: ArchivedFileRole
  readonly path: string
  readonly view: string
  /** What is kept in the place of the file's own bytes: rows of a database as text. */
  readonly content?: Buffer
}

/** A session as it lies where its agent wrote it. */
export type ArchiveSource = Pick<
  ArchiveManifest,
  'agent' | 'project' | 'session' | 'origin' | 'root' | 'stamp' | 'modifiedAt'
> & {
  readonly files: readonly ArchiveSourceFile[]
  /** Asked only of what is to be kept; null for what nobody wants to keep. */
  readonly describe: () => Promise<Pick<ArchiveManifest, 'cwd' | 'title'> | null>
}

export type ArchiveSessionOptions = {
  readonly now: Date
  /** Takes secrets out of a line. A redactor a session: what one line tells is a secret in those behind it. */
  readonly redact?: ((line: Buffer) => Buffer) | undefined
  /** How many older versions stay whose bytes the newest does not begin with. */
  readonly versions?: number
  readonly onRead?: (bytes: number) => void
  readonly signal?: AbortSignal | undefined
}

export type ArchivedOutcome = {
  /** `same`: nothing was written since; `changing`: its files were written anew while they were read, the next run has it. */
  readonly kind: 'archived' | 'same' | 'changing' | 'unwanted'
  /** How much was read, and how much the disk has more. */
  readonly bytes: number
  readonly added: number
}

/**
 * Keeps a session as it is now. Its frames are on the disk before its manifest is, and the manifest before an older one
 * goes: whoever is killed in between has lost nothing that was archived.
 */
export async function archiveSession(
  folder: string,
  source: ArchiveSource,
  options: ArchiveSessionOptions,
): Promise<ArchivedOutcome> {
  const before = await readArchived(toSessionFolder(folder, source))
  const newest = before?.versions[0]
  const isRedacted = options.redact !== undefined
  // It is back where it was.
  if (before?.deletedAt !== undefined) await markDeleted(before, null)
  if (
    newest?.manifest &&
    isSame(newest.manifest, source, isRedacted) &&
    hasFrames(folder, newest.manifest.frames)
  )
    return { kind: 'same', bytes: 0, added: 0 }
  const words = await source.describe()
  if (words === null) return { kind: 'unwanted', bytes: 0, added: 0 }
  const known = new Map(newest?.manifest?.files.map(({ path, size }) => [path, size]))
  const kept = await keepFiles(source.files, { ...options, folder, known })
  if (kept === null) return { kind: 'changing', bytes: 0, added: 0 }
  const { files: _files, describe: _describe, ...about } = source
  const manifest: ArchiveManifest = {
    format: MANIFEST_FORMAT,
    ...about,
    ...words,
    archivedAt: options.now.toISOString(),
    isRedacted,
    files: kept.files,
    frames: kept.frames,
  }
  try {
    await writeVersion(folder, manifest, (newest?.number ?? 0) + 1)
  } catch (error) {
    throw toTranscriptError(error, folder)
  }
  const isObsolete = newest?.manifest && isContained(newest.manifest, kept, isRedacted)
  const older = (before?.versions ?? []).slice(isObsolete ? 1 : 0).filter(({ manifest }) => manifest !== null)
  const tooMany = older.slice(options.versions ?? MOST_VERSIONS)
  for (const version of [...(isObsolete ? [newest] : []), ...tooMany]) await removeVersion(version)
  const bytes = kept.files.reduce((sum, { size }) => sum + size, 0)
  return { kind: 'archived', bytes, added: kept.added }
}

const MOST_VERSIONS = 5

/** True where nothing was written since, as far as ages and sizes tell. */
export function isSame(
  { stamp, isRedacted }: Pick<ArchiveManifest, 'stamp' | 'isRedacted'>,
  source: Pick<ArchiveSource, 'stamp'>,
  wantsRedaction: boolean,
): boolean {
  return stamp === source.stamp && isRedacted === wantsRedaction
}

type Kept = {
  readonly files: readonly ArchivedFile[]
  readonly frames: readonly FrameName[]
  readonly added: number
  /** The hash of as much of each file as the version before had of it. */
  readonly beginnings: ReadonlyMap<string, string>
}

type KeepOptions = ArchiveSessionOptions & {
  readonly folder: string
  /** How long each file was in the version before. */
  readonly known: ReadonlyMap<string, number>
}

async function keepFiles(sources: readonly ArchiveSourceFile[], options: KeepOptions): Promise<Kept | null> {
  const { folder, known } = options
  const cutter = createFrameCutter()
  const files: ArchivedFile[] = []
  const beginnings = new Map<string, string>()
  const frames: Promise<{ readonly frame: FrameName; readonly added: number }>[] = []
  let at = 0
  // Two are packed while the next bytes are read; more would only take memory.
  const keep = async (cut: readonly Buffer[]): Promise<void> => {
    for (const bytes of cut) {
      const work = writeFrame(folder, bytes)
      work.catch(() => undefined)
      frames.push(work)
      await frames[frames.length - AT_ONCE - 1]
    }
  }
  try {
    for (const source of sources) {
      const { role, path, view } = source
      const sum = createBeginningHash(known.get(path))
      let size = 0
      const read = readSource(source, options)
      for (;;) {
        const next = await read.next()
        if (next.done) {
          if (next.value === 'gone') break
          if (next.value === null) return null
          const { hash, beginning } = sum.end()
          files.push({ role, path, view, at, size, ...next.value, hash })
          if (beginning !== null) beginnings.set(path, beginning)
          break
        }
        options.signal?.throwIfAborted()
        sum.update(next.value)
        size += next.value.length
        options.onRead?.(next.value.length)
        await keep(cutter.push(next.value))
      }
      at += size
      await keep(cutter.endFile())
    }
    await keep(cutter.end())
    const written = await Promise.all(frames)
    return {
      files,
      beginnings,
      frames: written.map(({ frame }) => frame),
      added: written.reduce((sum, { added }) => sum + added, 0),
    }
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw toTranscriptError(error, folder)
  } finally {
    // Nothing is written any more when this is over, however it ends.
    await Promise.allSettled(frames)
  }
}

const AT_ONCE = 2

type BeginningHash = {
  update(bytes: Buffer): void
  end(): { readonly hash: string; readonly beginning: string | null }
}

/** The hash of all bytes, and beside it that of the first of them; null where there are not so many. */
function createBeginningHash(first: number | undefined): BeginningHash {
  const all = createHash('sha256')
  let beginning: string | null = null
  let length = 0
  return {
    update(bytes) {
      const rest = (first ?? -1) - length
      if (rest >= 0 && rest < bytes.length)
        beginning = all.copy().update(bytes.subarray(0, rest)).digest('hex')
      all.update(bytes)
      length += bytes.length
    },
    end() {
      if (length === first) beginning = all.copy().digest('hex')
      return { hash: all.digest('hex'), beginning }
    },
  }
}

type Facts = Pick<ArchivedFile, 'modifiedAt' | 'mode'>

/** The bytes of a file as long as it was when it was opened; null at the end where it was written anew meanwhile, `gone` where it lay beside and is there no more. */
async function* readSource(
  { path, content, role }: ArchiveSourceFile,
  { redact, now }: ArchiveSessionOptions,
): AsyncGenerator<Buffer, Facts | 'gone' | null, undefined> {
  const treat = redact ? createLineTreatment(redact) : null
  if (content) {
    yield treat ? Buffer.concat([treat.push(content), treat.end()]) : content
    return { modifiedAt: now.getTime(), mode: 0o600 }
  }
  const handle = await open(path, 'r').catch(error => {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  })
  if (!handle) return role === 'beside' ? 'gone' : null
  try {
    const stats = await handle.stat()
    let at = 0
    while (at < stats.size) {
      const buffer = Buffer.allocUnsafe(Math.min(PORTION, stats.size - at))
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
      // It was cut.
      if (bytesRead === 0) return null
      at += bytesRead
      const bytes = buffer.subarray(0, bytesRead)
      yield treat ? treat.push(bytes) : bytes
    }
    const rest = treat?.end()
    if (rest && rest.length > 0) yield rest
    const after = await handle.stat()
    const isGrown = path.endsWith('.jsonl') && after.size >= stats.size
    if (after.mtimeMs !== stats.mtimeMs && !isGrown) return null
    return { modifiedAt: stats.mtimeMs, mode: stats.mode & 0o777 }
  } finally {
    await handle.close()
  }
}

const PORTION = 1024 * 1024

type LineTreatment = { push(bytes: Buffer): Buffer; end(): Buffer }

function createLineTreatment(redact: (line: Buffer) => Buffer): LineTreatment {
  let rest: Buffer = Buffer.alloc(0)
  return {
    push(bytes) {
      const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
      const lines: Buffer[] = []
      let at = 0
      for (let end = all.indexOf(0x0a); end !== -1; end = all.indexOf(0x0a, at)) {
        lines.push(redact(all.subarray(at, end + 1)))
        at = end + 1
      }
      rest = all.subarray(at)
      return Buffer.concat(lines)
    },
    end() {
      const last = rest
      rest = Buffer.alloc(0)
      return last.length > 0 ? redact(last) : last
    },
  }
}

/** True where every file of the older version is the beginning of the same one now: then nothing of it is only there. */
function isContained({ files, isRedacted }: ArchiveManifest, kept: Kept, isRedactedNow: boolean): boolean {
  return isRedacted === isRedactedNow && files.every(({ path, hash }) => kept.beginnings.get(path) === hash)
}
