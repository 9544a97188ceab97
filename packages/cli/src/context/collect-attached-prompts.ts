import { basename } from 'node:path'
import { readReferences } from '@antiphon/core/context'
import type { Io } from '@antiphon/host'
import { findSession, homeOf, readSession } from '@antiphon/host'
import { type AttachedPrompt, findCacheFolder, openSearch, type SearchQuery } from '@antiphon/search'
import { findRoots } from '@antiphon/transcript'
import { collectHits } from '../search/collect-hits.ts'

/** Every prompt to which something was attached: of the named sessions, or of all where none is named. */
export async function collectAttachedPrompts(
  sessions: readonly string[],
  io: Io,
): Promise<readonly AttachedPrompt[]> {
  if (sessions.length === 0) return searchPrompts(io)
  const prompts: AttachedPrompt[] = []
  for (const session of sessions) prompts.push(...(await readPrompts(session, io)))
  return prompts
}

const ATTACHED: SearchQuery = { words: [], excluded: [], filters: { context: 'any' } }

async function searchPrompts(io: Io): Promise<readonly AttachedPrompt[]> {
  const home = homeOf(io)
  const { roots } = await findRoots(io.env, home)
  const search = openSearch({ roots, cacheFolder: findCacheFolder(io.env, home) })
  const { hits } = await collectHits(search, ATTACHED, { io, limit: Number.MAX_SAFE_INTEGER })
  return hits.map(({ references = [], ...hit }) => ({ ...hit, references }))
}

async function readPrompts(argument: string, io: Io): Promise<readonly AttachedPrompt[]> {
  const { path } = await findSession(argument, io)
  const { entries } = await readSession(path, io)
  return entries.flatMap(entry => {
    const references = readReferences(entry)
    if (references.length === 0) return []
    const { uuid, sessionId, cwd, timestamp } = entry as Readonly<Record<string, unknown>>
    const time = Date.parse(String(timestamp))
    return [
      {
        ...(typeof uuid === 'string' && { uuid }),
        session: typeof sessionId === 'string' ? sessionId : basename(path),
        project: typeof cwd === 'string' ? cwd : '',
        time: Number.isNaN(time) ? 0 : time,
        references,
      },
    ]
  })
}
