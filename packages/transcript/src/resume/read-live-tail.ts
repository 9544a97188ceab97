import { type Entry, encodeEntry, type TranscriptEntry } from '@antiphon/core'
import { type LiveTail, type ReadTailOptions, readTail, type TailSource } from '../store/read-tail.ts'
import { stripEntry } from '../store/strip-entry.ts'

export type ReadLiveTailOptions = Omit<ReadTailOptions, 'strip'> & {
  /** How much of the log may be held whole; 64 MiB of a file unless told. */
  readonly maxHeld?: number
}

/**
 * The live context in memory of about itself, however far back reading has to go. Where that is far, the log is
 * followed by the bare links of its entries, and then only the live ones are read whole.
 */
export async function readLiveTail(source: TailSource, options: ReadLiveTailOptions): Promise<LiveTail> {
  const { maxHeld = MAX_HELD, ...others } = options
  const near = await readTail(source, { ...others, maxHeld })
  if (near !== undefined) return near
  const bare = await readTail(source, { ...others, strip: stripEntry })
  return (await restore(source, bare)) ?? readTail(source, others)
}

const MAX_HELD = 64 * 1024 * 1024

/** The tail with its words; undefined where an entry has several versions and the place does not tell which is read. */
async function restore(source: TailSource, bare: LiveTail): Promise<LiveTail | undefined> {
  const found = await readEntries(source, bare.seqs)
  const messages: TranscriptEntry[] = []
  for (const [index, message] of bare.context.messages.entries()) {
    const entry = found.get(bare.seqs[index] ?? Number.NaN)
    // A message that had no uuid of its own was given one.
    const whole =
      entry && ('uuid' in entry && entry.uuid === message.uuid ? entry : { ...entry, uuid: message.uuid })
    if (!whole || encodeEntry(stripEntry(whole)) !== encodeEntry(message)) return undefined
    // It was one before it was stripped, and stripping keeps its kind.
    messages.push(whole as TranscriptEntry)
  }
  const leaf = messages.find(({ uuid }) => uuid === bare.context.leaf?.uuid)
  return { ...bare, context: { ...bare.context, messages, leaf } }
}

async function readEntries(
  { store, key }: TailSource,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, Entry>> {
  const wanted = new Set(seqs)
  const found = new Map<number, Entry>()
  const from = seqs.reduce((first, seq) => Math.min(first, seq), Number.POSITIVE_INFINITY)
  if (wanted.size === 0) return found
  for await (const item of store.read(key, { from })) {
    if (item.kind === 'entry' && wanted.has(item.seq)) found.set(item.seq, item.entry)
    if (found.size === wanted.size) break
  }
  return found
}
