import { open } from 'node:fs/promises'
import { type InputIo, inputName, openInput, ProgramError, STDIN } from '@antiphon/host'
import {
  checkUp,
  computeDoctorReport,
  type DoctorReport,
  fixFile,
  MAX_DOCTOR_BYTES,
} from '@antiphon/transcript'
import { toProgramError } from '../command-context.ts'

export type ExamineOptions = {
  readonly isFixing: boolean
  readonly now: Date
}

/** Examines one file, and repairs it where that is asked for and possible. Throws a `ProgramError` where it cannot be read. */
export async function examineFile(path: string, io: InputIo, options: ExamineOptions): Promise<DoctorReport> {
  if (!options.isFixing) return lookAt(path, io)
  const obstacle = await findObstacle(path)
  if (obstacle !== null) return { ...(await lookAt(path, io)), fix: { status: 'refused', detail: obstacle } }
  return fix(path, io, options.now)
}

/** Examines one file and changes nothing. */
export async function lookAt(path: string, io: InputIo): Promise<DoctorReport> {
  const { diagnosis, repair, resumeAfter } = checkUp(await readBytes(path, io))
  const { changes } = repair
  const status = changes.length === 0 ? 'needless' : 'possible'
  return computeDoctorReport({ file: inputName(path), diagnosis, resumeAfter, changes, fix: { status } })
}

async function fix(path: string, io: InputIo, now: Date): Promise<DoctorReport> {
  const outcome = await fixFile(path, { now }).catch(error => {
    throw toProgramError(error)
  })
  if (outcome.status === 'refused')
    return { ...(await lookAt(path, io)), fix: { status: 'refused', detail: outcome.detail } }
  const { diagnosis } = outcome
  const file = inputName(path)
  if (outcome.status === 'unchanged')
    return computeDoctorReport({
      file,
      diagnosis,
      resumeAfter: diagnosis.resume,
      changes: [],
      fix: { status: 'needless' },
    })
  const { resumeAfter, changes, backup } = outcome
  const fixed = { file, diagnosis, resumeAfter, changes, fix: { status: 'done', backup } } as const
  const { verdict: verdictBefore, ...before } = computeDoctorReport(fixed)
  // The grade and the findings are those of the file as it is now.
  const { verdict, findings, bytes, lines, entries, messages } = await lookAt(path, io)
  return { ...before, verdict, verdictBefore, findings, bytes, lines, entries, messages }
}

/** Why a file can be looked at and not repaired; null where it can. */
async function findObstacle(path: string): Promise<string | null> {
  if (path === STDIN) return 'standard input cannot be written; name a file'
  const head = new Uint8Array(GZIP_MAGIC.length)
  const handle = await open(path, 'r').catch(() => null)
  // What cannot be opened is told by the reader.
  if (!handle) return null
  try {
    await handle.read(head, 0, head.length, 0).catch(() => null)
  } finally {
    await handle.close()
  }
  return GZIP_MAGIC.every((byte, index) => head[index] === byte)
    ? 'it is packed; unpack it with gunzip and repair the .jsonl'
    : null
}

const GZIP_MAGIC = [0x1f, 0x8b] as const

async function readBytes(path: string, io: InputIo): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of openInput(path, io)) {
    size += chunk.length
    if (size > MAX_DOCTOR_BYTES)
      throw new ProgramError(
        'unreadable',
        `${inputName(path)} holds more than ${MAX_DOCTOR_BYTES / 1024 / 1024} MB, which is all that the doctor takes.`,
      )
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
