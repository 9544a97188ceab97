import { type OpenThread, openThread, type StartThread, startWorkThread } from './open-thread.ts'
import type { AnswerOf, QuestionOf, WorkEvents, WorkKind, WorkOptions, WorkTable } from './thread-work.ts'

/** Threads beside the server's own, which goes on serving others while they work. */
export interface Threads {
  /** Throws what the work threw, or the signal's reason. */
  run<Kind extends WorkKind>(
    work: Kind,
    question: QuestionOf<Kind>,
    events: RunEvents,
  ): Promise<AnswerOf<Kind>>
  close(): Promise<void>
}

export type RunEvents = Pick<WorkEvents, 'signal'> & Partial<WorkEvents>

export type ThreadsOptions = WorkOptions & {
  /** At once; none: all is done in the server's own. */
  readonly most: number
  readonly start?: StartThread
  /** How long one without work is kept. */
  readonly restMs?: number
}

/** Starts none before there is work for it, and keeps none for long that has none. */
export function createThreads(options: ThreadsOptions): Threads {
  const { most, start = startWorkThread, restMs = REST_MS, ...known } = options
  const resting = new Map<OpenThread, NodeJS.Timeout>()
  const working = new Set<OpenThread>()
  const waiting: (() => void)[] = []
  const closing = new AbortController()
  let taken = 0

  async function takeTurn(): Promise<void> {
    if (taken < most) taken++
    else await new Promise<void>(resolve => waiting.push(resolve))
  }

  /** Whoever waits has the turn of the one who leaves. */
  function giveTurn(): void {
    const next = waiting.shift()
    if (next) next()
    else taken--
  }

  function takeThread(): OpenThread {
    const [thread = openThread(start(known))] = [...resting.keys()].filter(one => !one.hasEnded())
    clearTimeout(resting.get(thread))
    resting.delete(thread)
    working.add(thread)
    return thread
  }

  function giveThread(thread: OpenThread): void {
    working.delete(thread)
    if (thread.hasEnded()) return
    const rest = setTimeout(() => {
      resting.delete(thread)
      thread.end()
    }, restMs)
    resting.set(thread, rest.unref())
  }

  async function runThere<Kind extends WorkKind>(
    work: Kind,
    question: QuestionOf<Kind>,
    { signal, onProgress }: WorkEvents,
  ): Promise<unknown> {
    await takeTurn()
    try {
      signal.throwIfAborted()
      closing.signal.throwIfAborted()
      const thread = takeThread()
      signal.addEventListener('abort', thread.stop)
      try {
        return await thread.ask(work, question, onProgress)
      } catch (error) {
        signal.throwIfAborted()
        throw error
      } finally {
        signal.removeEventListener('abort', thread.stop)
        giveThread(thread)
      }
    } finally {
      giveTurn()
    }
  }

  let table: Promise<WorkTable> | undefined

  async function runHere<Kind extends WorkKind>(
    work: Kind,
    question: QuestionOf<Kind>,
    events: WorkEvents,
  ): Promise<AnswerOf<Kind>> {
    table ??= import('./thread-work.ts').then(({ createWorkTable }) => createWorkTable(known))
    return (await table)[work](question, events)
  }

  return {
    async run(work, question, { signal, onProgress = () => {} }) {
      const events = { signal, onProgress }
      if (most === 0) return runHere(work, question, events)
      // A thread answers a question with its answer.
      return (await runThere(work, question, events)) as AnswerOf<typeof work>
    },
    async close() {
      closing.abort(new Error('the server ends'))
      for (const timer of resting.values()) clearTimeout(timer)
      await Promise.all([...resting.keys(), ...working].map(thread => thread.end()))
      resting.clear()
    },
  }
}

/** Long enough for somebody who goes on looking. */
const REST_MS = 30_000
