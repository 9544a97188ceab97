import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isInOrder } from './numbered-entry.ts'
import { listPromised, readLog } from './process/check-log.ts'
import { withReason } from './process/requirements.ts'
import { LONG, quickReason, rounds } from './process/soak.ts'
import { type Note, readNotes, startWriter } from './process/start-writer.ts'
import { waitFor } from './process/wait-for.ts'

const KEY = { project: 'p', session: 's' }
const MILLISECONDS = rounds(3_000, 60_000)

describe.skipIf(quickReason !== null).each([2, 8])(
  withReason('%d processes on one session', quickReason),
  processes => {
    it(
      'take turns by the lease: the log is what they were promised, and no two won the same place',
      async () => {
        const { all, log } = await race(processes, true)
        expect(log).toEqual({ numbers: listPromised(all), damaged: 0 })
        expectOneWinnerAPlace(all)
        expect(wordsOf(all)).toContain('leased')
        expect(wordsOf(all)).not.toContain('moved-on')
      },
      LONG,
    )

    it(
      'without a lease notice each other, lose nothing that was promised and write nothing after a conflict',
      async () => {
        const { all, log } = await race(processes, false)
        expect(log.damaged).toBe(0)
        expect(isInOrder(log.numbers, listPromised(all))).toBe(true)
        expectOneWinnerAPlace(all)
        const again = all.filter(({ word }) => word === 'again')
        expect(again.length).toBeGreaterThan(0)
        const written = new Set(log.numbers)
        expect(again.filter(({ number, rest }) => rest !== 'stop' || written.has(number))).toEqual([])
      },
      LONG,
    )
  },
)

type Race = {
  readonly all: readonly Note[]
  readonly log: { readonly numbers: readonly number[]; readonly damaged: number }
}

/** Lets processes append to one log at once, each as fast as it can. */
async function race(processes: number, hasLease: boolean): Promise<Race> {
  const root = await mkdtemp(join(tmpdir(), 'antiphon-race-'))
  try {
    const start = join(root, 'start')
    const names = Array.from({ length: processes }, (_, index) => join(root, `notes-${index}`))
    const writers = await Promise.all(
      names.map((notes, index) =>
        startWriter(
          {
            root,
            key: KEY,
            notes,
            first: index * 1_000_000,
            count: 1_000_000,
            milliseconds: MILLISECONDS,
            bytes: [200, 20_000],
            hasLease,
            handsOn: true,
            waitsFor: start,
          },
          { timeout: MILLISECONDS + 60_000 },
        ),
      ),
    )
    await waitFor(() => names.every(existsSync))
    await writeFile(start, '')
    for (const writer of writers)
      expect(await writer.ended).toEqual({ code: 0, signal: null, stderr: '', isTimeout: false })
    const all = names.flatMap(readNotes)
    const log = readLog({ root, key: KEY })
    console.log(
      `${processes} processes, ${hasLease ? 'lease' : 'no lease'}: ${listPromised(all).length} entries, ${all.filter(({ word }) => word === 'leased' || word === 'moved-on').length} conflicts`,
    )
    return { all, log }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

function expectOneWinnerAPlace(all: readonly Note[]): void {
  const places = all.filter(({ word }) => word === 'durable').map(({ rest }) => rest)
  expect(new Set(places).size).toBe(places.length)
}

function wordsOf(all: readonly Note[]): ReadonlySet<string> {
  return new Set(all.map(({ word }) => word))
}
