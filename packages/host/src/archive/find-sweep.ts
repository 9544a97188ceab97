import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { isObject } from '@antiphon/contract'
import {
  type CatalogueEntry,
  listSessionFiles,
  readCatalogue,
  readSessionSummary,
} from '@antiphon/transcript'
import { refuseCopy } from '../person/refuse-copy.ts'
import { findArchiveOf } from './archive-place.ts'
import { toWanted } from './wanted-sessions.ts'

/** Sessions that Claude Code will delete by itself, and that no archive has. */
export type Sweep = {
  readonly sessions: number
  /** When the first of them goes: at the next start of Claude Code from then on. Null where none does. */
  readonly firstAt: string | null
  /** How long Claude Code keeps a session, by its own settings. */
  readonly days: number
}

export type FindSweepOptions = {
  readonly configFolder: string | null
  readonly roots: readonly string[]
  readonly now: Date
}

/** Looks a week ahead. Claude Code goes by the time of the file, and deletes at its start what is older than `cleanupPeriodDays`. */
export async function findSweep({ configFolder, roots, now }: FindSweepOptions): Promise<Sweep> {
  const archive = await findArchiveOf(configFolder)
  const none = { sessions: 0, firstAt: null, days: DEFAULT_DAYS }
  if (!archive?.settings.warnSweep) return none
  const { wants } = toWanted(archive.settings)
  const { archiveProjects, archiveSkip } = archive.settings
  const hasChoice = archiveProjects.length > 0 || archiveSkip.length > 0
  const own = roots.filter(root => isSwept(root, archive.settings.folders))
  if (own.length === 0 || !wants.agent('claude-code')) return none
  const kept = new Map(
    (await readCatalogue(archive.folder).catch(() => [])).map(entry => [entry.origin.path, entry]),
  )
  const ends: number[] = []
  let shortest = Number.POSITIVE_INFINITY
  for (const root of own) {
    const days = await readCleanupDays(root)
    const { files } = await listSessionFiles([root])
    const due = files.filter(
      ({ path, modifiedAt }) =>
        modifiedAt + (days - AHEAD_DAYS) * DAY_MS < now.getTime() && !isKept(kept.get(path), modifiedAt),
    )
    for (const file of due) {
      if (hasChoice && !(await isWanted(file, wants))) continue
      ends.push(file.modifiedAt + days * DAY_MS)
      shortest = Math.min(shortest, days)
    }
  }
  if (ends.length === 0) return none
  return { sessions: ends.length, firstAt: new Date(Math.min(...ends)).toISOString(), days: shortest }
}

const DAY_MS = 24 * 60 * 60 * 1000
const AHEAD_DAYS = 7
/** What Claude Code does where nobody says otherwise. */
const DEFAULT_DAYS = 30

/** Only where Claude Code itself writes: nobody sweeps ours, copies, or folders that a person put elsewhere. */
function isSwept(root: string, folders: readonly string[]): boolean {
  return (
    basename(root) !== '.antiphon' &&
    refuseCopy({ root }) === null &&
    !folders.some(folder => resolve(folder) === resolve(root))
  )
}

async function readCleanupDays(root: string): Promise<number> {
  try {
    const settings: unknown = JSON.parse(await readFile(join(root, 'settings.json'), 'utf8'))
    const days = isObject(settings) ? settings.cleanupPeriodDays : undefined
    return typeof days === 'number' && days >= 0 ? days : DEFAULT_DAYS
  } catch {
    return DEFAULT_DAYS
  }
}

function isKept(entry: CatalogueEntry | undefined, modifiedAt: number): boolean {
  // What Claude Code only touched is the same.
  return entry !== undefined && entry.modifiedAt >= Math.floor(modifiedAt) - 1
}

type Wants = ReturnType<typeof toWanted>['wants']

/** A directory that a person left out of the archive is no reason to warn. */
async function isWanted(file: Parameters<typeof readSessionSummary>[0], wants: Wants): Promise<boolean> {
  const summary = await readSessionSummary(file)
  return wants.directory(summary.kind === 'problem' ? '' : (summary.cwd ?? ''))
}
