import { createSubagentCounter } from './count-subagents.ts'
import type { DiscoveryProblem } from './discovery-problem.ts'
import { type ListedFile, type ListSessionFilesOptions, listSessionFiles } from './list-session-files.ts'
import { mapInOrder } from './map-in-order.ts'
import { readSessionSummary } from './read-session-summary.ts'
import type { SessionSummary } from './session-summary.ts'

/** Every session below the roots, the newest first, read from the ends of its file; and what could not be read. */
export async function* discoverSessions(
  roots: readonly string[],
  options: ListSessionFilesOptions = {},
): AsyncGenerator<SessionSummary | DiscoveryProblem, void, undefined> {
  const { files, problems } = await listSessionFiles(roots, options)
  yield* problems
  yield* readSummaries(files)
}

/** The summaries of listed files in their order, a few files at a time; reads no more than it is asked for, and those few. */
export function readSummaries(
  files: Iterable<ListedFile>,
): AsyncGenerator<SessionSummary | DiscoveryProblem, void, undefined> {
  const count = createSubagentCounter()
  return mapInOrder(files, {
    limit: FILES_AT_ONCE,
    work: async ({ project, modifiedAt: _, ...file }) => {
      const isSession = file.kind === 'session'
      const subagents = isSession ? await count(project, file.key.session) : 0
      return readSessionSummary(file, { subagents })
    },
  })
}

// Enough to keep the pool of four threads busy; each holds half a megabyte at most.
const FILES_AT_ONCE = 16
