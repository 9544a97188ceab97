import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { oneLine } from '@antiphon/core/ui'
import {
  type ArchivePruneReport,
  type ArchiveSource,
  type ArchiveSourceFile,
  archiveSession,
  changeArchive,
  createRedactor,
  isSame,
  pruneArchive,
  readArchived,
  TranscriptError,
  toSessionFolder,
} from '@antiphon/transcript'
import { createLineRedactor } from '../fleet/line-redactor.ts'
import type { Io } from '../io.ts'
import { findPersonRoots } from '../person/find-person-roots.ts'
import type { ArchivePlace } from './archive-place.ts'
import { listForeignSources } from './foreign-sources.ts'
import { listOwnSources } from './own-sources.ts'
import { toNamed, toWanted, type Wanted } from './wanted-sessions.ts'

/** A session as it was when it was kept, and when that was. */
export type SeenSession = { readonly stamp: string; readonly at: number }

/** What a run came to. */
export type ArchiveRun = {
  /** Sessions that were looked at, and how many of them had something new. */
  readonly sessions: number
  readonly archived: number
  /** Those that somebody writes anew right now; the next run has them. */
  readonly changing: number
  /** Read, and what the disk has more. */
  readonly bytes: number
  readonly added: number
  readonly problems: readonly { readonly path: string; readonly reason: string }[]
}

export type RunArchiveOptions = {
  readonly now: Date
  /** What earlier runs of this process saw of each session: one that is as it was is not looked at again. */
  readonly seen?: Map<string, SeenSession>
  /** A session that was written to so short ago waits for a later run, */
  readonly quietMs?: number
  /** but not longer than this since it was kept last. */
  readonly longestMs?: number
  /** Only sessions whose ids begin so, whatever the settings say; all that they want where none is named. */
  readonly sessions?: readonly string[]
  readonly onProgress?: (done: { readonly sessions: number; readonly bytes: number }) => void
}

/**
 * Copies every session of this machine that is due into the archive, a session after the other: it may be killed at any
 * moment, and what was archived before is there. Null where another program is at it.
 */
export async function runArchive(
  place: ArchivePlace,
  io: Pick<Io, 'env' | 'signal'>,
  options: RunArchiveOptions,
): Promise<ArchiveRun | null> {
  const { folder, settings } = place
  const { now, seen = new Map<string, SeenSession>(), onProgress } = options
  const wanted = options.sessions?.length ? toNamed() : toWanted(settings)
  const report = { sessions: 0, archived: 0, changing: 0, bytes: 0, added: 0 }
  const failed: { readonly path: string; readonly reason: string }[] = []
  let bytes = 0

  const isDue = (source: ArchiveSource): boolean =>
    seen.get(nameOf(source))?.stamp !== source.stamp && !isTooFresh(source, options)

  async function keep(source: ArchiveSource): Promise<void> {
    try {
      const treated = settings.redactArchive ? await withoutSecrets(source) : { source, redact: undefined }
      const outcome = await archiveSession(folder, treated.source, {
        ...{ now, redact: treated.redact, signal: io.signal },
        onRead(read) {
          bytes += read
          onProgress?.({ sessions: report.sessions, bytes })
        },
      })
      if (outcome.kind === 'changing') report.changing += 1
      else seen.set(nameOf(source), { stamp: source.stamp, at: now.getTime() })
      if (outcome.kind === 'archived') report.archived += 1
      report.bytes += outcome.bytes
      report.added += outcome.added
    } catch (error) {
      if (io.signal.aborted) return
      // The next session needs the same disk.
      if (error instanceof TranscriptError && (error.code === 'no-space' || error.code === 'read-only'))
        throw error
      failed.push({
        path: source.origin.path,
        reason: error instanceof Error ? error.message : String(error),
      })
    }
  }

  async function keepAll(isStill: () => boolean): Promise<void> {
    for await (const source of listSources(io, wanted, problem => void failed.push(problem))) {
      if (io.signal.aborted || !isStill()) return
      if (!isNamed(source, options.sessions)) continue
      report.sessions += 1
      onProgress?.({ sessions: report.sessions, bytes })
      if (isDue(source)) await keep(source)
    }
  }

  const done = await changeArchive(folder, lease => keepAll(() => lease.isHeld()).then(() => true))
  return done === null ? null : { ...report, problems: dedupe(failed) }
}

