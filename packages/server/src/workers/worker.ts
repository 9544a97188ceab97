import type { ChildProcess } from 'node:child_process'
import type { TellProgress } from '../numbers/tell-progress.ts'
import type { FromWorker, ToWorker } from './work-message.ts'
import type { QuestionOf, WorkKind, WorkOptions } from './works.ts'

/** A process that answers one question at a time. */
export interface Worker {
  /** Throws what the work threw, and where the process ended over it, an error whose code says why. */
  ask<Kind extends WorkKind>(
    work: Kind,
    question: QuestionOf<Kind>,
    onProgress: TellProgress,
  ): Promise<unknown>
  /** Asks it to leave its work as it is; one that does not hear is ended. */
  stop(): void
  /** Or is about to. */
  readonly hasEnded: () => boolean
  end(): Promise<void>
}

/** `ENOMEM` is the system's name for it, too. */
export type WorkerEnd = 'ENOMEM' | 'unstartable' | 'ended'

export function createWorker(child: ChildProcess, options: WorkOptions): Worker {
  let settle: (message: FromWorker | WorkerEnd) => void = () => {}
  let tellProgress: TellProgress = () => {}
  let grace: NodeJS.Timeout | undefined
  let isOver: WorkerEnd | null = null
  let isEnding = false
  const ended = new Promise<void>(resolve => {
    const over = (end: WorkerEnd): void => {
      isOver ??= end
      settle(isOver)
      resolve()
    }
    child.on('error', () => over('unstartable'))
    child.on('exit', (code, signal) => over(!isEnding && isOutOfMemory(code, signal) ? 'ENOMEM' : 'ended'))
  })
  child.on('message', (message: FromWorker) => {
    if (message.kind === 'progress') tellProgress(message.done, message.total)
    else settle(message)
  })
  // One that just ended takes no more; its end is heard.
  const tell = (message: ToWorker): void => void (child.connected && child.send(message, () => {}))
  tell({ kind: 'begin', options })

  async function end(): Promise<void> {
    isEnding = true
    child.kill('SIGKILL')
    await ended
  }

  return {
    async ask(work, question, onProgress) {
      tellProgress = onProgress
      const answer = new Promise<FromWorker | WorkerEnd>(resolve => {
        settle = resolve
        if (isOver) resolve(isOver)
      })
      try {
        tell({ kind: 'ask', work, question })
        const message = await answer
        if (typeof message === 'string') throw toError('the process ended', message)
        if (message.kind === 'failed') throw toError(message.message, message.code)
        return message.kind === 'done' ? message.answer : undefined
      } finally {
        clearTimeout(grace)
        grace = undefined
        // What it answered is not kept until it ends.
        settle = () => {}
        tellProgress = () => {}
      }
    },
    stop() {
      tell({ kind: 'stop' })
      grace ??= setTimeout(end, GRACE_MS)
    },
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
