import { dirname, resolve } from 'node:path'
import { assertNever } from '@antiphon/contract'
import { describeFileError } from '../files/describe-file-error.ts'
import type { BackupFolder, FileBackup } from './backup-folder.ts'
import { type FileState, readFileState, resolveFolder } from './file-state.ts'

/** Keeps states of files as backups. Never throws: what cannot be kept becomes a backup without content, and is told. */
interface FileKeeper {
  keep(trackingPath: string, version: number): Promise<FileBackup>
  /** The same backup where the file is still what it was. */
  keepIfChanged(trackingPath: string, old: FileBackup, version: number): Promise<FileBackup>
}

type FileKeeperOptions = {
  readonly cwd: string
  readonly backups: BackupFolder
  readonly maximumBytes: number
  readonly now: () => number
  readonly tell: (problem: string) => void
}

/** A keeper for the files of one session. */
export function createFileKeeper(options: FileKeeperOptions): FileKeeper {
  const { cwd, backups, maximumBytes, now, tell } = options

  async function store(path: string, state: FileState, version: number): Promise<FileBackup> {
    const rest = {
      backupTime: new Date(now()).toISOString(),
      realParentDir: await resolveFolder(dirname(path)),
    }
    const saved = await save({ path, state, version })
    return { backupFileName: saved.name, version: saved.version, ...rest }
  }

  async function save({ path, state, version }: Saving): Promise<{ name: string | null; version: number }> {
    switch (state.kind) {
      case 'absent':
        return { name: null, version }
      case 'file':
        try {
          return await backups.save({ path, version, bytes: state.bytes, mode: state.mode })
        } catch (error) {
          tell(`${describeFileError(error, backups.pathOf(''))} ${lost(path)}`)
          return backups.reserve(path, version)
        }
      case 'unread':
        tell(`${state.reason} ${lost(path)}`)
        return backups.reserve(path, version)
      case 'foreign':
        tell(`${path} is a link or no file. ${lost(path)}`)
        return backups.reserve(path, version)
      default:
        return assertNever(state)
    }
  }

  return {
    async keep(trackingPath, version) {
      const path = resolve(cwd, trackingPath)
      return store(path, await readFileState(path, maximumBytes), version)
    },
    async keepIfChanged(trackingPath, old, version) {
      const path = resolve(cwd, trackingPath)
      const state = await readFileState(path, maximumBytes)
      const hasMoved =
        old.realParentDir !== undefined && old.realParentDir !== (await resolveFolder(dirname(path)))
      const isOld = !hasMoved && (await isBackedUp(state, old, backups))
      return isOld ? old : store(path, state, version)
    },
  }
}

type Saving = { readonly path: string; readonly state: FileState; readonly version: number }

function lost(path: string): string {
  return `A rewind to this prompt will leave ${path} as it is.`
}

async function isBackedUp(state: FileState, old: FileBackup, backups: BackupFolder): Promise<boolean> {
  if (old.backupFileName === null) return state.kind === 'absent'
  const kept = await backups.read(old.backupFileName)
  // It could not be kept then and cannot now: once is enough to say so.
  if (kept.kind !== 'file') return state.kind === 'unread' || state.kind === 'foreign'
  return state.kind === 'file' && state.mode === kept.mode && state.bytes.equals(kept.bytes)
}
