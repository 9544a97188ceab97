// Does what it is asked, one thing after the other: the program of a process beside the server's.
import type { FromWorker, ToWorker } from './work-message.ts'
import { createWorkTable } from './work-table.ts'
import type { WorkEvents, WorkTable } from './works.ts'

let table: WorkTable | undefined
let stopping = new AbortController()

// Ctrl-C reaches every process of a terminal: the server says what is to end, and how.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())

process.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'begin':
      table = createWorkTable(message.options)
      break
    case 'ask':
      void answer(message)
      break
    case 'stop':
      stopping.abort()
      break
  }
})

async function answer({ work, question }: Extract<ToWorker, { readonly kind: 'ask' }>): Promise<void> {
  stopping = new AbortController()
  // A work and its question belong together, which cannot be said of one looked up in a table.
  const run = table?.[work] as (question: unknown, events: WorkEvents) => Promise<unknown>
  try {
    const onProgress = (done: number, total: number): void => tell({ kind: 'progress', done, total })
    tell({ kind: 'done', answer: await run(question, { signal: stopping.signal, onProgress }) })
  } catch (error) {
    tell(describe(error))
  }
}

function tell(message: FromWorker): void {
  if (process.connected) process.send?.(message)
}

function describe(error: unknown): FromWorker {
  if (!(error instanceof Error)) return { kind: 'failed', message: String(error) }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return { kind: 'failed', message: error.message, ...code }
}
