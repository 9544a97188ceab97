import type { BackupFolder } from './backup-folder.ts'
import { type RewindResult, refuseRewind } from './checkpoints.ts'
import type { FileBackup } from './file-backup.ts'
import { readFingerprint } from './file-state.ts'
import type { RewindJudge } from './judge-rewind.ts'
import { planRewind, type RestoreStep, type RewindStep } from './plan-rewind.ts'
import { describeForeignChange, type Restored, restoreFile } from './restore-file.ts'

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
