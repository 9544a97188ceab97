import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '@antiphon/transcript'
import type { Io } from '../io.ts'
import { findReplica } from './replica.ts'

/**
 * Says which promises a store does not keep: once a day for each person and store, and again when they are others.
 * `antiphon store status` says it whenever it is asked.
 */
export async function tellWeaknesses(
  weaknesses: readonly string[],
  io: Pick<Io, 'env' | 'stderr'>,
  now: Date = new Date(),
): Promise<void> {
  if (weaknesses.length === 0) return
  // Beside the copy of the store.
  const replica = findReplica(io)
  const path = replica === null ? null : `${replica}.told`
  const mark = `${now.toISOString().slice(0, 10)} ${createHash('sha256').update(weaknesses.join('\n')).digest('hex')}`
  if (path !== null && (await readFile(path, 'utf8').catch(() => '')) === mark) return
  for (const weakness of weaknesses) await io.stderr.write(`antiphon: the store: ${weakness}\n`)
  // Where it cannot be noted it is said each time.
  if (path !== null) await note(path, mark).catch(() => undefined)
}

async function note(path: string, mark: string): Promise<void> {
  makeFolder(dirname(path))
  await writeFile(path, mark, { mode: 0o600 })
}
