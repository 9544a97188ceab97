import { isUtf8 } from 'node:buffer'
import type { Stats } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { diffLines } from '@antiphon/core/patch'
import type { BackupFolder, FileBackup } from './backup-folder.ts'
import { type FileState, readFileState, resolveFolder } from './file-state.ts'

/** What has to happen to one file. */
export type RewindStep =
  | { readonly kind: 'same' }
  | RestoreStep
  /** A link stands in the way: writing through it could change any file. */
  | { readonly kind: 'refused'; readonly notice: string }
  | { readonly kind: 'failed'; readonly notice: string }

export type RestoreStep = {
  readonly kind: 'restore'
  readonly path: string
  readonly trackingPath: string
  /** What the file is to be; null for no file. */
  readonly target: { readonly bytes: Buffer; readonly mode: number } | null
  /** What it is now; null where it cannot be read, and then it cannot be kept either. */
  readonly bytes: Buffer | null
  readonly mode: number
  readonly stats: Stats | null
  readonly lines: ChangedLines
}

type PlanOptions = {
  readonly trackingPath: string
  readonly backup: FileBackup
  readonly cwd: string
  readonly backups: BackupFolder
  readonly maximumBytes: number
}

/** Compares a file with its state at a checkpoint. Changes nothing. */
export async function planRewind(options: PlanOptions): Promise<RewindStep> {
  const { trackingPath, backup, cwd, backups, maximumBytes } = options
  const path = resolve(cwd, trackingPath)
  const state = await readFileState(path, maximumBytes)
  if (state.kind === 'absent' && backup.backupFileName === null) return { kind: 'same' }
  const target = backup.backupFileName === null ? null : await backups.read(backup.backupFileName)
  if (target !== null && target.kind !== 'file')
    return {
      kind: 'failed',
      notice: `${path} was left as it is: what it was then could not be kept, or its backup ${backups.pathOf(backup.backupFileName ?? '')} is gone.`,
    }
  if (target !== null && isSame(state, target)) return { kind: 'same' }
  const obstacle = findObstacle(state) ?? (await findMove(path, backup))
  if (obstacle !== null) return { kind: 'refused', notice: `${path} was left as it is: ${obstacle}` }
  return toRestore({ path, trackingPath, state, target })
}

function isSame(state: FileState, target: FileState & { kind: 'file' }): boolean {
  return state.kind === 'file' && state.mode === target.mode && state.bytes.equals(target.bytes)
}

function findObstacle(state: FileState): string | null {
  if (state.kind === 'foreign') return 'a link, or something that is no file, is there now.'
  if (state.kind === 'absent') return null
  return (state.stats?.nlink ?? 1) > 1
    ? 'it has another name (a hard link), which would change with it.'
    : null
}

async function findMove(path: string, { realParentDir }: FileBackup): Promise<string | null> {
  if (realParentDir === undefined) return null
  const folder = await resolveFolder(dirname(path))
  return folder === realParentDir ? null : `its folder was ${realParentDir} then and is ${folder} now.`
}

type Difference = {
  readonly path: string
  readonly trackingPath: string
  readonly state: FileState
  readonly target: { readonly bytes: Buffer; readonly mode: number } | null
}

function toRestore({ path, trackingPath, state, target }: Difference): RestoreStep {
  const bytes = state.kind === 'file' ? state.bytes : state.kind === 'absent' ? EMPTY : null
  return {
    kind: 'restore',
    path,
    trackingPath,
    target: target && { bytes: target.bytes, mode: target.mode },
    bytes: state.kind === 'file' ? bytes : null,
    mode: state.kind === 'file' ? state.mode : 0o600,
    stats: state.kind === 'file' || state.kind === 'unread' ? state.stats : null,
    lines: bytes === null ? NO_LINES : countChangedLines(bytes, target?.bytes ?? EMPTY),
  }
}

const EMPTY = Buffer.alloc(0)
const NO_LINES: ChangedLines = { insertions: 0, deletions: 0 }

type ChangedLines = { readonly insertions: number; readonly deletions: number }

/** How many lines differ between two contents; none where one of them is no text. */
export function countChangedLines(before: Buffer, after: Buffer): ChangedLines {
  const [oldLines, newLines] = [toLines(before), toLines(after)]
  if (oldLines === null || newLines === null) return { insertions: 0, deletions: 0 }
  const common = countCommonLines(oldLines, newLines)
  return { insertions: newLines.length - common, deletions: oldLines.length - common }
}

const MAXIMUM_STEPS = 2_000_000

/** Lines that only one side has are never common: without them two files that have little in common cost little. */
function countCommonLines(oldLines: readonly string[], newLines: readonly string[]): number {
  const [oldSet, newSet] = [new Set(oldLines), new Set(newLines)]
  const common = diffLines(
    oldLines.filter(line => newSet.has(line)),
    newLines.filter(line => oldSet.has(line)),
    MAXIMUM_STEPS,
  )
  return common.reduce((sum, { length }) => sum + length, 0)
}

function toLines(bytes: Buffer): readonly string[] | null {
  if (bytes.includes(0) || !isUtf8(bytes)) return null
  return bytes.toString('utf8').match(/[^\n]*\n|[^\n]+$/g) ?? []
}
