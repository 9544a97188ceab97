import { readFileSync } from 'node:fs'
import { decodeLines } from '@antiphon/core'
import { expect } from 'vitest'
import { toLogPath } from '../../src/file/log-path.ts'
import { createFileStore } from '../../src/file-store/file-store.ts'
import type { SessionKey } from '../../src/store/session-key.ts'
import { createNumberedEntry, isInOrder, readNumbers } from '../numbered-entry.ts'
import type { Note } from './start-writer.ts'

export type LogPlace = { readonly root: string; readonly key: SessionKey }

/** What was promised is in the log, in its order and as it was written; and a new writer carries on. Gives the count of torn stretches. */
export async function checkAndContinue(
  log: LogPlace,
  promised: readonly number[],
  next: number,
): Promise<number> {
  const { numbers, damaged } = readLog(log)
  expectInOrder(numbers, promised)
  const store = createFileStore({ root: log.root })
  try {
    expect(await store.append(log.key, [createNumberedEntry(next)])).toMatchObject({ status: 'appended' })
  } finally {
    await store.close()
  }
  expectInOrder(readLog(log).numbers, [...numbers, next])
  return damaged
}

/** The entries of a log by number; fails where one is not as it was written. */
export function readLog({ root, key }: LogPlace): {
  readonly numbers: readonly number[]
  readonly damaged: number
} {
  const lines = decodeLines(readIfThere(toLogPath(root, key)))
  return { numbers: readNumbers(lines), damaged: lines.filter(line => line.kind === 'bad').length }
}

/** The numbers whose entries are promised, in the order of their places in the log. */
export function listPromised(notes: readonly Note[], words: readonly string[] = PROMISES): number[] {
  return notes
    .filter(({ word }) => words.includes(word))
    .sort((first, second) => Number(first.rest) - Number(second.rest))
    .map(({ number }) => number)
}

const PROMISES = ['recorded', 'durable']

function expectInOrder(numbers: readonly number[], wanted: readonly number[]): void {
  if (isInOrder(numbers, wanted)) return
  const missing = wanted.filter(number => !numbers.includes(number))
  expect.fail(
    missing.length > 0
      ? `${missing.length} of ${wanted.length} promised entries are missing: ${missing.slice(0, 10)}`
      : `promised entries are out of order: ${numbers}`,
  )
}

function readIfThere(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch {
    return new Uint8Array(0)
  }
}
