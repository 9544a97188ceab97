import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { ForeignAgent } from '@antiphon/core/log'
import { acquireLease, makeFolder } from '@antiphon/transcript'
import { type AgentPlace, type Environment, findAgentPlaces, LEDGER_FILE } from '../agent-places.ts'
import { AGENTS } from '../agents.ts'
import { explain } from '../logs/find-files.ts'
import type { Original, ReadProblem } from '../reader.ts'
import { type AgentLedger, openLedger } from './agent-ledger.ts'
import { copyOriginal, type SessionClaim, sizeOf } from './copy-original.ts'

export type RefreshAgentsOptions = {
  readonly env: Environment
  readonly home: string | undefined
  /** Where the copies are: a folder an agent. */
  readonly folder: string
  /** Only these; all that are there unless told. */
  readonly agents?: readonly ForeignAgent[]
  /** How many bytes of those that changed were read. */
  readonly onProgress?: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

/** The folder in which an agent's sessions are files for whoever reads ours. */
export type AgentRoot = { readonly agent: ForeignAgent; readonly root: string }

export type RefreshedAgents = {
  readonly roots: readonly AgentRoot[]
  readonly problems: readonly ReadProblem[]
  /** How many sessions were read. */
  readonly changed: number
}

/** Brings the copies of all agents' sessions to what these are now: only what changed is read. */
export async function refreshAgents(options: RefreshAgentsOptions): Promise<RefreshedAgents> {
  const { env, home, folder, agents } = options
  const places = findAgentPlaces(env, home).filter(({ agent }) => agents?.includes(agent) ?? true)
  const rounds: Round[] = []
  for (const place of places) {
    const round = await beginRound(place, join(folder, place.agent))
    if (round) rounds.push(round)
  }
  const total = sum(rounds.flatMap(({ changed }) => changed.map(({ original }) => original.bytes)))
  let done = 0
  const problems: ReadProblem[] = rounds.flatMap(round => [...round.problems])
  for (const round of rounds)
    problems.push(
      ...(await refreshRound(round, options, ({ bytes }) => {
        done += bytes
        options.onProgress?.(done, total)
      })),
    )
  return {
    roots: [...new Map(rounds.map(({ place, root }) => [root, { agent: place.agent, root }])).values()],
    problems,
    changed: sum(rounds.map(({ changed }) => changed.length)),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

/** With its place among those that were found. */
type Ranked = { readonly original: Original; readonly rank: number }

/** What is to be read of one agent. */
type Round = {
  readonly place: AgentPlace
  readonly root: string
  readonly changed: readonly Ranked[]
  readonly claimed: ReadonlyMap<string, SessionClaim>
  readonly problems: readonly ReadProblem[]
}

async function beginRound(place: AgentPlace, root: string): Promise<Round | null> {
  const known = AGENTS[place.agent]
  if (!known) return null
  const { reader } = await known.load()
  try {
    const { originals, problems } = await reader.find(place.path)
    const ledger = openLedger(root)
    const changed: Ranked[] = []
    const unreadable: ReadProblem[] = []
    const claimed = new Map<string, SessionClaim>()
    for (const [rank, original] of originals.entries()) {
      const line = ledger.find(original)
      if (isCurrent(original, { ledger, root, version: reader.version })) {
        if (line && line.to !== '') claimed.set(line.to, { original, rank })
        if (line?.problem !== undefined) unreadable.push({ path: original.path, reason: line.problem })
      } else changed.push({ original, rank })
    }
    return { place, root, changed, claimed, problems: [...problems, ...unreadable] }
  } catch (error) {
    return {
      place,
      root,
      changed: [],
      claimed: new Map(),
      problems: [{ path: place.path, reason: explain(error) }],
    }
  }
}

type Known = { readonly ledger: AgentLedger; readonly root: string; readonly version: number }

function isCurrent(original: Original, { ledger, root, version }: Known): boolean {
  const line = ledger.find(original)
  if (line?.stamp !== original.stamp || line.version !== version) return false
  return line.to === '' || sizeOf(join(root, line.to)) === line.bytes
}

async function refreshRound(
  { place, root, changed, claimed }: Round,
  { signal }: RefreshAgentsOptions,
  onRead: (original: Original) => void,
): Promise<readonly ReadProblem[]> {
  const known = AGENTS[place.agent]
  if (!known || changed.length === 0) return []
  makeFolder(root)
  chmodSync(root, 0o700)
  const lease = await acquireLease(join(root, LEDGER_FILE))
  // Somebody else brings them up to date right now; what is there can be read meanwhile.
  if (!lease) return []
  const { reader } = await known.load()
  const ledger = openLedger(root)
  const problems: ReadProblem[] = []
  const work = { root, reader, ledger, claimed: new Map(claimed), signal }
  try {
    for (const { original, rank } of changed) {
      signal?.throwIfAborted()
      // Whoever had the lease before may have read it.
      if (!isCurrent(original, { ledger, root, version: reader.version }))
        try {
          const { problem } = await copyOriginal(original, { ...work, rank })
          if (problem !== undefined) problems.push({ path: original.path, reason: problem })
        } catch (error) {
          if (signal?.aborted) throw error
          problems.push({ path: original.path, reason: explain(error) })
        }
      onRead(original)
      await setImmediate()
    }
    return problems
  } finally {
    ledger.save()
    await lease.release()
  }
}
