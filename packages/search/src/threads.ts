import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { parentPort, Worker } from 'node:worker_threads'

/** What a thread is told: a job, or to end the one at hand. */
type ToThread<Job> = { readonly kind: 'job'; readonly job: Job } | { readonly kind: 'stop' }

/** What a thread tells: that it begins, of its job, and how that ended. */
type FromThread<Event> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'event'; readonly event: Event }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly code: string; readonly reason: string }

/** What does a job, here or in a thread: it tells of it while it works, and ends early when the signal says so. */
export type RunJob<Job, Event> = (
  job: Job,
  tell: (event: Event) => void,
  signal?: AbortSignal,
) => Promise<void>

export type RunJobsOptions<Job, Event> = {
  /** Does a job in this thread. */
  readonly run: RunJob<Job, Event>
  /** How many threads do jobs; none: all are done here. */
  readonly threads: number
  readonly start: () => Worker
  /** True if this thread takes jobs, too, while others work. */
  readonly isHelping: boolean
  readonly onEvent: (event: Event, job: Job) => void
  /** Ends the jobs at hand, and begins no more. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Does jobs that are plain data, each by the next thread that is free. Gives the jobs that were lost with a thread that
 * died. Throws what a job does, when all threads are over.
 */
export async function runJobs<Job, Event>(
  jobs: readonly Job[],
  { run, threads, start, isHelping, onEvent, signal }: RunJobsOptions<Job, Event>,
): Promise<readonly Job[]> {
  const queue = [...jobs]
  const lost: Job[] = []
  const next = (): Job | undefined => (signal?.aborted ? undefined : queue.shift())

  async function runHere(first: Job | undefined): Promise<void> {
    for (let job = first; job; job = next()) {
      const told = job
      await run(told, event => onEvent(event, told), signal)
    }
  }

  /** Works until there is no job left; a thread that died is followed by another. */
  async function runThere(): Promise<void> {
    for (let first = next(); first; first = next()) {
      const thread = createJobThread(start, onEvent, signal)
      try {
        // Where threads cannot be had, the work is done all the same.
        if (!(await thread.isReady)) await runHere(first)
        else
          for (let job: Job | undefined = first; job; job = next())
            if (!(await thread.run(job))) {
              lost.push(job)
              break
            }
      } finally {
        await thread.end()
      }
    }
  }

  const count = Math.min(threads, jobs.length)
  const workers = Array.from({ length: count }, runThere)
  if (count === 0 || isHelping) workers.push(runHere(next()))
  // What others read until they hear of an end need not be read again.
  await Promise.allSettled(workers)
  await Promise.all(workers)
  return lost
}

interface JobThread<Job> {
  /** False if it could not be started. */
  readonly isReady: Promise<boolean>
  /** False if the thread died. Throws what the system refused it. */
  run(job: Job): Promise<boolean>
  end(): Promise<void>
}

function createJobThread<Job, Event>(
  start: () => Worker,
  onEvent: (event: Event, job: Job) => void,
  signal: AbortSignal | undefined,
): JobThread<Job> {
  let worker: Worker | undefined
  let atHand: Job | undefined
  let settle: (message: FromThread<Event> | undefined) => void = () => {}
  const answer = (): Promise<FromThread<Event> | undefined> => new Promise(resolve => (settle = resolve))
  const tell = (message: ToThread<Job>): void => worker?.postMessage(message)
  const stop = (): void => tell({ kind: 'stop' })
  const first = answer()
  try {
    worker = start()
    worker.on('message', (message: FromThread<Event>) => {
      if (message.kind !== 'event') settle(message)
      else if (atHand !== undefined) onEvent(message.event, atHand)
    })
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
      atHand = job
      tell({ kind: 'job', job })
      if (signal?.aborted) stop()
      const message = await said
      atHand = undefined
      if (message?.kind === 'failed') throw Object.assign(new Error(message.reason), { code: message.code })
      return message?.kind === 'done'
    },
    async end() {
      signal?.removeEventListener('abort', stop)
      await worker?.terminate()
    },
  }
}

/** The program of a thread: does the jobs that it is sent, one after the other. */
export function serveJobs<Job, Event>(run: RunJob<Job, Event>): void {
  const stopping = new AbortController()
  const tell = (message: FromThread<Event>): void => parentPort?.postMessage(message)
  parentPort?.on('message', async (message: ToThread<Job>) => {
    if (message.kind === 'stop') {
      stopping.abort()
      return
    }
    try {
      await run(message.job, event => tell({ kind: 'event', event }), stopping.signal)
      tell({ kind: 'done' })
    } catch (error) {
      if (stopping.signal.aborted) tell({ kind: 'done' })
      // A bug ends the thread, and is told by its end.
      else if (!(error instanceof Error && 'code' in error)) throw error
      else tell({ kind: 'failed', code: String(error.code), reason: error.message })
    }
  })
  tell({ kind: 'ready' })
}

export type StartThreadOptions = {
  /** The file that asks, by its `import.meta.url`. */
  readonly beside: string
  /** The thread's program without its extension. */
  readonly name: string
  /** A thread that would take more is ended. */
  readonly megabytes: number
}

/**
 * Starts a thread whose program stands beside the file that asks: in the sources, in what is built of them, and beside
 * the executable, which is one file for all others. It ends when it is told to, or with the process.
 */
export function startThread({ beside, name, megabytes }: StartThreadOptions): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES }
  if (!beside.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, beside), { resourceLimits })
  const program = new URL(`./${name}.ts`, beside)
  // A thread does not inherit the loader of its process, by which sources run as they are.
  const loader = new URL(
    'dist/esm/api/index.mjs',
    pathToFileURL(createRequire(program).resolve('tsx/package.json')),
  )
  const script = `import('${loader}').then(({ register }) => (register(), import('${program}')))`
  return new Worker(script, { eval: true, execArgv: ['--conditions=@antiphon/source'], resourceLimits })
}

/** Each thread has its own; four of the usual size would be most of what a server holds. */
const YOUNG_MEGABYTES = 16
