import { setTimeout as sleep } from 'node:timers/promises'
import { findAgentPlaces } from '@antiphon/readers/places'
import { homeOf, type Io } from '../io.ts'
import { findAgentsFolder } from './find-reading-roots.ts'

/** Brings copies of other agents' sessions up to date again and again until the signal says stop; who follows a copy sees what is said. */
export async function keepAgentsFresh(io: Pick<Io, 'env'>, signal: AbortSignal): Promise<void> {
  const folder = findAgentsFolder(io)
  const home = homeOf(io)
  if (folder === null) return
  let wait = SHORTEST_MS
  while (!signal.aborted) {
    if (findAgentPlaces(io.env, home).length > 0) {
      const { refreshAgents } = await import('@antiphon/readers')
      const began = performance.now()
      // What cannot be read is told by whoever lists it; here it is only tried again.
      const done = await refreshAgents({ env: io.env, home, folder, signal }).catch(() => null)
      const cost = performance.now() - began
      // Looking takes a small share of the time, however many sessions there are.
      wait = Math.max(done && done.changed > 0 ? SHORTEST_MS : Math.min(LONGEST_MS, wait * 1.5), cost * REST)
    } else wait = LONGEST_MS
    await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

const SHORTEST_MS = 400
const LONGEST_MS = 3000
const REST = 20
