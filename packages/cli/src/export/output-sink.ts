import { randomBytes } from 'node:crypto'
import { type FileHandle, link, lstat, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { stripControl } from '@antiphon/core/ui'
import { type Io, ProgramError } from '@antiphon/host'

/** Where an export goes: all of it after `finish`, nothing after `discard`. */
export interface OutputSink {
  write(text: string): Promise<void>
  finish(): Promise<void>
  discard(): Promise<void>
}

/** Standard output; what was printed cannot be taken back. */
export function createStdoutSink({ stdout }: Io): OutputSink {
  return { write: text => stdout.write(text), finish: async () => {}, discard: async () => {} }
}

type FileSinkOptions = { readonly mayReplace: boolean }

/**
 * A file that is there whole or not at all: written under another name beside its place, synced, then named. A file that
 * is there already is only replaced where that was asked for, however late it came.
 */
export async function createFileSink(path: string, { mayReplace }: FileSinkOptions): Promise<OutputSink> {
  const name = stripControl(path)
  if (!mayReplace && (await stat(path).catch(() => null))) throw exists(name)
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`)
  await removeOldDrafts(path)
  let file: FileHandle | undefined

  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw toProgramError(error, name)
    }
  }

  return {
    write: text =>
      attempt(async () => {
        file ??= await open(draft, 'wx')
        await file.write(text)
      }),
    finish: () =>
      attempt(async () => {
        file ??= await open(draft, 'wx')
        await file.datasync()
        await file.close()
        await (mayReplace ? rename(draft, path) : moveToFreePlace(draft, path))
      }),
    async discard() {
      await file?.close().catch(() => {})
      await rm(draft, { force: true })
    },
  }
}

/** Removes what exports to the same place left that were killed: drafts of ours that nobody writes any more. */
async function removeOldDrafts(path: string): Promise<void> {
  const folder = dirname(path)
  const start = `.${basename(path)}.`
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const [, pid] = name.startsWith(start) ? (DRAFT_END.exec(name.slice(start.length)) ?? []) : []
    if (pid === undefined || isRunning(Number(pid))) continue
    const draft = join(folder, name)
    const stats = await lstat(draft).catch(() => null)
    // A process of another container has a pid that says nothing here; but it writes all the time.
    const isOld = stats?.isFile() && Date.now() - stats.mtimeMs > SILENT_MS
    if (isOld) await rm(draft, { force: true }).catch(() => undefined)
  }
}

const DRAFT_END = /^(\d{1,10})\.[0-9a-f]{8}\.tmp$/
const SILENT_MS = 60_000

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

/** A rename would replace what came meanwhile; a link refuses to. */
async function moveToFreePlace(draft: string, path: string): Promise<void> {
  await link(draft, path)
  await rm(draft)
}

function exists(name: string): ProgramError {
  return new ProgramError('wrong-use', `${name} exists. Choose another name, or replace it with --force.`)
}

function toProgramError(error: unknown, name: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EEXIST') return exists(name)
  if (!/^E[A-Z]+$/.test(code)) return error
  return new ProgramError('unwritable', `${name} cannot be written: ${REASONS[code] ?? code}.`, {
    cause: error,
  })
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'what should be its folder is none',
  EISDIR: 'it is a folder',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'there is no space left',
  EDQUOT: 'your quota is used up',
}
