import { type FileHandle, open } from 'node:fs/promises'
import { type FleetStore, formatSessionKey, type LogTail, type SessionKey } from '@antiphon/transcript'
import { toForkKey } from './find-divergence.ts'
import { createLineRedactor, isRedactionOf, type LineRedactor } from './line-redactor.ts'
import { readLineBatches } from './read-line-batches.ts'
import { SETTLED_MS, type SyncLogOptions, type SyncOutcome } from './sync-log.ts'

/** A place between two lines of a file, the line before it, and a redactor that has seen all before it. */
export type RedactedPlace = {
  readonly lines: number
  readonly offset: number
  readonly last: Buffer
  readonly redactor: LineRedactor
}

export type SyncRedactedOptions = SyncLogOptions & {
  /** Where earlier runs of this process stopped: what stands before it need not be read again. */
  readonly places: Map<string, RedactedPlace>
}

/** What the note of a log begins with from which secrets were taken: it is never sent otherwise any more. */
export const REDACTED_NOTE: string = 'Redacted before it left '

/** True for a log that was sent without its secrets. */
export function isRedactedLog(tail: LogTail | null): boolean {
  return tail?.note?.startsWith(REDACTED_NOTE) === true
}

/**
 * Sends what the store has not got of a file, without its secrets. A line becomes a line: how far the store has the file
 * is the number of its lines, so that this needs no state either.
 */
export async function syncRedactedLog(store: FleetStore, options: SyncRedactedOptions): Promise<SyncOutcome> {
  const file = await open(options.path, 'r')
  try {
    const { size, mtimeMs } = await file.stat()
    const reading: Reading = { file, size, hasLastLine: Date.now() - mtimeMs > SETTLED_MS }
    const { key, tail } = options
    const found = await compare(store, reading, options)
    if (found.kind === 'fits') return await send(store, reading, { ...options, to: key, kind: 'sent' })
    if (found.kind === 'behind')
      return {
        kind: 'behind',
        bytes: 0,
        note: `${formatSessionKey(key)} went on elsewhere: the store has ${(tail?.seq ?? 0) - found.lines} lines more.`,
      }
    return await sendFork(store, reading, options)
  } finally {
    await file.close()
  }
}

type Reading = { readonly file: FileHandle; readonly size: number; readonly hasLastLine: boolean }
type Found = { readonly kind: 'fits' | 'diverged' } | { readonly kind: 'behind'; readonly lines: number }

/** The lines carry ids and times: where the last one of the store stands at its place, so do those before it. */
async function compare(
  store: FleetStore,
  reading: Reading,
  { path, key, tail, places }: SyncRedactedOptions,
): Promise<Found> {
  if (!tail || tail.seq === 0) return { kind: 'fits' }
  const known = places.get(path)
  if (known?.lines === tail.seq && (await stillStands(reading, known))) return { kind: 'fits' }
  let lines = 0
  let last: Buffer = Buffer.alloc(0)
  for await (const batch of readAll(reading, 0)) {
    const end = Math.min(batch.length, tail.seq - lines)
    last = batch[end - 1] ?? last
    lines += end
    if (lines === tail.seq) break
  }
  if (lines === 0) return { kind: 'behind', lines }
  for await (const stored of store.readLines(key, lines - 1)) {
    if (!isRedactionOf(stored, last)) return { kind: 'diverged' }
    break
  }
  return lines === tail.seq ? { kind: 'fits' } : { kind: 'behind', lines }
}

async function stillStands({ file, size }: Reading, { offset, last }: RedactedPlace): Promise<boolean> {
  if (size < offset) return false
  const read = await file.read(Buffer.alloc(last.length), 0, last.length, offset - last.length)
  return read.bytesRead === last.length && read.buffer.equals(last)
}

function readAll({ file, size, hasLastLine }: Reading, from: number): AsyncIterable<readonly Buffer[]> {
  return readLineBatches(file, { from, to: size, hasLastLine })
}

type Sending = SyncRedactedOptions & { readonly to: SessionKey; readonly kind: 'sent' | 'forked' }

async function send(store: FleetStore, reading: Reading, options: Sending): Promise<SyncOutcome> {
  const { path, to, tail, places, isDry, kind, host, onSent = () => undefined } = options
  const known = places.get(path)
  const from: RedactedPlace =
    known && known.lines === (tail?.seq ?? 0)
      ? known
      : { lines: 0, offset: 0, last: Buffer.alloc(0), redactor: createLineRedactor() }
  let { lines, offset, last } = from
  // Its redactor sees more from here on: where this fails, the next run begins anew.
  places.delete(path)
  let [seq, bytes] = [tail?.seq ?? 0, 0]
  for await (const batch of readAll(reading, offset)) {
    const redacted = batch.map(line => from.redactor.redact(line)).slice(Math.max(0, seq - lines))
    if (redacted.length > 0) {
      if (!isDry) {
        const outcome = await store.appendLines(to, redacted, seq)
        if (outcome.status === 'conflict') {
          await store.release(to)
          const why = outcome.holder ?? `${formatSessionKey(to)} changed in the store meanwhile.`
          return { kind: 'refused', bytes, note: `${why} The next run looks again.` }
        }
        if (!isRedactedLog(tail) && bytes === 0) await store.note(to, `${REDACTED_NOTE}${host}.`)
      }
      seq += redacted.length
      const length = redacted.reduce((sum, line) => sum + line.length, 0)
      bytes += length
      onSent(length)
    }
    lines += batch.length
    offset += batch.reduce((sum, line) => sum + line.length, 0)
    last = batch.at(-1) ?? last
  }
  if (!isDry && kind === 'sent') places.set(path, { lines, offset, last, redactor: from.redactor })
  if (bytes === 0) return { kind: 'same', bytes }
  if (!isDry) await store.release(to)
  return { kind, bytes }
}

async function sendFork(
  store: FleetStore,
  reading: Reading,
  options: SyncRedactedOptions,
): Promise<SyncOutcome> {
  const { key, host, isDry } = options
  const divergence = await findLine(store, reading, key)
  // Its first line of its own is still being written.
  if (divergence === null) return { kind: 'same', bytes: 0 }
  const fork = toForkKey(key, { offset: divergence.index, line: divergence.line })
  const [tail = null] = await store.readTails([fork])
  const outcome = await send(store, reading, {
    ...options,
    to: fork,
    tail,
    kind: 'forked',
    places: new Map(),
  })
  const note = `${formatSessionKey(key)} went another way on ${host} from line ${divergence.index + 1} on; that way is ${fork.session}.`
  const whole = `${REDACTED_NOTE}${host}. ${note}`
  if (!isDry && tail?.note !== whole && outcome.kind !== 'refused') await store.note(fork, whole)
  return outcome.kind === 'forked' ? { ...outcome, note } : outcome
}

/** The first line that the store has otherwise, as it would be sent. */
async function findLine(
  store: FleetStore,
  reading: Reading,
  key: SessionKey,
): Promise<{ readonly index: number; readonly line: Buffer } | null> {
  const stored = store.readLines(key)[Symbol.asyncIterator]()
  const redactor = createLineRedactor()
  let index = 0
  for await (const batch of readAll({ ...reading, hasLastLine: false }, 0))
    for (const own of batch) {
      const line = redactor.redact(own)
      const { value, done } = await stored.next()
      if (done || !isRedactionOf(value, own)) return { index, line }
      index++
    }
  return null
}
