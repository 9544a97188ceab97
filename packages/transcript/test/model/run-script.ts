import { encodeEntry } from '@antiphon/core'
import { type AppendFile, openAppendFile, type WriteOptions } from '../../src/file/append-file.ts'
import {
  createFakeDisk,
  type DiskFault,
  type DiskImage,
  type DiskOperation,
  type DiskState,
  EMPTY_IMAGE,
  type FakeDisk,
} from '../../src/testing/fake-disk.ts'
import { TranscriptError } from '../../src/transcript-error.ts'
import { createNumberedEntry } from '../numbered-entry.ts'

export const LOG = '/disk/projects/p/s.jsonl'

/** Writes of several producers: those of one turn of the event loop stand together. */
export type Script = {
  readonly turns: readonly (readonly ScriptWrite[])[]
  readonly syncTurns: number
  readonly image?: DiskImage
}

export type ScriptWrite = { readonly bytes: number; readonly acknowledge: 'recorded' | 'durable' }

/** A moment at which the machine may die, and what had been promised until then. */
export type CrashPoint = {
  readonly state: DiskState
  readonly before: string
  readonly recorded: readonly number[]
  readonly durable: readonly number[]
}

export type ScriptRun = {
  readonly disk: FakeDisk
  readonly points: readonly CrashPoint[]
  /** Codes of the errors that callers saw. */
  readonly codes: readonly string[]
}

export type FaultPlan = (operation: DiskOperation) => DiskFault | undefined

/**
 * Runs a script on a fake disk and notes what was promised before each of its calls. Then the faults end, and what
 * was refused is written again, as a caller would.
 */
export async function runScript(script: Script, fault?: FaultPlan): Promise<ScriptRun> {
  const points: CrashPoint[] = []
  // With the order in which they were written, which a second try changes.
  const recorded = new Map<number, number>()
  const durable = new Map<number, number>()
  let attempts = 0
  const codes: string[] = []
  let hasFaults = true
  const disk = createFakeDisk({
    image: script.image ?? EMPTY_IMAGE,
    syncTurns: script.syncTurns,
    onOperation: ({ index, name }) => addPoint(`${index} ${name}`),
    fault: operation => (hasFaults ? fault?.(operation) : undefined),
  })
  let number = 0
  const refused: { readonly number: number; readonly bytes: number }[] = []
  const writing: Promise<void>[] = []

  let file = await open()
  for (const turn of script.turns) {
    for (const { bytes, acknowledge } of turn) writing.push(write(file, number++, bytes, { acknowledge }))
    await new Promise(resolve => setImmediate(resolve))
  }
  await Promise.all(writing)
  await flush(file)
  hasFaults = false
  file ??= await open()
  for (const again of refused.splice(0)) await write(file, again.number, again.bytes)
  if (refused.length > 0) throw new Error(`refused without a fault: ${codes.join(', ')}`)
  await flush(file)
  addPoint('the end')
  return { disk, points, codes }

  function addPoint(before: string): void {
    points.push({ state: disk.snapshot(), before, recorded: inOrder(recorded), durable: inOrder(durable) })
  }

  async function open(): Promise<AppendFile | undefined> {
    try {
      return await openAppendFile(LOG, disk)
    } catch (error) {
      noteError(error)
      return undefined
    }
  }

  async function write(
    target: AppendFile | undefined,
    which: number,
    bytes: number,
    options: WriteOptions = {},
  ): Promise<void> {
    const attempt = attempts++
    try {
      if (!target) throw new TranscriptError('io', 'not open')
      const lines = Buffer.from(encodeEntry(createNumberedEntry(which, bytes)))
      const { status } = await target.write(lines, options)
      if (status !== 'appended') throw new Error('a conflict where nobody else writes')
      recorded.set(which, attempt)
      if (options.acknowledge !== 'recorded') durable.set(which, attempt)
    } catch (error) {
      noteError(error)
      refused.push({ number: which, bytes })
    }
  }

  /** After a flush all that was recorded is durable, or its caller hears that it may not be. */
  async function flush(target: AppendFile | undefined): Promise<void> {
    try {
      await target?.flush()
      for (const [which, attempt] of recorded) durable.set(which, attempt)
    } catch (error) {
      noteError(error)
    }
  }

  function noteError(error: unknown): void {
    if (!(error instanceof TranscriptError)) throw error
    codes.push(error.code)
  }
}

function inOrder(promised: ReadonlyMap<number, number>): readonly number[] {
  return [...promised].sort(([, first], [, second]) => first - second).map(([which]) => which)
}