async function* listSources(
  io: Pick<Io, 'env'>,
  wanted: Wanted,
  onProblem: Parameters<typeof listForeignSources>[2],
): AsyncGenerator<ArchiveSource, void, undefined> {
  const { roots } = await findPersonRoots(io)
  yield* listOwnSources(roots, wanted)
  yield* listForeignSources(io, wanted, onProblem)
}

/** How many sessions have something that is not archived. Whoever asks has brought the copies of other agents' up to date. */
export async function countDue({ folder, settings }: ArchivePlace, io: Pick<Io, 'env'>): Promise<number> {
  let due = 0
  for await (const source of listSources(io, toWanted(settings), () => undefined)) {
    const kept = (await readArchived(toSessionFolder(folder, source)))?.versions[0]?.manifest
    if (!kept || !isSame(kept, source, settings.redactArchive)) due += (await source.describe()) ? 1 : 0
  }
  return due
}

function isNamed({ session, files }: ArchiveSource, names: readonly string[] = []): boolean {
  if (names.length === 0) return true
  // A subagent's file of its own comes along with its session.
  const owners = files.map(({ view }) => view.split('/')[2]?.replace(/\.jsonl$/, '') ?? '')
  return names.some(name => [session, ...owners].some(id => id.startsWith(name)))
}

function nameOf({ origin }: Pick<ArchiveSource, 'origin'>): string {
  return `${origin.path}\0${origin.row}`
}

/** A session that is spoken with changes all the time: it is kept when it rests, and now and then. */
function isTooFresh(source: ArchiveSource, options: RunArchiveOptions): boolean {
  const { now, seen, quietMs = 0, longestMs = quietMs * 10 } = options
  const known = seen?.get(nameOf(source))
  if (known === undefined || now.getTime() - source.modifiedAt >= quietMs) return false
  return now.getTime() - known.at < longestMs
}

function dedupe<T extends { readonly path: string; readonly reason: string }>(
  all: readonly T[],
): readonly T[] {
  return [...new Map(all.map(one => [`${one.path}\0${one.reason}`, one])).values()]
}

type Treated = { readonly source: ArchiveSource; readonly redact: (line: Buffer) => Buffer }

/** By the rules of export: what cannot be looked through for secrets, or would harm without them, is left out. */
async function withoutSecrets(source: ArchiveSource): Promise<Treated> {
  const files: ArchiveSourceFile[] = []
  for (const file of source.files) if (file.content || (await canBeRedacted(file))) files.push(file)
  const redactor = createLineRedactor()
  const words = createRedactor()
  return {
    redact: line => redactor.redact(line),
    source: {
      ...source,
      files,
      async describe() {
        const known = await source.describe()
        return known && { ...known, title: oneLine(String(words.value(known.title)), 300) }
      },
    },
  }
}

async function canBeRedacted({ role, path, view }: ArchiveSourceFile): Promise<boolean> {
  if (role === 'log' || role === 'reading') return true
  if (role === 'beside' && view === '') return false
  const stats = await stat(path).catch(() => null)
  if (!stats || stats.size > MOST_TEXT) return false
  return isUtf8(await readFile(path))
}

const MOST_TEXT = 256 * 1024 * 1024

/** Takes away what the settings say is too old or too much, what a person deleted long ago, and what nothing names. */
export async function prunePersonArchive(
  { folder, settings, problems }: ArchivePlace,
  now: Date,
): Promise<ArchivePruneReport | null> {
  const isOlder = (time: number, days: number): boolean => now.getTime() - time > days * DAY_MS
  const { archiveDays, archiveGigabytes, trashDays } = settings
  // How long things are kept is not known for certain while the settings have faults.
  const isKnown = problems.length === 0
  return changeArchive(folder, () =>
    pruneArchive(folder, {
      isUnwanted({ versions, deletedAt }) {
        if (!isKnown) return false
        if (deletedAt !== undefined && isOlder(Date.parse(deletedAt), trashDays)) return true
        const last = Math.max(
          ...versions.map(({ manifest }) => manifest?.modifiedAt ?? Number.POSITIVE_INFINITY),
        )
        return archiveDays !== null && isOlder(last, archiveDays)
      },
      ...(isKnown && archiveGigabytes !== null && { mostBytes: archiveGigabytes * 1e9 }),
    }),
  )
}

const DAY_MS = 24 * 60 * 60 * 1000
