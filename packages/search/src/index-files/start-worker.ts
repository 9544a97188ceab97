import type { Worker } from 'node:worker_threads'
import { startThread } from '../start-thread.ts'

/** Starts a thread that runs jobs. */
export type StartWorker = () => Worker

export function startWorker(): Worker {
  return startThread({ beside: import.meta.url, name: 'index-worker', megabytes: 512 })
}
