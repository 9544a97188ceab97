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

type Told = { readonly jobs: readonly UsageJob[]; readonly taken: Int32Array } | 'stop'

function follow({ files, end }: ThreadScript, emitter: EventEmitter): (message: Told) => Promise<void> {
  const turn = (): Promise<void> => new Promise(resolve => void setImmediate(resolve))
  const tell = (message: object): boolean => emitter.emit('message', message)
  return async message => {
    await turn()
    if (message === 'stop') return
    if (end === 'mute') return void emitter.emit('exit', 1)
    for (let read = 0; ; read++) {
      const place = Atomics.add(message.taken, 0, 1)
      const job = message.jobs[place]
      if (!job) return void tell({ kind: 'over' })
      tell({ kind: 'begin', place })
      if (end === 'dies' && read >= files) return void emitter.emit('error', new Error('out of memory'))
      await readUsage(job, event => void tell({ kind: 'event', place, event }))
      await turn()
      tell({ kind: 'end', place })
    }
  }
}
