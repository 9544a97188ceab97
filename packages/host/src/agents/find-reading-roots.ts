import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ForeignAgent, isForeignAgent } from '@antiphon/core/log'
import { type AgentPlace, findAgentPlaces, readWantedAgents } from '@antiphon/readers/places'
import type { Roots } from '@antiphon/transcript'
import { findArchive } from '../archive/archive-place.ts'
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
  /** Logs of sessions that are in the archive alone, and how many of those there was no room for. */
  readonly archived: { readonly paths: ReadonlySet<string>; readonly leftOut: number }
}

export type ReadingRootsOptions = {
  /** How many bytes of other agents' sessions that changed were read. */
  readonly onProgress?: (done: number, total: number) => void
  /** The same of what is unpacked from the archive. */
  readonly onUnpacked?: (done: number, total: number) => void
  /** Whether copies are brought up to date first; so they are unless told. */
  readonly isFresh?: boolean
  /** Whether sessions count that are in the archive alone; they do unless told. */
  readonly hasArchive?: boolean
}

type ReadingIo = Pick<Io, 'env'> & Partial<Pick<Io, 'signal'>>

/**
 * Every folder with sessions to read: the person's own, copies of those that other agents keep, brought up to date, and
 * what is in the archive alone. Nothing is written below the copies but by the readers; whoever goes on with a session
 * asks `findPersonRoots`.
 */
export async function findReadingRoots(
  io: ReadingIo,
  options: ReadingRootsOptions = {},
): Promise<ReadingRoots> {
  const own = await findPersonRoots(io)
  const folder = findAgentsFolder(io)
  const places = folder === null ? [] : findAgentPlaces(io.env, homeOf(io))
  const copies =
    folder === null || places.length === 0 ? NO_COPIES : await findCopies(folder, places, { io, options })
  const view = options.hasArchive === false ? NO_VIEW : await findArchiveView(io, own, options)
  return {
    ...own,
    roots: [...new Set([...own.roots, ...copies.agents.map(({ root }) => root), ...view.roots])],
    searched: [...own.searched, ...places.map(({ path }) => path)],
    agents: copies.agents,
    problems: [...copies.problems, ...view.problems],
    archived: view,
  }
}

type Copies = Pick<ReadingRoots, 'agents' | 'problems'>

const NO_COPIES: Copies = { agents: [], problems: [] }

async function findCopies(
  folder: string,
  places: readonly AgentPlace[],
  { io, options }: { readonly io: ReadingIo; readonly options: ReadingRootsOptions },
): Promise<Copies> {
  if (options.isFresh !== false) return refresh(folder, io, options)
  const agents = [...new Set(places.map(({ agent }) => agent))]
  return { agents: agents.map(agent => ({ agent, root: toAgentRoot(folder, agent) })), problems: [] }
}

async function refresh(folder: string, io: ReadingIo, { onProgress }: ReadingRootsOptions): Promise<Copies> {
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

const NO_VIEW = { roots: [], paths: new Set<string>(), leftOut: 0, problems: [] }

/** What is in the archive alone. Whatever is wrong with the archive, all other sessions can be read. */
async function findArchiveView(
  io: ReadingIo,
  { roots }: Roots,
  { onUnpacked }: ReadingRootsOptions,
): Promise<Pick<ReadingRoots, 'roots' | 'problems'> & ReadingRoots['archived']> {
  const archive = await findArchive(io)
  if (archive === null || !existsSync(archive.folder)) return NO_VIEW
  const { openArchiveView } = await import('../archive/archive-view.ts')
  const { folder, settings } = archive
  const isWanted = readWantedAgents(io.env)
  try {
    return await openArchiveView({
      ...{ folder, roots, agentsFolder: findAgentsFolder(io), signal: io.signal, onProgress: onUnpacked },
      wantsAgent: agent => !isForeignAgent(agent) || isWanted(agent),
      mostBytes: settings.archiveViewGigabytes * 1e9,
    })
  } catch (error) {
    if (io.signal?.aborted) throw error
    const reason = `cannot be read (${error instanceof Error ? error.message : String(error)})`
    return { ...NO_VIEW, problems: [{ path: folder, reason }] }
  }
}
