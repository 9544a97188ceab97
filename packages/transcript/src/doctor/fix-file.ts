import type { BigIntStats } from 'node:fs'
import { type FileHandle, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { acquireLease, describeDistantHolder, isDriven, type Lease } from '../file/lease.ts'
import { nodeDisk } from '../file/node-disk.ts'
import { hasCode, TranscriptError, toTranscriptError } from '../transcript-error.ts'
import type { ResumeSummary } from './compute-resume.ts'
import { type Diagnosis, diagnoseExamination } from './diagnose.ts'
import { type Examination, examineLog } from './examine-log.ts'
import { type LineChange, type LogRepairOutcome, repairExamination } from './repair-log.ts'
import { verifyRepair } from './verify-repair.ts'

export type FixFileOptions = {
  /** Names the backup. */
  readonly now: Date
  readonly acquireLease?: (path: string) => Promise<Lease | null>
  /** Called after each step; a test may stop there as a crash would. */
  readonly onStep?: (step: FixStep) => void | Promise<void>
}

/** What happens on the disk, in this order. */
export type FixStep = 'read' | 'copied' | 'verified' | 'backed-up' | 'replaced' | 'synced'

export type FixOutcome =
  /** Nothing had to change, and nothing was written. */
  | { readonly status: 'unchanged'; readonly diagnosis: Diagnosis }
  | {
      readonly status: 'fixed'
      readonly diagnosis: Diagnosis
      /** Every byte of the file as it was. */
      readonly backup: string
      readonly changes: readonly LineChange[]
      readonly resumeAfter: ResumeSummary
    }
  /** The file is as it was. */
  | { readonly status: 'refused'; readonly reason: FixRefusal; readonly detail: string }

/**
 * `in-use`: another process writes the session. `changed`: somebody wrote while it was being repaired. `no-session`:
 * some other kind of file. `unverified`: the repaired copy did not keep its promises, which is a bug of ours.
 */
export type FixRefusal = 'in-use' | 'changed' | 'no-session' | 'unverified'

/**
 * Puts a repaired log in the place of a damaged one. The file as it was stays beside it under another name; at every
 * moment one of the two is there with all of its bytes on the medium. Where anything speaks against it nothing changes.
 */
export async function fixFile(path: string, options: FixFileOptions): Promise<FixOutcome> {
  try {
    const file = await realpath(path)
    const lease = await (options.acquireLease ?? acquireLease)(file)
    if (!lease) return refuse('in-use', describeHolder(file))
    try {
      // Another program may write it without a lease.
      if (await isDriven(file)) return refuse('in-use', describeHolder(file))
      await removeRepairCopies(file)
      const handle = await open(file, 'r')
      try {
        return await fixOpenFile({ path: file, handle, options })
      } finally {
        await handle.close()
      }
    } finally {
      await lease.release()
    }
  } catch (error) {
    throw toTranscriptError(error, path)
  }
}

type OpenFile = { readonly path: string; readonly handle: FileHandle; readonly options: FixFileOptions }

async function fixOpenFile(file: OpenFile): Promise<FixOutcome> {
  const { path, handle, options } = file
  const original = await readWholeFile(handle, path)
  const examination = examineLog(original.bytes)
  const diagnosis = diagnoseExamination(examination)
  await options.onStep?.('read')
  if (!diagnosis.isSession) return refuse('no-session', 'no line of it is a message or a record of a session')
  const repair = repairExamination(examination)
  if (repair.changes.length === 0) return { status: 'unchanged', diagnosis }
  return replaceFile(file, { original, examination, diagnosis, repair })
}

type Treatment = {
  readonly original: WholeFile
  readonly examination: Examination
  readonly diagnosis: Diagnosis
  readonly repair: LogRepairOutcome
}

/** The repaired copy is ours alone, and nothing is in it that is not in the file: it goes where it is not used. */
async function replaceFile(file: OpenFile, treatment: Treatment): Promise<FixOutcome> {
  const { mode } = await file.handle.stat()
  const stem = `${file.path}.${toStamp(file.options.now)}`
  const copy = await writeNewFile(stem, { suffix: 'tmp', bytes: treatment.repair.bytes, mode })
  try {
    await file.options.onStep?.('copied')
    return await putInPlace({ ...file, copy, stem, mode }, treatment)
  } finally {
    await rm(copy, { force: true })
  }
}

type Replacement = OpenFile & { readonly copy: string; readonly stem: string; readonly mode: number }

async function putInPlace(
  { path, handle, options, copy, stem, mode }: Replacement,
  { original, examination, diagnosis, repair }: Treatment,
): Promise<FixOutcome> {
  const written = await readBack(copy)
  const broken = verifyRepair(examination, { bytes: written })
  if (broken.length > 0) return refuse('unverified', broken.join('; '))
  await options.onStep?.('verified')
  const backup = await writeNewFile(stem, { suffix: 'bak', bytes: original.bytes, mode })
  await nodeDisk.syncFolder(dirname(path))
  await options.onStep?.('backed-up')
  if (toVersion(await stat(path, { bigint: true })) !== original.version)
    return refuse('changed', `somebody wrote to it meanwhile; a copy of what was read is ${backup}`)
  await rename(copy, path)
  await options.onStep?.('replaced')
  await nodeDisk.syncFolder(dirname(path))
  await carryOver({ handle, from: original.bytes.length, to: [path, backup] })
  await options.onStep?.('synced')
  const resumeAfter = diagnoseExamination(examineLog(written)).resume
  return { status: 'fixed', diagnosis, backup, changes: repair.changes, resumeAfter }
}

function refuse(reason: FixRefusal, detail: string): FixOutcome {
  return { status: 'refused', reason, detail }
}

function describeHolder(path: string): string {
  const distant = describeDistantHolder(path)
  return `another process writes this session; end it and try again${distant === null ? '' : `. ${distant}`}`
}

async function readBack(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r')
  try {
    return (await readWholeFile(handle, path)).bytes
  } finally {
    await handle.close()
  }
}

/**
 * A program that knows no leases may have opened the old file just before it was replaced. What it wrote then is
 * only in the file that has no name any more, to which we still hold a handle.
 */
async function carryOver(late: {
  readonly handle: FileHandle
  readonly from: number
  readonly to: readonly string[]
}): Promise<void> {
  const { size } = await late.handle.stat()
  if (size <= late.from) return
  const bytes = new Uint8Array(size - late.from)
  const { bytesRead } = await late.handle.read(bytes, 0, bytes.length, late.from)
  for (const path of late.to) {
    const handle = await open(path, 'a')
    try {
      await handle.appendFile(bytes.subarray(0, bytesRead))
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}

/** `20261115T101500Z`: sorts by time, and every file system takes it. */
function toStamp(now: Date): string {
  return now.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
}

/** A file that the doctor takes must fit into memory several times over: as bytes, as entries, repaired, and read back. */
export const MAX_DOCTOR_BYTES: number = 256 * 1024 * 1024

/** All bytes of a file, and which version of it they are. */
type WholeFile = { readonly bytes: Uint8Array; readonly version: FileVersion }

/** Changes whenever somebody writes to the file or puts another in its place. */
type FileVersion = string

/** Reads an open file to its end. Throws where it is larger than `MAX_DOCTOR_BYTES`. */
async function readWholeFile(handle: FileHandle, path: string): Promise<WholeFile> {
  const stats = await handle.stat({ bigint: true })
  if (stats.size > MAX_DOCTOR_BYTES) throw toTooLarge(path)
  const bytes = new Uint8Array(Number(stats.size))
  let size = 0
  while (size < bytes.length) {
    const { bytesRead } = await handle.read(bytes, size, bytes.length - size, size)
    if (bytesRead === 0) break
    size += bytesRead
  }
  return { bytes: bytes.subarray(0, size), version: toVersion(stats) }
}

/** Which version of a file there is. */
function toVersion({ dev, ino, size, mtimeNs }: BigIntStats): FileVersion {
  return [dev, ino, size, mtimeNs].join(' ')
}

function toTooLarge(path: string): TranscriptError {
  const limit = MAX_DOCTOR_BYTES / 1024 / 1024
  return new TranscriptError('io', `${path} is larger than ${limit} MB, more than the doctor can hold.`)
}

/** What a new file holds, and who may read it. Its name never ends like that of a session. */
type NewFile = {
  readonly suffix: 'bak' | 'tmp'
  readonly bytes: Uint8Array
  readonly mode: number
}

/** A new file that is on the medium when this returns; its name is one that no other file has. */
async function writeNewFile(stem: string, { suffix, bytes, mode }: NewFile): Promise<string> {
  for (let copy = 1; ; copy++) {
    const path = `${stem}${copy === 1 ? '' : `-${copy}`}.${suffix}`
    const handle = await openNew(path, mode)
    if (!handle) continue
    try {
      await handle.writeFile(bytes)
      await handle.chmod(mode & 0o7777)
      await handle.sync()
      return path
    } catch (error) {
      // Half a backup would be worse than none.
      await rm(path, { force: true })
      throw error
    } finally {
      await handle.close()
    }
  }
}

async function openNew(path: string, mode: number): Promise<FileHandle | null> {
  try {
    return await open(path, 'wx', mode & 0o777)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return null
    throw error
  }
}

/** The log of which a file is the copy of a fix, by its name, such as `session.jsonl.20261115T101500Z.tmp`; null for others. */
export function readRepairedLog(name: string): string | null {
  return /^(.+)\.\d{8}T\d{6}Z(?:-\d+)?\.tmp$/.exec(name)?.[1] ?? null
}

/** Removes what earlier fixes of a log left that were killed: only for who holds its lease. */
async function removeRepairCopies(path: string): Promise<void> {
  for (const name of await readdir(dirname(path)))
    if (readRepairedLog(name) === basename(path)) await rm(join(dirname(path), name), { force: true })
}
