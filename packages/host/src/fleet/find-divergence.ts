import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { FleetStore, SessionKey } from '@antiphon/transcript'
import { readBytes } from './compare-bytes.ts'
import { readLineBatches } from './read-line-batches.ts'

/** Where a file leaves the log of its name, and with which line. */
export type Divergence = { readonly offset: number; readonly line: Buffer }

export type DivergenceOptions = { readonly file: FileHandle; readonly key: SessionKey; readonly size: number }

/** Compares line by line from the start; null where the file's first own line is not whole yet. */
export async function findDivergence(
  store: Pick<FleetStore, 'readLines'>,
  { file, key, size }: DivergenceOptions,
): Promise<Divergence | null> {
  let offset = 0
  for await (const stored of store.readLines(key)) {
    const own = await readBytes(file, offset, Math.min(stored.length, size - offset))
    if (Buffer.compare(own, stored) !== 0) break
    offset += stored.length
  }
  for await (const [line] of readLineBatches(file, { from: offset, to: size, hasLastLine: false }))
    if (line) return { offset, line }
  return null
}

/** The session that a file becomes which went another way: the same each time it is looked at. */
export function toForkKey(key: SessionKey, { offset, line }: Divergence): SessionKey {
  const hash = createHash('sha256')
    .update(`${key.project}/${key.session}\n${offset}\n`)
    .update(line)
    .digest('hex')
  // A UUID of version 8: made of a hash.
  const session = [
    ...[hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`],
    hash.slice(20, 32),
  ].join('-')
  return { ...key, session }
}
