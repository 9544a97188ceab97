import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { parentPort, Worker } from 'node:worker_threads'

/** What a thread is told: all jobs, of which whoever is free takes the next, or to end the one at hand. */
type ToThread<Job> = { readonly jobs: readonly Job[]; readonly taken: Int32Array } | 'stop'

/** What a thread tells: of the jobs that it took by their places, and that it takes no more. */
type FromThread<Event> =
  | { readonly kind: 'begin' | 'end'; readonly place: number }
  | { readonly kind: 'event'; readonly place: number; readonly event: Event }
  | { readonly kind: 'over' }
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
  const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const ended = new Set<Job>()
  let onDone = (): void => {}
  // A thread that is slow to start is not waited for.
  const isDone = new Promise<void>(resolve => (onDone = resolve))
  const takeNoMore = (): void => void Atomics.store(taken, 0, jobs.length)

  async function runHere(): Promise<void> {
    for (;;) {
      const job = jobs[Atomics.add(taken, 0, 1)]
      if (job === undefined) return
      await run(job, event => onEvent(event, job), signal)
      end(job)
    }
  }

  function end(job: Job): void {
    ended.add(job)
    if (ended.size === jobs.length) onDone()
  }

  /** Gives whether it took a job. */
  async function runThread(): Promise<boolean> {
    let worker: Worker | undefined
    let hasBegun = false
    const tell = (message: ToThread<Job>): void => worker?.postMessage(message)
    let stop = (): void => {}
    try {
      worker = start()
      const thread = worker
      await new Promise<void>((resolve, reject) => {
        thread.on('message', (message: FromThread<Event>) => {
          if (message.kind === 'over') return resolve()
          if (message.kind === 'failed')
            return reject(Object.assign(new Error(message.reason), { code: message.code }))
          const job = jobs[message.place]
          hasBegun = true
          if (job === undefined) return
          if (message.kind === 'event') onEvent(message.event, job)
          else if (message.kind === 'end') end(job)
        })
        thread.on('error', () => resolve())
        thread.on('exit', () => resolve())
        void isDone.then(resolve)
        stop = () => (hasBegun ? tell('stop') : resolve())
        signal?.addEventListener('abort', stop)
        tell({ jobs, taken })
        if (signal?.aborted) stop()
      })
    } catch (error) {
      if (worker) throw error
    } finally {
      signal?.removeEventListener('abort', stop)
      await worker?.terminate()
    }
    return hasBegun
  }

  /** Works until there is no job left; a thread that died is followed by another. */
  async function runThere(): Promise<void> {
    while (Atomics.load(taken, 0) < jobs.length)
      // Where threads cannot be had, the work is done all the same.
      if (!(await runThread())) await runHere()
  }

  signal?.addEventListener('abort', takeNoMore)
  if (signal?.aborted) takeNoMore()
  const count = Math.min(threads, jobs.length)
  const workers = Array.from({ length: count }, runThere)
  if (count === 0 || isHelping) workers.push(runHere())
  for (const worker of workers) worker.catch(takeNoMore)
  // What others read until they hear of an end need not be read again.
  await Promise.allSettled(workers)
  signal?.removeEventListener('abort', takeNoMore)
  await Promise.all(workers)
  return signal?.aborted ? [] : jobs.filter(job => !ended.has(job))
}

/** The program of a thread: does jobs, one after the other, until none is left. */
export function serveJobs<Job, Event>(run: RunJob<Job, Event>): void {
  const stopping = new AbortController()
  const tell = (message: FromThread<Event>): void => parentPort?.postMessage(message)

  async function work(jobs: readonly Job[], taken: Int32Array): Promise<void> {
    for (;;) {
      const place = Atomics.add(taken, 0, 1)
      const job = jobs[place]
      if (job === undefined || stopping.signal.aborted) return
      tell({ kind: 'begin', place })
      await run(job, event => tell({ kind: 'event', place, event }), stopping.signal)
      tell({ kind: 'end', place })
    }
  }

  parentPort?.on('message', async (message: ToThread<Job>) => {
    if (message === 'stop') return stopping.abort()
    try {
      await work(message.jobs, message.taken)
      tell({ kind: 'over' })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      // A disk that is full is told, whether or not somebody wants to stop.
      if (error instanceof Error && typeof code === 'string' && code !== 'ABORT_ERR')
        tell({ kind: 'failed', code, reason: error.message })
      else if (stopping.signal.aborted) tell({ kind: 'over' })
      // A bug ends the thread, and is told by its end.
      else throw error
    }
  })
}

export type StartThreadOptions = {
  /** The file that asks, by its `import.meta.url`. */
  readonly beside: string
  /** The thread's program without its extension. */
  readonly name: string
  /** A thread that would take more is ended. */
  readonly megabytes: number
  /** Of these for what lives shortly: more for one that makes much and keeps little. */
  readonly youngMegabytes?: number
}

/**
 * Starts a thread whose program stands beside the file that asks: in the sources, in what is built of them, and beside
 * the executable, which is one file for all others. It ends when it is told to, or with the process.
 */
export function startThread({
  beside,
  name,
  megabytes,
  youngMegabytes = YOUNG_MEGABYTES,
}: StartThreadOptions): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: youngMegabytes }
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
