import type { Worker } from 'node:worker_threads'
import { type IndexJob, type JobEvents, runJob } from './run-job.ts'
import { type StartWorker, startWorker } from './start-worker.ts'
import type { FromWorker, ToWorker } from './worker-message.ts'

export type RunJobsOptions = JobEvents & {
  /** How many threads of their own the jobs get; none: they run here. */
  readonly threads: number
  readonly start?: StartWorker
}

/** Runs jobs, each in the next worker that is free. Returns how many were lost with a worker that died. */
export async function runJobs(jobs: readonly IndexJob[], options: RunJobsOptions): Promise<number> {
  const { threads, start = startWorker, signal } = options
  const queue = [...jobs]
  const next = (): IndexJob | undefined => (signal?.aborted ? undefined : queue.shift())

  async function runHere(first: IndexJob | undefined): Promise<void> {
    for (let job = first; job; job = next()) await runJob(job, options)
  }

  /** Works until there is no job left; a worker that died is followed by another. */
  async function runThere(): Promise<number> {
    let lost = 0
    for (let job = next(); job; job = next()) {
      const worker = createJobWorker(start, options)
      try {
        // Where threads cannot be had, the work is done all the same.
        if (!(await worker.isReady)) await runHere(job)
        else if (!(await runIn(worker, job))) lost++
      } finally {
        await worker.end()
      }
    }
    return lost
  }

  /** False when the worker died. */
  async function runIn(worker: JobWorker, first: IndexJob): Promise<boolean> {
    for (let job: IndexJob | undefined = first; job; job = next()) if (!(await worker.run(job))) return false
    return true
  }

  const count = Math.min(threads, jobs.length)
  if (count === 0) await runHere(next())
  const lost = await Promise.all(Array.from({ length: count }, runThere))
  return lost.reduce((sum, one) => sum + one, 0)
}

interface JobWorker {
  /** False if it could not be started. */
  readonly isReady: Promise<boolean>
  /** False if the worker died. Throws what the system refused it. */
  run(job: IndexJob): Promise<boolean>
  end(): Promise<void>
}

function createJobWorker(start: StartWorker, { onSegment, onProgress, signal }: RunJobsOptions): JobWorker {
  let worker: Worker | undefined
  let settle: (message: FromWorker | undefined) => void = () => {}
  const answer = (): Promise<FromWorker | undefined> => new Promise(resolve => (settle = resolve))
  const tell = (message: ToWorker): void => worker?.postMessage(message)
  const stop = (): void => tell({ kind: 'stop' })

  function hear(message: FromWorker): void {
    if (message.kind === 'segment') onSegment(message.segment)
    else if (message.kind === 'progress') onProgress(message.bytes, message.path)
    else settle(message)
  }

  const first = answer()
  try {
    worker = start()
    worker.on('message', hear)
    worker.on('error', () => settle(undefined))
    worker.on('exit', () => settle(undefined))
    signal?.addEventListener('abort', stop)
  } catch {
    settle(undefined)
  }
  return {
    isReady: first.then(message => message?.kind === 'ready'),
    async run(job) {
      const said = answer()
      tell({ kind: 'job', job })
      if (signal?.aborted) stop()
      const message = await said
      if (message?.kind === 'failed') throw Object.assign(new Error(message.reason), { code: message.code })
      return message?.kind === 'done'
    },
    async end() {
      signal?.removeEventListener('abort', stop)
      await worker?.terminate()
    },
  }
}
