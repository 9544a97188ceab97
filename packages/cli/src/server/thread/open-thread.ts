import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { startThread } from '@antiphon/search'
import type { TellProgress } from '../numbers/tell-progress.ts'
import type { FromThread, ToThread } from './thread-message.ts'
import type { QuestionOf, WorkKind, WorkOptions } from './thread-work.ts'

/** A thread that answers one question at a time. */
export interface OpenThread {
  /** Throws what the work threw, and where the thread ended over it, why. */
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

export type StartThread = (options: WorkOptions) => Worker

/** Much for one log, and little enough that a machine has it. */
const MEGABYTES = 1536

export function startWorkThread(options: WorkOptions): Worker {
  return startThread({
    beside: import.meta.url,
    name: 'work-thread',
    megabytes: MEGABYTES,
    workerData: options,
  })
}

export function openThread(worker: Worker): OpenThread {
  let reason: unknown
  let hasEnded = false
  let grace: NodeJS.Timeout | undefined
  worker.on('error', error => {
    reason = error
  })
  const ended = once(worker, 'exit').catch(() => {})
  ended.then(() => {
    hasEnded = true
  })
  const tell = (message: ToThread): void => worker.postMessage(message)

  async function end(): Promise<void> {
    hasEnded = true
    await worker.terminate()
  }

  return {
    async ask(work, question, onProgress) {
      let hear: (message: FromThread) => void = () => {}
      const answer = new Promise<FromThread | null>(resolve => {
        hear = message =>
          message.kind === 'progress' ? onProgress(message.done, message.total) : resolve(message)
        ended.then(() => resolve(null))
      })
      worker.on('message', hear)
      tell({ kind: 'ask', work, question })
      const message = await answer
      worker.off('message', hear)
      clearTimeout(grace)
      if (message?.kind === 'done') return message.answer
      if (message?.kind === 'failed') throw Object.assign(new Error(message.message), { code: message.code })
      throw reason ?? new Error('the thread ended')
    },
    stop() {
      tell({ kind: 'stop' })
      grace = setTimeout(end, GRACE_MS)
    },
    hasEnded: () => hasEnded,
    end,
  }
}

/** Enough to write down what was counted; what takes longer hears nothing. */
const GRACE_MS = 500
