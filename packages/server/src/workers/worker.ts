import type { ChildProcess } from 'node:child_process'
import type { TellProgress } from '../numbers/tell-progress.ts'
import type { Job, JobNews, JobOrder } from './job-message.ts'
import type { JobControls, JobOptions } from './jobs.ts'

/** A process that answers one question at a time. */
export interface Worker {
  /** Throws what the job threw or the signal's reason, and where the process ended over it, an error whose code says why. */
  run(job: Job, events: JobControls): Promise<unknown>
  /** Asks it to leave its job as it is; one that does not hear is ended. */
  stop(): void
  /** The bytes that it held when it last answered. */
  readonly rss: () => number
  /** Or is about to. */
  readonly hasEnded: () => boolean
  end(): Promise<void>
}

/** `ENOMEM` is the system's name for it, too. */
export type WorkerEnd = 'ENOMEM' | 'unstartable' | 'ended'

export function createWorker(child: ChildProcess, options: JobOptions): Worker {
  let settle: (message: JobNews | WorkerEnd) => void = () => {}
  let tellProgress: TellProgress = () => {}
  let grace: NodeJS.Timeout | undefined
  let isOver: WorkerEnd | null = null
  let isEnding = false
  let rss = 0
  const ended = new Promise<void>(resolve => {
    const over = (end: WorkerEnd): void => {
      isOver ??= end
      settle(isOver)
      resolve()
    }
    child.on('error', () => over('unstartable'))
    child.on('exit', (code, signal) => over(!isEnding && isOutOfMemory(code, signal) ? 'ENOMEM' : 'ended'))
  })
  child.on('message', (message: JobNews) => {
    if (message.kind === 'progress') tellProgress(message.done, message.total)
    else settle(message)
  })
  // One that just ended takes no more; its end is heard.
  const tell = (message: JobOrder): void => void (child.connected && child.send(message, () => {}))
  tell({ kind: 'begin', options })

  async function end(): Promise<void> {
    isEnding = true
    child.kill('SIGKILL')
    await ended
  }

  function stop(): void {
    tell({ kind: 'stop' })
    grace ??= setTimeout(end, GRACE_MS)
  }

  return {
    async run(job, { signal, onProgress }) {
      tellProgress = onProgress
      signal.addEventListener('abort', stop)
      const answer = new Promise<JobNews | WorkerEnd>(resolve => {
        settle = resolve
        if (isOver) resolve(isOver)
      })
      try {
        tell({ kind: 'run', job })
        const message = await answer
        if (typeof message === 'string') throw toError('the process ended', message)
        if (message.kind !== 'progress') rss = message.rss
        if (message.kind === 'failed') throw toError(message.message, message.code)
        return message.kind === 'done' ? message.answer : undefined
      } catch (error) {
        signal.throwIfAborted()
        throw error
      } finally {
        signal.removeEventListener('abort', stop)
        clearTimeout(grace)
        grace = undefined
        // What it answered is not kept until it ends.
        settle = () => {}
        tellProgress = () => {}
      }
    },
    stop,
    rss: () => rss,
    hasEnded: () => isEnding || isOver !== null,
    end,
  }
}

/** Enough to write down what was counted; what takes longer hears nothing. */
const GRACE_MS = 2000

/** Node aborts where it has no more; the system kills where it has none. */
function isOutOfMemory(code: number | null, signal: string | null): boolean {
  return signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134
}

function toError(message: string, code: string | undefined): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code })
}
