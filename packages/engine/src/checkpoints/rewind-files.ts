import { chmod, rm } from 'node:fs/promises'
import { describeFileError } from '../files/describe-file-error.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import type { BackupFolder, FileBackup } from './backup-folder.ts'
import { type RewindResult, refuseRewind } from './checkpoints.ts'
import { readFingerprint } from './file-state.ts'
import type { RewindJudge } from './judge-rewind.ts'
import { planRewind, type RestoreStep, type RewindStep } from './plan-rewind.ts'

type RewindFilesOptions = {
  readonly files: ReadonlyMap<string, FileBackup>
  readonly cwd: string
  readonly backups: BackupFolder
  readonly maximumBytes: number
  readonly dryRun: boolean
  readonly judge: RewindJudge
  /** True where this process kept the file itself. */
  readonly isOwn: (trackingPath: string) => boolean
  readonly lastVersion: (trackingPath: string) => number
  /** How the agent left a file; undefined where this process does not know. */
  readonly leftAs: (trackingPath: string) => string | undefined
}

/** Brings files back one by one; one that cannot be brought back does not keep the others from it. */
export async function rewindFiles(options: RewindFilesOptions): Promise<RewindResult> {
  const { files, dryRun, cwd, backups, maximumBytes } = options
  const notices: string[] = []
  // Not the steps themselves: they hold whole files.
  const done: Done[] = []
  let [refused, failed] = [0, 0]
  for (const [trackingPath, backup] of files) {
    const step = judgeStep(await planRewind({ trackingPath, backup, cwd, backups, maximumBytes }), options)
    if (step.kind === 'same') continue
    if (step.kind === 'restore') {
      const restored = await (dryRun ? preview : restore)(step, options)
      notices.push(...restored.notices)
      if (restored.isDone) done.push({ path: step.path, lines: step.lines })
      else failed += 1
      continue
    }
    notices.push(step.notice)
    if (step.kind === 'refused') refused += 1
    else failed += 1
  }
  if (failed > 0 && done.length === 0)
    return refuseRewind(`No file could be rewound. ${notices.join(' ')}`, notices)
  return { canRewind: true, ...sum(done), ...(!dryRun && refused > 0 && { skippedLinks: refused }), notices }
}

/** A file that may not be changed is left alone like one that cannot be. */
function judgeStep(step: RewindStep, { judge, isOwn }: RewindFilesOptions): RewindStep {
  if (step.kind !== 'restore') return step
  const { path, trackingPath } = step
  const reason = judge({ path, isOwn: isOwn(trackingPath) })
  return reason === null ? step : { kind: 'failed', notice: `${path} was left as it is: ${reason}` }
}

async function restore(step: RestoreStep, options: RewindFilesOptions): Promise<Restored> {
  const { backups, lastVersion } = options
  const version = lastVersion(step.trackingPath) + 1
  return restoreFile({ step, backups, version, isForeignChange: await isForeignChange(step, options) })
}

async function preview(step: RestoreStep, options: RewindFilesOptions): Promise<Restored> {
  const isForeign = await isForeignChange(step, options)
  return { isDone: true, notices: isForeign ? [describeForeignChange(step, '')] : [] }
}

async function isForeignChange(step: RestoreStep, { leftAs }: RewindFilesOptions): Promise<boolean> {
  const left = leftAs(step.trackingPath)
  return left !== undefined && left !== (await readFingerprint(step.path))
}

type Done = Pick<RestoreStep, 'path' | 'lines'>

function sum(steps: readonly Done[]): Pick<RewindResult, 'filesChanged' | 'insertions' | 'deletions'> {
  return {
    filesChanged: steps.map(({ path }) => path),
    insertions: steps.reduce((sum, { lines }) => sum + lines.insertions, 0),
    deletions: steps.reduce((sum, { lines }) => sum + lines.deletions, 0),
  }
}

type RestoreOptions = {
  readonly step: RestoreStep
  readonly backups: BackupFolder
  /** Where the versions that are free for a copy begin. */
  readonly version: number
  /** Somebody else changed it since the agent did. */
  readonly isForeignChange: boolean
}

type Restored = { readonly isDone: boolean; readonly notices: readonly string[] }

/** Makes a file what it was. What it is now is kept beside the backups first: a rewind must not be the loss of work. */
async function restoreFile(options: RestoreOptions): Promise<Restored> {
  const { step, isForeignChange } = options
  const { path, stats } = step
  try {
    const copy = await keepCopy(options)
    if (!(await write(step)))
      return {
        isDone: false,
        notices: [`${path} was left as it is: it changed at this very moment. Rewind again.`],
      }
    const kept = copy === null ? '' : ` What it held is kept in ${copy}.`
    if (isForeignChange) return { isDone: true, notices: [describeForeignChange(step, kept)] }
    if (stats !== null && copy === null)
      return { isDone: true, notices: [`No copy could be kept of what ${path} held.`] }
    return { isDone: true, notices: [] }
  } catch (error) {
    return { isDone: false, notices: [`${describeFileError(error, path)} It was left as it is.`] }
  }
}

/** The words for a file that is not as the agent left it. */
function describeForeignChange({ path, stats }: RestoreStep, kept: string): string {
  const change = stats === null ? 'deleted' : 'changed'
  return `${path} was ${change} by somebody else since the agent wrote it; it is rewound all the same.${kept}`
}

async function keepCopy({ step, backups, version }: RestoreOptions): Promise<string | null> {
  const { path, bytes, mode } = step
  if (bytes === null) return null
  const { name } = await backups.save({ path, version, bytes, mode })
  return backups.pathOf(name)
}

/** False where somebody else was quicker. */
async function write({ path, target, stats }: RestoreStep): Promise<boolean> {
  if (target === null) {
    await rm(path, { force: true })
    return true
  }
  const written = await writeFileAtomically({ path, bytes: target.bytes, expected: stats })
  if (written === null) return false
  if ((written.mode & 0o777) !== target.mode) await chmod(path, target.mode)
  return true
}
