import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ArchivePlace, countDue, findReadingRoots, homeOf, type Io } from '@antiphon/host'
import { listFrames, readCatalogue } from '@antiphon/transcript'
import { findService } from '../sync-service/plan-service.ts'

/** What the archive is and holds. */
export type ArchiveStatus = {
  readonly folder: string
  readonly sessions: number
  /** Sessions of which nothing is left elsewhere. */
  readonly gone: number
  /** What was read, and what it takes. */
  readonly bytes: number
  readonly stored: number
  readonly frames: number
  /** What lies unpacked. */
  readonly view: number
  /** Sessions with something that is not archived. */
  readonly waiting: number
  readonly service: boolean
  readonly settings: {
    readonly days: number | null
    readonly gigabytes: number | null
    readonly isRedacted: boolean
  }
}

export async function readArchiveStatus(place: ArchivePlace, io: Io): Promise<ArchiveStatus> {
  const { folder, settings } = place
  const entries = await readCatalogue(folder)
  const { frames } = await listFrames(folder)
  await findReadingRoots(io, { hasArchive: false })
  return {
    folder,
    sessions: entries.length,
    gone: entries.filter(({ origin }) => !existsSync(origin.path)).length,
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
    stored: frames.reduce((sum, { bytes }) => sum + bytes, 0),
    frames: frames.length,
    view: await measure(join(folder, 'view')),
    waiting: await countDue(place, io),
    service: existsSync(
      findService('archive', { platform: process.platform, env: io.env, home: homeOf(io) }),
    ),
    settings: {
      days: settings.archiveDays,
      gigabytes: settings.archiveGigabytes,
      isRedacted: settings.redactArchive,
    },
  }
}

async function measure(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0
  return bytes
}
