import type { PersonItem } from '@antiphon/core'
import { computeSessionChanges, type SessionChanges, toAgentId } from '@antiphon/core/turns'
import {
  findSubagentFiles,
  type Io,
  type LoadedSession,
  readSession,
  STDIN,
  viewSession,
} from '@antiphon/host'

/** What a session and its subagents made of files, and the file that tells it. */
export type ReadChanges = { readonly changes: SessionChanges; readonly file: LoadedSession }

/** Reads a session with the logs of its subagents. */
export async function readChanges(path: string, io: Io): Promise<ReadChanges> {
  const file = await readSession(path, io)
  const agents = new Map<string, readonly PersonItem[]>()
  for (const below of path === STDIN ? [] : await findSubagentFiles(path))
    agents.set(
      toAgentId(below),
      viewSession(await readSession(below, io)).map(({ item }) => item),
    )
  return { file, changes: computeSessionChanges(viewSession(file), agents) }
}
