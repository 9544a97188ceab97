import type { Entry } from '@antiphon/core'
import { TranscriptError } from '../transcript-error.ts'
import { formatSessionKey, type SessionKey } from './session-key.ts'
import type { Acknowledgement, TranscriptStore } from './transcript-store.ts'

/** An entry, and how much of the log that it comes from it took. */
export type CopiedEntry = { readonly entry: Entry; readonly size: number }

/** Writes entries into a log that does not exist yet, a batch at a time; when it resolves, all of them are durable. */
export async function copyEntries(
  { store, target }: { readonly store: Pick<TranscriptStore, 'append'>; readonly target: SessionKey },
  source: AsyncIterable<CopiedEntry>,
): Promise<{ readonly seq: number; readonly count: number }> {
  let batch: Entry[] = []
  let batchSize = 0
  let seq = 0
  let count = 0

  async function write(acknowledge: Acknowledgement): Promise<void> {
    const outcome = await store.append(target, batch, { expectedSeq: seq, acknowledge })
    if (outcome.status === 'conflict') throw toError(target, seq === 0)
    seq = outcome.seq
    count += batch.length
    batch = []
    batchSize = 0
  }

  for await (const { entry, size } of source) {
    if (batchSize >= BATCH_SIZE || batch.length >= BATCH_ENTRIES) await write('recorded')
    batch.push(entry)
    batchSize += size
  }
  await write('durable')
  return { seq, count }
}

const BATCH_SIZE = 1024 * 1024
// For stores whose positions are no bytes.
const BATCH_ENTRIES = 1000

function toError(target: SessionKey, isFirst: boolean): TranscriptError {
  const name = formatSessionKey(target)
  return isFirst
    ? new TranscriptError('exists', `${name} exists already. Choose another session id.`)
    : new TranscriptError('conflict', `${name} was written by another process while it was being copied.`)
}
