import type { Job } from './job-message.ts'
import {
  type AnswerOf,
  type JobControls,
  type JobKind,
  type JobOptions,
  type JobTable,
  LOW_PRIORITY,
  type QuestionOf,
} from './jobs.ts'
import { createPriorityQueue } from './priority-queue.ts'
import { type StartJobProcess, startJobProcess } from './start-job-process.ts'
import { createWorker, type Worker } from './worker.ts'

/**
 * Does what takes long beside the server, which goes on serving others: a question waits for its turn, a process takes
 * it, `job-program.ts` looks it up in the table of jobs and answers. What ends such a process ends nothing else.
 */
export interface Workers {
  /** Throws what the job threw, or the signal's reason. */
  run<Kind extends JobKind>(
    kind: Kind,
    question: QuestionOf<Kind>,
    events: RunEvents,
  ): Promise<AnswerOf<Kind>>
  /** Lets those who work write down what they have. */
  close(): Promise<void>
}

export type RunEvents = Pick<JobControls, 'signal'> & Partial<JobControls>

export type WorkersOptions = JobOptions & {
  /** Processes at once; none: all is done in the server's own. */
  readonly most: number
  readonly start?: StartJobProcess
  /** How long one without work is kept. */
  readonly restMs?: number
}

/** Starts none before there is work for it, and keeps none for long that has none. */
export function createWorkers(options: WorkersOptions): Workers {
  const { most, start = startJobProcess, restMs = REST_MS, ...known } = options
  const queue = createPriorityQueue({ most, mostLow: most - 1, mostWaiting: MOST_WAITING })
  const resting = new Map<Worker, NodeJS.Timeout>()
  const working = new Set<Worker>()
  let table: Promise<JobTable> | undefined

  /** The one that rested least: it may still know what it was asked last, and the others can end. */
  function takeWorker(): Worker {
    const rested = [...resting.keys()].findLast(worker => !worker.hasEnded())
    const worker = rested ?? createWorker(start(), known)
    clearTimeout(resting.get(worker))
    resting.delete(worker)
    working.add(worker)
    return worker
  }

  function giveWorker(worker: Worker): void {
    working.delete(worker)
    if (worker.hasEnded()) return
    // What a process once held it hardly gives back: the next begins small again.
    if (worker.rss() > LARGE_BYTES) return void worker.end()
    const rest = setTimeout(() => {
      resting.delete(worker)
      worker.end()
    }, restMs)
    resting.set(worker, rest.unref())
  }

  async function runBeside(job: Job, events: JobControls): Promise<unknown> {
    const worker = takeWorker()
    try {
      return await worker.run(job, events)
    } finally {
      giveWorker(worker)
    }
  }

  return {
    async run(kind, question, { signal, onProgress = () => {} }) {
      const events = { signal, onProgress }
      const runHere = async (): Promise<AnswerOf<typeof kind>> => {
        table ??= import('./job-table.ts').then(({ createJobTable }) => createJobTable(known))
        return (await table)[kind](question, events)
      }
      if (most === 0) return runHere()
      const priority = LOW_PRIORITY.has(kind) ? 'low' : 'high'
      return queue.run({ priority, signal }, async () => {
        try {
          // A process answers a question with its answer.
          return (await runBeside({ kind, question }, events)) as AnswerOf<typeof kind>
        } catch (error) {
          if (!isUnstartable(error)) throw error
          // Where no process can be had, the job is done all the same.
          return runHere()
        }
      })
    },
    async close() {
      queue.close()
      for (const timer of resting.values()) clearTimeout(timer)
      for (const worker of working) worker.stop()
      await Promise.all([...resting.keys()].map(worker => worker.end()))
      resting.clear()
      await queue.done()
      await Promise.all([...resting.keys()].map(worker => worker.end()))
    },
  }
}

/** Long enough for somebody who goes on looking, short enough that memory is given back. */
const REST_MS = 10_000
const MOST_WAITING = 200
const LARGE_BYTES = 96 << 20

function isUnstartable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'unstartable'
}
