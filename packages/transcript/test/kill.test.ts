import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { checkAndContinue, listPromised } from './process/check-log.ts'
import { isQuick, LONG, rounds } from './process/soak.ts'
import { killWriter, readNotes, startWriter } from './process/start-writer.ts'
import { waitFor } from './process/wait-for.ts'

const KILLS = isQuick ? 4 : rounds(50, 1000)
const KILLS_PER_LOG = 5
const LANES = 2
const NOTED_START = 'started\n'.length

describe('a writer that is killed', () => {
  it(
    `has lost nothing that was promised after each of ${KILLS} kills, and another one carries on`,
    async () => {
      let [left, promised, damaged] = [KILLS, 0, 0]
      await Promise.all(
        Array.from({ length: LANES }, async () => {
          while (left > 0) {
            const kills = Math.min(left, KILLS_PER_LOG)
            left -= kills
            const seen = await killOnOneLog(kills)
            promised += seen.promised
            damaged += seen.damaged
          }
        }),
      )
      console.log(`${KILLS} kills: ${promised} promised entries, all there; ${damaged} torn lines`)
      expect(promised).toBeGreaterThan(KILLS)
    },
    LONG,
  )
})

async function killOnOneLog(kills: number): Promise<{ readonly promised: number; readonly damaged: number }> {
  const root = await mkdtemp(join(tmpdir(), 'antiphon-kill-'))
  const log = { root, key: { project: 'p', session: 's' }, notes: join(root, 'notes') }
  let checked = { promised: 0, damaged: 0 }
  try {
    for (let kill = 1; kill <= kills; kill++) {
      const known = sizeOf(log.notes)
      // One that waits for nothing writes all the time, and dies in the middle of a line more often.
      const isHasty = kill % 2 === 0
      const writer = await startWriter({
        ...log,
        first: kill * 1_000_000,
        // Bounded: a busy machine may kill late.
        count: isHasty ? 24 : 120,
        waitsForDeath: true,
        producers: kill % 4 || 16,
        bytes: [200, isHasty ? 1_500_000 : 100_000],
        acknowledge: isHasty ? ['recorded'] : ['durable', 'recorded'],
      })
      // Most die while they write, some while they start.
      if (kill % KILLS_PER_LOG !== 0)
        await waitFor(() => sizeOf(log.notes) > known + (isHasty ? NOTED_START : 0))
      await sleep(Math.random() * (isHasty ? 10 : 80))
      killWriter(writer.child)
      expect(await writer.ended).toMatchObject({ signal: 'SIGKILL', stderr: '', isTimeout: false })
      if (!existsSync(log.notes)) continue
      const numbers = listPromised(readNotes(log.notes))
      const damaged = await checkAndContinue(log, numbers, kill * 1_000_000 + 999_999)
      checked = { promised: numbers.length, damaged }
    }
    return checked
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
