// Runs the jobs that it is sent, one after the other: the program of a worker thread.
import { parentPort } from 'node:worker_threads'
import { runJob } from './run-job.ts'
import type { FromWorker, ToWorker } from './worker-message.ts'

const stopping = new AbortController()

function tell(message: FromWorker): void {
  parentPort?.postMessage(message)
}

async function work(message: ToWorker): Promise<void> {
  if (message.kind === 'stop') {
    stopping.abort()
    return
  }
  try {
    await runJob(message.job, {
      signal: stopping.signal,
      onSegment: segment => tell({ kind: 'segment', segment }),
      onProgress: (bytes, path) => tell({ kind: 'progress', bytes, path }),
    })
    tell({ kind: 'done' })
  } catch (error) {
    // A bug ends the worker, and is told by its end.
    if (!(error instanceof Error && 'code' in error)) throw error
    tell({ kind: 'failed', code: String(error.code), reason: error.message })
  }
}

parentPort?.on('message', work)
tell({ kind: 'ready' })
