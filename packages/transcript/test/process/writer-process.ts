import { appendFileSync, existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFileStore } from '../../src/file-store/file-store.ts'
import type { AppendOptions, TranscriptStore } from '../../src/store/transcript-store.ts'
import { TranscriptError } from '../../src/transcript-error.ts'
import { createNumberedEntry } from '../numbered-entry.ts'
import type { WriterOptions } from './writer-options.ts'

// Run as a process of its own, which is killed, starved and raced. Whatever it is promised it notes at once in a file
// outside of the log: what the kernel has survives its death.
const options: WriterOptions = JSON.parse(process.argv[2] ?? '{}')
const { key, first, count, producers = 1, bytes = [200, 200] } = options

const store = createFileStore({
  root: options.root,
  ...(options.hasLease === false && {
    acquireLease: async () => ({ isHeld: () => true, release: async () => {} }),
  }),
})
let next = first
note('started')
while (options.waitsFor !== undefined && !existsSync(options.waitsFor)) await sleep(2)
const deadline = Date.now() + (options.milliseconds ?? 60_000)
await Promise.all(Array.from({ length: producers }, () => produce(store)))
if (options.waitsForDeath) await sleep(60_000)
try {
  await store.close()
  note('closed')
} catch (error) {
  noteError(-1, error)
}

type Outcome = 'appended' | 'leased' | 'stop'

async function produce(target: TranscriptStore): Promise<void> {
  while (next < first + count && Date.now() < deadline) {
    const number = next++
    const outcome = await append(target, number)
    if (options.handsOn) await handOn(target, outcome)
    else if (outcome === 'stop') return
  }
}

async function append(target: TranscriptStore, number: number): Promise<Outcome> {
  const acknowledge = options.acknowledge?.[number % options.acknowledge.length] ?? 'durable'
  const appendOptions: AppendOptions = { acknowledge }
  try {
    const outcome = await target.append(
      key,
      [createNumberedEntry(number, chooseBytes(number))],
      appendOptions,
    )
    if (outcome.status === 'appended') {
      note(`${acknowledge} ${number} ${outcome.seq}`)
      return 'appended'
    }
    note(`${outcome.reason} ${number} ${outcome.seq}`)
    return outcome.reason === 'leased' ? 'leased' : 'stop'
  } catch (error) {
    noteError(number, error)
    return options.stopsAtError === false ? 'appended' : 'stop'
  }
}

/** Gives the log to whoever wants it; who does not get it tries again a little later. */
async function handOn(target: TranscriptStore, outcome: Outcome): Promise<void> {
  if (outcome === 'appended' && Math.random() < 0.2) await target.release(key)
  if (outcome === 'leased') await sleep(Math.random() * 5)
  if (outcome === 'stop') {
    const number = next++
    note(`again ${number} ${await append(target, number)}`)
    await target.release(key)
  }
}

/** Mostly short entries, now and then a long one: a kill in the middle of it tears it. */
function chooseBytes(number: number): number {
  const [least, most] = bytes
  return number % 4 === 0 ? most : least + ((number * 7919) % Math.max(1, Math.min(2000, most - least)))
}

function noteError(number: number, error: unknown): void {
  if (!(error instanceof TranscriptError)) throw error
  note(`error ${number} ${error.code}`)
}

function note(line: string): void {
  appendFileSync(options.notes, `${line}\n`)
}
