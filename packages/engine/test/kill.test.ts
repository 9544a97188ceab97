import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Simulator, startSimulator } from '@antiphon/simulator'
import { describe, expect, it } from 'vitest'
import { findBreaks, refusals } from './engine-kit.ts'
import { checkKilledSession } from './process/check-killed-session.ts'
import { createKillModel, listMain } from './process/kill-model.ts'
import { NOTES } from './process/kill-options.ts'
import { startAgent } from './process/start-agent.ts'

const isQuick = process.env.QUICK !== undefined && process.env.QUICK !== ''
const isSoak = process.env.SOAK === '1'

/** Where a process is when it is to be killed, and how long it may stay there at most. */
const PHASES: readonly { readonly phase: string; readonly within: number }[] = [
  { phase: 'prompt', within: 30 },
  { phase: 'stream', within: 120 },
  { phase: 'tool', within: 30 },
  { phase: 'agent', within: 60 },
  { phase: 'microcompaction', within: 30 },
  { phase: 'compaction', within: 250 },
]

const SESSIONS = isQuick ? 1 : isSoak ? 50 : 6
const LANES = 2

describe('an agent that is killed', () => {
  it(
    `goes on where it was, in ${SESSIONS} sessions of ${PHASES.length} kills: nothing promised is lost, no call runs unseen, no request is refused`,
    async () => {
      let [left, kills, promised, breaks] = [SESSIONS, 0, 0, 0]
      await Promise.all(
        Array.from({ length: LANES }, async () => {
          while (left-- > 0) {
            const seen = await killOneSession()
            kills += seen.kills
            promised += seen.promised
            breaks += seen.breaks
          }
        }),
      )
      console.log(`${kills} kills: ${promised} promised messages, all there; ${breaks} breaks, all told`)
      // Some end before they can be killed.
      expect(kills).toBeGreaterThanOrEqual((SESSIONS * PHASES.length) / 2)
    },
    isSoak ? 3 * 60 * 60_000 : 240_000,
  )
})

async function killOneSession(): Promise<{ kills: number; promised: number; breaks: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-agent-kill-'))
  const simulator = await startSimulator({ model: createKillModel() })
  let kills = 0
  try {
    for (const [round, { phase, within }] of shuffle(PHASES).entries()) {
      if (await runAndKill({ folder, simulator, round, phase, within })) kills++
      check(folder, simulator)
    }
    const last = await startAgent({ folder, url: simulator.url, prompt: 'the end', compacts: false })
    expect(await last.ended).toEqual({ signal: null, stderr: '' })
    const { promised, breaks } = check(folder, simulator, true)
    return { kills, promised, breaks }
  } finally {
    await simulator.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function check(folder: string, simulator: Simulator, isOver = false): { promised: number; breaks: number } {
  expect(refusals(simulator)).toEqual([])
  const { promised, boundaries } = checkKilledSession(folder, isOver)
  const breaks = findBreaks(listMain(simulator.log.all())).length
  expect(breaks).toBeLessThanOrEqual(boundaries)
  return { promised, breaks }
}

type KillPlan = {
  readonly folder: string
  readonly simulator: Simulator
  readonly round: number
  readonly phase: string
  readonly within: number
}

/** False where the process was faster than its end. */
async function runAndKill({ folder, simulator, round, phase, within }: KillPlan): Promise<boolean> {
  const known = readNotes(folder).length
  const agent = await startAgent({
    folder,
    url: simulator.url,
    prompt: `prompt ${round}`,
    compacts: phase === 'compaction',
    queued: `and ${round}`,
  })
  const end = Date.now() + 30_000
  const isThere = (): boolean =>
    readNotes(folder)
      .slice(known)
      .some(note => note === `phase ${phase}` || note === 'phase end')
  while (!isThere() && Date.now() < end) await sleep(2)
  expect(isThere()).toBe(true)
  await sleep(Math.random() * within)
  agent.kill()
  const { signal, stderr } = await agent.ended
  expect(stderr).toBe('')
  return signal === 'SIGKILL'
}

function readNotes(folder: string): readonly string[] {
  const path = join(folder, NOTES)
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
}

function shuffle<T>(items: readonly T[]): readonly T[] {
  return items
    .map(item => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
