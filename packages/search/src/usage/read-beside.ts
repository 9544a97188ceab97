import type { Worker } from 'node:worker_threads'
import { startThread } from '../start-thread.ts'
import type { FromUsageThread, ReadOutcome, UsageThreadData } from './usage-thread-message.ts'

export type StartUsageThread = (workerData: UsageThreadData) => Worker

export function startUsageThread(workerData: UsageThreadData): Worker {
  return startThread({ beside: import.meta.url, name: 'usage-thread', megabytes: MOST_MEGABYTES, workerData })
}

/** As much as a process has: a thread that reaches its limit within one long line would end the whole process. */
const MOST_MEGABYTES = 4096

/** A thread that reads files beside this one. */
export interface ReadingThread {
  /** Settles when it takes no more files, or died, or could not be started; never rejects. */
  readonly isOver: Promise<void>
  /** Has it leave the file at hand. What it made of others before is still told; one that has not begun is over at once. */
  stop(): void
  /** Ends it, whatever it does. */
  end(): void
}

export type ReadBesideOptions = {
  readonly start: StartUsageThread
  readonly data: UsageThreadData
  readonly onOutcome: (outcome: ReadOutcome) => void
}

/** Starts a thread that reads files. Where none can be had, it is over at once. */
export function readBeside({ start, data, onOutcome }: ReadBesideOptions): ReadingThread {
  const worker = tryStart(start, data)
  let isReady = false
  let settle = (): void => {}
  const isOver = new Promise<void>(resolve => (settle = resolve))
  if (!worker) settle()
  worker?.on('message', (message: FromUsageThread) => {
    if (message.kind === 'outcome') onOutcome(message)
    else if (message.kind === 'ready') isReady = true
    else settle()
  })
  worker?.on('error', settle)
  worker?.on('exit', settle)
  return {
    isOver,
    stop() {
      if (isReady) worker?.postMessage('stop')
      else settle()
    },
    end: () => void worker?.terminate(),
  }
}

function tryStart(start: StartUsageThread, data: UsageThreadData): Worker | undefined {
  try {
    return start(data)
  } catch {
    return undefined
  }
}
