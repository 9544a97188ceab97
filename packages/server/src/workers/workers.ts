import { type StartWorkProcess, startWorkProcess } from './start-work-process.ts'
import { createTurns } from './turns.ts'
import { createWorker, type Worker } from './worker.ts'
import {
  type AnswerOf,
  type QuestionOf,
  WORK_LANES,
  type WorkEvents,
  type WorkKind,
  type WorkOptions,
  type WorkTable,
} from './works.ts'

/**
 * Does what takes long beside the server, which goes on serving others: a question waits for its turn, a process takes
 * it, `work-program.ts` looks it up in the table of works and answers. What ends such a process ends nothing else.
 */
export interface Workers {
  /** Throws what the work threw, or the signal's reason. */
  run<Kind extends WorkKind>(
    work: Kind,
    question: QuestionOf<Kind>,
    events: RunEvents,
  ): Promise<AnswerOf<Kind>>
  /** Lets those who work write down what they have. */
  close(): Promise<void>
}

export type RunEvents = Pick<WorkEvents, 'signal'> & Partial<WorkEvents>

export type WorkersOptions = WorkOptions & {
  /** Processes at once; none: all is done in the server's own. */
  readonly most: number
  readonly start?: StartWorkProcess
  /** How long one without work is kept. */
  readonly restMs?: number
}

/** Starts none before there is work for it, and keeps none for long that has none. */
export function createWorkers(options: WorkersOptions): Workers {
  const { most, start = startWorkProcess, restMs = REST_MS, ...known } = options
  const turns = createTurns({ most, mostBehind: most - 1, mostWaiting: MOST_WAITING })
  const resting = new Map<Worker, NodeJS.Timeout>()
  const working = new Set<Worker>()
  let table: Promise<WorkTable> | undefined

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
    const rest = setTimeout(() => {
      resting.delete(worker)
      worker.end()
    }, restMs)
    resting.set(worker, rest.unref())
  }

  async function ask<Kind extends WorkKind>(
    work: Kind,
    question: QuestionOf<Kind>,
    { signal, onProgress }: WorkEvents,
  ): Promise<unknown> {
    const worker = takeWorker()
    signal.addEventListener('abort', worker.stop)
    try {
      return await worker.ask(work, question, onProgress)
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      signal.removeEventListener('abort', worker.stop)
      giveWorker(worker)
    }
  }

  async function runHere<Kind extends WorkKind>(
    work: Kind,
    question: QuestionOf<Kind>,
    events: WorkEvents,
  ): Promise<AnswerOf<Kind>> {
    table ??= import('./work-table.ts').then(({ createWorkTable }) => createWorkTable(known))
    return (await table)[work](question, events)
  }

  return {
    async run(work, question, { signal, onProgress = () => {} }) {
      const events = { signal, onProgress }
      if (most === 0) return runHere(work, question, events)
      const isBehind = WORK_LANES[work] === 'behind'
      return turns.take({ isBehind, signal }, async () => {
        try {
          // A process answers a question with its answer.
          return (await ask(work, question, events)) as AnswerOf<typeof work>
        } catch (error) {
          if (!isUnstartable(error)) throw error
          // Where no process can be had, the work is done all the same.
          return runHere(work, question, events)
        }
      })
    },
    async close() {
      turns.close()
      for (const timer of resting.values()) clearTimeout(timer)
      for (const worker of working) worker.stop()
      await Promise.all([...resting.keys()].map(worker => worker.end()))
      resting.clear()
      await turns.done()
      await Promise.all([...resting.keys()].map(worker => worker.end()))
    },
  }
}

/** Long enough for somebody who goes on looking. */
const REST_MS = 30_000
const MOST_WAITING = 200

function isUnstartable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'unstartable'
}
