// Does what it is asked, one thing after the other: the program of a process beside the server's.
import type { Job, JobNews, JobOrder } from './job-message.ts'
import { createJobTable } from './job-table.ts'
import type { JobControls, JobTable } from './jobs.ts'

let table: JobTable | undefined
let stopping = new AbortController()

// Ctrl-C reaches every process of a terminal: the server says what is to end, and how.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit())

process.on('message', (message: JobOrder) => {
  switch (message.kind) {
    case 'begin':
      table = createJobTable(message.options)
      break
    case 'run':
      void run(message.job)
      break
    case 'stop':
      stopping.abort()
      break
  }
})

async function run({ kind, question }: Job): Promise<void> {
  stopping = new AbortController()
  // A job and its question belong together, which cannot be said of one looked up in a table.
  const work = table?.[kind] as (question: unknown, events: JobControls) => Promise<unknown>
  try {
    const onProgress = (done: number, total: number): void => tell({ kind: 'progress', done, total })
    const answer = await work(question, { signal: stopping.signal, onProgress })
    tell({ kind: 'done', answer, rss: process.memoryUsage.rss() })
  } catch (error) {
    tell(describe(error))
  }
}

function tell(message: JobNews): void {
  if (process.connected) process.send?.(message)
}

function describe(error: unknown): JobNews {
  const rss = process.memoryUsage.rss()
  if (!(error instanceof Error)) return { kind: 'failed', message: String(error), rss }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return { kind: 'failed', message: error.message, ...code, rss }
}
