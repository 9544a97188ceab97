import { join } from 'node:path'
import type { ForeignAgent } from '@antiphon/core/log'
import { type AgentPlace, findAgentPlaces } from '../agent-places.ts'
import { AGENTS } from '../agents.ts'
import { explain } from '../logs/find-files.ts'
import type { AgentReader, Original, ReadProblem, SessionHead } from '../reader.ts'
import { openLedger } from './agent-ledger.ts'
import type { RefreshAgentsOptions } from './refresh-agents.ts'

/** A session where its agent keeps it, and where its copy lies. */
export type KnownOriginal = {
  readonly agent: ForeignAgent
  /** The agent's place below which it was found. */
  readonly place: string
  readonly original: Original
  readonly head: SessionHead
  /** The copy, below the agent's root. */
  readonly copy: string
  /** All files that it needs; its row as a text where it lies in a database. */
  readonly files: () => readonly string[]
  readonly rows: () => Uint8Array | null
}

/** Every session of which there is a copy; whoever asks has brought the copies up to date. */
export async function listOriginals({
  env,
  home,
  folder,
  agents,
}: Pick<RefreshAgentsOptions, 'env' | 'home' | 'folder' | 'agents'>): Promise<{
  readonly originals: readonly KnownOriginal[]
  readonly problems: readonly ReadProblem[]
}> {
  const places = findAgentPlaces(env, home).filter(({ agent }) => agents?.includes(agent) ?? true)
  const originals: KnownOriginal[] = []
  const problems: ReadProblem[] = []
  for (const place of places)
    try {
      const { reader } = await AGENTS[place.agent].load()
      const found = await reader.find(place.path)
      const ledger = openLedger(join(folder, place.agent))
      problems.push(...found.problems)
      for (const original of found.originals) {
        const line = ledger.find(original)
        if (line && line.to !== '' && line.head)
          originals.push({ ...describe(place, original, reader), head: line.head, copy: line.to })
      }
    } catch (error) {
      problems.push({ path: place.path, reason: explain(error) })
    }
  return { originals, problems }
}

function describe(
  { agent, path: place }: AgentPlace,
  original: Original,
  reader: AgentReader,
): Omit<KnownOriginal, 'head' | 'copy'> {
  return {
    ...{ agent, place, original },
    files: () => reader.files?.(original) ?? [original.path],
    rows: () => reader.rows?.(original) ?? null,
  }
}
