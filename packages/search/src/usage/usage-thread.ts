// Reads files beside the thread that started it, until none is left: the program of a worker thread.
import { parentPort, type TransferListItem, workerData } from 'node:worker_threads'
import { createFileClaims } from './file-claims.ts'
import { type FileOutcome, knowFile } from './know-file.ts'
import { createLineMemory } from './read-lines.ts'
import type { FromUsageThread, UsageThreadData } from './usage-thread-message.ts'

// Whoever starts it gives it that.
const { paths, hasTools, claims: shared } = workerData as UsageThreadData
const claims = createFileClaims(paths.length, shared)
const memory = createLineMemory()
const stopping = new AbortController()

function tell(message: FromUsageThread, transfer: readonly TransferListItem[] = []): void {
  parentPort?.postMessage(message, transfer)
}

async function readAll(): Promise<void> {
  const { signal } = stopping
  for (let place = claims.take(); place !== undefined && !signal.aborted; place = claims.take()) {
    let bytes = 0
    const onBytes = (count: number): void => {
      bytes += count
    }
    const outcome = await knowFile(paths[place] ?? '', {
      known: undefined,
      hasTools,
      memory,
      signal,
      onBytes,
    })
    tell({ kind: 'outcome', place, outcome, bytes }, toTransfer(outcome))
  }
}

/** Tables are given away and not copied. */
function toTransfer(outcome: FileOutcome): readonly TransferListItem[] {
  if (outcome.kind === 'problem') return []
  const { rows, bytes } = outcome.file.table
  // They were made in this thread, of memory that is not shared.
  return [rows.buffer, bytes.buffer] as ArrayBuffer[]
}

// Whatever it is told means that it should stop.
parentPort?.on('message', () => stopping.abort())
tell({ kind: 'ready' })
try {
  await readAll()
} catch (error) {
  // A bug ends the thread, and whoever started it meets the bug in its own.
  if (!stopping.signal.aborted) throw error
}
tell({ kind: 'done' })
