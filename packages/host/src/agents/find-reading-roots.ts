import { join } from 'node:path'
import type { ForeignAgent } from '@antiphon/core/log'
import { findAgentPlaces } from '@antiphon/readers/places'
import type { Roots } from '@antiphon/transcript'
import { homeOf, type Io } from '../io.ts'
import { findConfigFolder } from '../person/config-folder.ts'
import { findPersonRoots } from '../person/find-person-roots.ts'

/** The folder below which copies of other agents' sessions are, a folder an agent; null where there is no home. */
export function findAgentsFolder(io: Pick<Io, 'env'>): string | null {
  const folder = findConfigFolder(io.env, homeOf(io))
  return folder === null ? null : join(folder, 'agents')
}

/** The root of one agent's copies. */
export function toAgentRoot(folder: string, agent: ForeignAgent): string {
  return join(folder, agent)
}

/** Where sessions can be read, and what of other agents could not be. */
export type ReadingRoots = Roots & {
  readonly agents: readonly { readonly agent: ForeignAgent; readonly root: string }[]
  readonly problems: readonly { readonly path: string; readonly reason: string }[]
}

export type ReadingRootsOptions = {
  /** How many bytes of other agents' sessions that changed were read. */
  readonly onProgress?: (done: number, total: number) => void
  /** Whether copies are brought up to date first; so they are unless told. */
  readonly isFresh?: boolean
}

/**
 * Every folder with sessions to read: the person's own, and copies of those that other agents keep, brought up to date.
 * Nothing is written below the copies but by the readers; whoever goes on with a session asks `findPersonRoots`.
 */
export async function findReadingRoots(
  io: Pick<Io, 'env'> & Partial<Pick<Io, 'signal'>>,
  options: ReadingRootsOptions = {},
): Promise<ReadingRoots> {
  const own = await findPersonRoots(io)
  const folder = findAgentsFolder(io)
  const places = folder === null ? [] : findAgentPlaces(io.env, homeOf(io))
  if (folder === null || places.length === 0) return { ...own, agents: [], problems: [] }
  const { agents, problems } =
    options.isFresh === false
      ? {
          agents: [...new Set(places.map(({ agent }) => agent))].map(agent => ({
            agent,
            root: toAgentRoot(folder, agent),
          })),
          problems: [],
        }
      : await refresh(folder, io, options)
  return {
    ...own,
    roots: [...own.roots, ...agents.map(({ root }) => root)],
    searched: [...own.searched, ...places.map(({ path }) => path)],
    agents,
    problems,
  }
}

type Refreshed = Pick<ReadingRoots, 'agents' | 'problems'>

async function refresh(
  folder: string,
  io: Pick<Io, 'env'> & Partial<Pick<Io, 'signal'>>,
  { onProgress }: ReadingRootsOptions,
): Promise<Refreshed> {
  // Loaded here, so that nobody waits for readers who has no other agent.
  const { refreshAgents } = await import('@antiphon/readers')
  const { roots, problems } = await refreshAgents({
    env: io.env,
    home: homeOf(io),
    folder,
    ...(onProgress && { onProgress }),
    ...(io.signal && { signal: io.signal }),
  })
  return { agents: roots, problems }
}
