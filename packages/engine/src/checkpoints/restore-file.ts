import { chmod, rm } from 'node:fs/promises'
import { describeFileError } from '../files/describe-file-error.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import type { BackupFolder } from './backup-folder.ts'
import type { RestoreStep } from './plan-rewind.ts'

type RestoreOptions = {
  readonly step: RestoreStep
  readonly backups: BackupFolder
  /** Where the versions that are free for a copy begin. */
  readonly version: number
  /** Somebody else changed it since the agent did. */
  readonly isForeignChange: boolean
}

export type Restored = { readonly isDone: boolean; readonly notices: readonly string[] }

/** Makes a file what it was. What it is now is kept beside the backups first: a rewind must not be the loss of work. */
export async function restoreFile(options: RestoreOptions): Promise<Restored> {
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
export function describeForeignChange({ path, stats }: RestoreStep, kept: string): string {
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
