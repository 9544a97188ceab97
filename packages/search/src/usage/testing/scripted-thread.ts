import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { createFileClaims } from '../file-claims.ts'
import { knowFile } from '../know-file.ts'
import type { StartUsageThread } from '../read-beside.ts'
import { createLineMemory } from '../read-lines.ts'
import type { UsageThreadData } from '../usage-thread-message.ts'

/** What a thread does: reads so many files at most, and then ends, dies with one in hand, or never says a word. */
export type ThreadScript = { readonly files: number; readonly end: 'done' | 'dies' | 'mute' | 'refused' }

/** Stands for threads without starting any: each follows the next script. */
export function scriptThreads(scripts: readonly ThreadScript[]): StartUsageThread {
  const left = [...scripts]
  return data => {
    const script = left.shift() ?? { files: 0, end: 'done' }
    if (script.end === 'refused') throw new Error('no more threads')
    const emitter = new EventEmitter()
    void follow(script, data, emitter)
    // All that is asked of a thread here.
    return Object.assign(emitter, { postMessage() {}, terminate: async () => 0 }) as unknown as Worker
  }
}

async function follow(script: ThreadScript, data: UsageThreadData, emitter: EventEmitter): Promise<void> {
  const claims = createFileClaims(data.paths.length, data.claims)
  const turn = (): Promise<void> => new Promise(resolve => void setImmediate(resolve))
  await turn()
  if (script.end === 'mute') return void emitter.emit('exit', 1)
  emitter.emit('message', { kind: 'ready' })
  for (let count = 0; count < script.files; count++) {
    const place = claims.take()
    if (place === undefined) break
    let bytes = 0
    const outcome = await knowFile(data.paths[place] ?? '', {
      known: undefined,
      hasTools: data.hasTools,
      memory: createLineMemory(),
      signal: undefined,
      onBytes: more => {
        bytes += more
      },
    })
    await turn()
    emitter.emit('message', { kind: 'outcome', place, outcome, bytes })
  }
  if (script.end === 'dies') {
    claims.take()
    emitter.emit('error', new Error('out of memory'))
  } else emitter.emit('message', { kind: 'done' })
}
