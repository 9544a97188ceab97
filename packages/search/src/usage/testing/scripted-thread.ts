import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { readUsage, type UsageJob } from '../read-file-usage.ts'

/** What a thread does: reads files, or so many and dies with the next in hand, never says a word, or cannot be had. */
export type ThreadScript = { readonly files: number; readonly end: 'never' | 'dies' | 'mute' | 'refused' }

/** Stands for threads without starting any: each follows the next script. */
export function scriptThreads(scripts: readonly ThreadScript[]): () => Worker {
  const left = [...scripts]
  return () => {
    const script = left.shift() ?? { files: 0, end: 'never' }
    if (script.end === 'refused') throw new Error('no more threads')
    const emitter = new EventEmitter()
    const told = follow(script, emitter)
    // All that is asked of a thread here.
    return Object.assign(emitter, { postMessage: told, terminate: async () => 0 }) as unknown as Worker
  }
}

type Told = { readonly kind: 'job'; readonly job: UsageJob } | { readonly kind: 'stop' }

function follow({ files, end }: ThreadScript, emitter: EventEmitter): (message: Told) => Promise<void> {
  const turn = (): Promise<void> => new Promise(resolve => void setImmediate(resolve))
  let read = 0
  void turn().then(() =>
    end === 'mute' ? emitter.emit('exit', 1) : emitter.emit('message', { kind: 'ready' }),
  )
  return async message => {
    if (message.kind === 'stop') return
    if (end === 'dies' && read++ >= files) return void emitter.emit('error', new Error('out of memory'))
    await readUsage(message.job, event => void emitter.emit('message', { kind: 'event', event }))
    await turn()
    emitter.emit('message', { kind: 'done' })
  }
}
