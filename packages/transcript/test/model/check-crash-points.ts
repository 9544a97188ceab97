import { createHash } from 'node:crypto'
import { decodeLines, encodeEntry } from '@antiphon/core'
import { openAppendFile } from '../../src/file/append-file.ts'
import type { CutDensity } from '../../src/testing/crash-contents.ts'
import { createFakeDisk, type DiskImage, listCrashImages, toKillImage } from '../../src/testing/fake-disk.ts'
import { createNumberedEntry, isInOrder, readNumbers } from '../numbered-entry.ts'
import { type CrashPoint, LOG } from './run-script.ts'

/** What was found in an image by its content: many crashes leave the same. */
export type CheckedImages = Map<string, readonly number[]>

/** Checks every state that a crash at any of the points may leave: what was promised is there, in order, as it was written. */
export async function checkCrashPoints(
  points: readonly CrashPoint[],
  density: CutDensity,
  checked: CheckedImages,
): Promise<void> {
  for (const { state, before, recorded, durable } of points) {
    await check(toKillImage(state), recorded, `a kill before ${before}`)
    for (const image of listCrashImages(state, density)) await check(image, durable, `a cut before ${before}`)
  }

  async function check(image: DiskImage, promised: readonly number[], when: string): Promise<void> {
    const bytes = image.files.get(LOG)
    const key = bytes ? createHash('sha1').update(bytes).digest('base64') : 'none'
    const found = checked.get(key) ?? (await findAndContinue(image, when))
    checked.set(key, found)
    if (!isInOrder(found, promised)) fail(when, promised, found, bytes)
  }
}

const NEXT = 9_999

/** The numbers that an image holds; a new writer carries on behind them and costs none of them. */
async function findAndContinue(image: DiskImage, when: string): Promise<readonly number[]> {
  const found = read(image.files.get(LOG))
  const disk = createFakeDisk({ image, syncTurns: 0 })
  const file = await openAppendFile(LOG, disk)
  const { status } = await file.write(Buffer.from(encodeEntry(createNumberedEntry(NEXT))))
  if (status !== 'appended') throw new Error(`a new writer is refused after ${when}`)
  await file.close()
  const wanted = [...found, NEXT]
  const continued = read(disk.bytes(LOG))
  if (!isInOrder(continued, wanted)) fail(`${when}, continued`, wanted, continued, disk.bytes(LOG))
  return found
}

function read(bytes: Uint8Array = new Uint8Array(0)): readonly number[] {
  return readNumbers(decodeLines(bytes))
}

function fail(
  when: string,
  promised: readonly number[],
  found: readonly number[],
  bytes: Uint8Array = new Uint8Array(0),
): never {
  const text = JSON.stringify(Buffer.from(bytes).toString())
  throw new Error(`after ${when}: promised ${promised}, found ${found} in ${text}`)
}
