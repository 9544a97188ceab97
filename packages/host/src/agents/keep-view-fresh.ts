import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isForeignAgent } from '@antiphon/core/log'
import { readWantedAgents } from '@antiphon/readers/places'
import { makeFolder } from '@antiphon/transcript'
import { findArchive } from '../archive/archive-place.ts'
import { toViewRoot } from '../archive/archive-view.ts'
import type { Io } from '../io.ts'
import { ARCHIVE_VIEW_FILE } from '../person/refuse-copy.ts'
import { findAgentsFolder, findReadingRoots } from './find-reading-roots.ts'

/** Where sessions will lie that are in the archive alone, now or later: whoever follows folders begins with them. */
export async function prepareViewRoots(
  io: Pick<Io, 'env'>,
  roots: readonly string[],
): Promise<readonly string[]> {
  const archive = await findArchive(io)
  if (archive === null || !existsSync(archive.folder)) return []
  const own = roots.map(root => {
    const view = toViewRoot(archive.folder, root)
    makeFolder(join(view, 'projects'))
    const mark = join(view, ARCHIVE_VIEW_FILE)
    if (!existsSync(mark)) writeFileSync(mark, '{}\n', { mode: 0o600 })
    return view
  })
  return [...own, ...prepareAgentRoots(io, archive.folder)]
}

/** Those of other agents that are archived, though nothing of the agent itself may be on this machine any more. */
function prepareAgentRoots(io: Pick<Io, 'env'>, archive: string): readonly string[] {
  const agents = findAgentsFolder(io)
  const sessions = join(archive, 'sessions')
  if (agents === null || !existsSync(sessions)) return []
  const isWanted = readWantedAgents(io.env)
  return readdirSync(sessions).flatMap(name => {
    if (!isForeignAgent(name) || !isWanted(name)) return []
    makeFolder(join(agents, name, 'projects'))
    return [join(agents, name)]
  })
}

/** Unpacks what is gone where it was, and takes back what is there again, until the signal says stop. */
export async function keepViewFresh(io: Pick<Io, 'env'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // What is wrong with the archive is told by whoever lists it; here it is only tried again.
    await findReadingRoots({ env: io.env, signal }, { isFresh: false }).catch(() => null)
    await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

const EVERY_MS = 60_000
