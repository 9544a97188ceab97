import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFileStore } from '../src/file-store/file-store.ts'
import type { TranscriptStore } from '../src/store/transcript-store.ts'
import { createNumberedEntry } from './numbered-entry.ts'
import { readLog } from './process/check-log.ts'
import { whyNoMount, withReason } from './process/requirements.ts'

const KEY = { project: 'p', session: 's' }
const reason = whyNoMount()

describe.skipIf(reason !== null)(withReason('a full file system', reason), () => {
  it('is told as such, costs nothing that was promised, and is continued in the same chain when space returns', async () => {
    await onSmallDisk(async root => {
      const ballast = join(root, 'ballast')
      await writeFile(ballast, Buffer.alloc(100_000))
      const store = createFileStore({ root })
      const { seq, number, numbers } = await fill(store)
      expect(number).toBeGreaterThan(3)
      expect(readLog({ root, key: KEY }).numbers).toEqual(numbers)

      await rm(ballast)
      // The caller expects the log to end behind its last entry: half a line of its own is no conflict.
      const outcome = await store.append(KEY, [createNumberedEntry(number, 9_000)], { expectedSeq: seq })
      expect(outcome.status).toBe('appended')
      const later = await store.append(KEY, [createNumberedEntry(number + 1)], { expectedSeq: outcome.seq })
      expect(later.status).toBe('appended')
      await store.close()
      expect(readLog({ root, key: KEY })).toEqual({ numbers: [...numbers, number, number + 1], damaged: 1 })
    })
  })

  it('is told when a log cannot even be created', async () => {
    await onSmallDisk(async root => {
      await expect(writeFile(join(root, 'ballast'), Buffer.alloc(1_000_000))).rejects.toMatchObject({
        code: 'ENOSPC',
      })
      const store = createFileStore({ root })
      await expect(store.append(KEY, [createNumberedEntry(0, 9_000)])).rejects.toMatchObject({
        code: 'no-space',
      })
      await rm(join(root, 'ballast'))
      expect(await store.append(KEY, [createNumberedEntry(0, 9_000)])).toMatchObject({ status: 'appended' })
      await store.close()
      expect(readLog({ root, key: KEY }).numbers).toEqual([0])
    })
  })
})

type Filled = { readonly seq: number; readonly number: number; readonly numbers: readonly number[] }

/** Appends until there is no space; gives what was acknowledged, and which entry was refused. */
async function fill(store: TranscriptStore): Promise<Filled> {
  const numbers: number[] = []
  let seq = 0
  for (let number = 0; number < 1000; number++) {
    try {
      const outcome = await store.append(KEY, [createNumberedEntry(number, 9_000)], { expectedSeq: seq })
      expect(outcome.status).toBe('appended')
      numbers.push(number)
      seq = outcome.seq
    } catch (error) {
      expect(error).toMatchObject({ name: 'TranscriptError', code: 'no-space' })
      return { seq, number, numbers }
    }
  }
  throw new Error('the disk is never full')
}

async function onSmallDisk(test: (root: string) => Promise<void>): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'antiphon-full-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', root])
  try {
    await test(root)
  } finally {
    execFileSync('umount', ['--lazy', root])
    await rm(root, { recursive: true, force: true })
  }
}
