import { type FileHandle, open, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type FleetStore, type LogHead, makeFolder } from '@antiphon/transcript'
import { compareBytes } from './compare-bytes.ts'

/** What became of a file: `ahead` has all that the store has and more; `diverged` went another way, and was left alone. */
export type PullOutcome = 'same' | 'written' | 'continued' | 'ahead' | 'diverged'

export type PullOptions = {
  readonly path: string
  /** A file that may be thrown away is made anew where it went another way. */
  readonly isDisposable?: boolean
}

/** Makes a file of a stored log, byte for byte, or brings one up to date that begins as the log does. */
export async function pullLog(
  store: Pick<FleetStore, 'findBoundary' | 'readLines'>,
  head: LogHead,
  { path, isDisposable = false }: PullOptions,
): Promise<PullOutcome> {
  const found = await stat(path).catch(() => null)
  const time = new Date(head.modifiedAt)
  if (!found) return writeWhole(store, head, path)
  if (isDisposable && found.size === head.bytes && found.mtime.getTime() === time.getTime()) return 'same'
  const file = await open(path, 'r+')
  try {
    const place = await findPlace(store, head, { file, size: found.size })
    if (place === null) return isDisposable ? await writeWhole(store, head, path) : 'diverged'
    if (found.size > head.bytes) return isDisposable ? await writeWhole(store, head, path) : 'ahead'
    await appendRest(store, head, { file, place, size: found.size })
  } finally {
    await file.close()
  }
  await utimes(path, time, time)
  return found.size === head.bytes ? 'same' : 'continued'
}

type OpenedLog = { readonly file: FileHandle; readonly size: number }

/** Where a file that begins as the log does stands in it; null where it does not. */
async function findPlace(
  store: Pick<FleetStore, 'findBoundary' | 'readLines'>,
  head: LogHead,
  { file, size }: OpenedLog,
): Promise<{ readonly seq: number; readonly offset: number } | null> {
  const { seq, offset, line } = await store.findBoundary(head.key, Math.min(size, head.bytes))
  if (!(await compareBytes(file, offset - line.length, line))) return null
  // A file that was cut in mid-line, by a crash while it was written, goes on there.
  if (size > offset && size <= head.bytes)
    for await (const next of store.readLines(head.key, seq))
      return (await compareBytes(file, offset, next.subarray(0, size - offset))) ? { seq, offset } : null
  return { seq, offset }
}

type Rest = OpenedLog & { readonly place: { readonly seq: number; readonly offset: number } }

async function appendRest(
  store: Pick<FleetStore, 'readLines'>,
  head: LogHead,
  { file, place, size }: Rest,
): Promise<void> {
  let skipped = size - place.offset
  let position = size
  for await (const line of store.readLines(head.key, place.seq)) {
    const rest = skipped > 0 ? line.subarray(skipped) : line
    skipped = Math.max(0, skipped - line.length)
    await file.write(rest, 0, rest.length, position)
    position += rest.length
  }
  if (position > size) await file.datasync()
}

/** Seen under its name when it is whole. */
async function writeWhole(
  store: Pick<FleetStore, 'readLines'>,
  { key, modifiedAt }: LogHead,
  path: string,
): Promise<PullOutcome> {
  makeFolder(dirname(path))
  const draft = `${path}.pull-${process.pid}`
  const file = await open(draft, 'w', 0o600)
  try {
    for await (const line of store.readLines(key)) await file.write(line)
    await file.datasync()
    await file.close()
    await utimes(draft, new Date(modifiedAt), new Date(modifiedAt))
    await rename(draft, path)
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(draft, { force: true })
    throw error
  }
  return 'written'
}
