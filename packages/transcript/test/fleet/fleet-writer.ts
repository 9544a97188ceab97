// A writer of the fault tests: appends numbered entries to a log of its own and says each that was acknowledged.
import { setTimeout as sleep } from 'node:timers/promises'
import { type AppendOutcome, type FleetStore, TranscriptError } from '../../src/index.ts'

const [url = '', session = '', first = '0', clockMs = '0', library = '', opener = ''] = process.argv.slice(2)
const now = Date.now.bind(Date)
Date.now = () => now() + Number(clockMs)

/** A disk that is full is emptied, a server that is away comes back. */
const WAIT_FOR: ReadonlySet<string> = new Set(['no-space', 'away'])

const store: FleetStore = await (await import(library))[opener]({ url, aliveMs: 2000 })
const key = { project: '-faults', session }
for (let number = Number(first); ; number++) {
  const outcome = await append(number)
  if (outcome === null) continue
  if (outcome.status === 'appended') process.stdout.write(`${number}\n`)
  else {
    process.stderr.write(`${JSON.stringify(outcome)}\n`)
    process.exit(3)
  }
}

/** Null where it is stored, though nobody said so. */
async function append(number: number): Promise<AppendOutcome | null> {
  for (;;)
    try {
      return await store.append(key, [{ type: 'user', number }], { expectedSeq: number })
    } catch (error) {
      if (!(error instanceof TranscriptError) || !WAIT_FOR.has(error.code)) throw error
      await sleep(200)
      const end = await store.end(key).catch(() => null)
      if (end !== null && end > number) return null
    }
}
