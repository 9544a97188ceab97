// Does what it is asked, one thing after the other: the program of a thread beside the server's.
import { parentPort, workerData } from 'node:worker_threads'
import type { FromThread, ToThread } from './thread-message.ts'
import { createWorkTable, type WorkEvents } from './thread-work.ts'

const table = createWorkTable(workerData)
let stopping = new AbortController()

function tell(message: FromThread): void {
  parentPort?.postMessage(message)
}

parentPort?.on('message', async (message: ToThread) => {
  if (message.kind === 'stop') {
    stopping.abort()
    return
  }
  stopping = new AbortController()
  const { work, question } = message
  // A work and its question belong together, which cannot be said of one looked up in a table.
  const run = table[work] as (question: unknown, events: WorkEvents) => Promise<unknown>
  try {
    const onProgress = (done: number, total: number): void => tell({ kind: 'progress', done, total })
    tell({ kind: 'done', answer: await run(question, { signal: stopping.signal, onProgress }) })
  } catch (error) {
    tell(describe(error))
  }
})

function describe(error: unknown): FromThread {
  if (!(error instanceof Error)) return { kind: 'failed', message: String(error) }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return { kind: 'failed', message: error.message, ...code }
}
