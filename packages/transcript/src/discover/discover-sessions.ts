import type { DiscoveryProblem } from './discovery-problem.ts'
import { linesForwards, readChunksForwards } from './line-chunks.ts'
import {
  type ListedFile,
  type ListSessionFilesOptions,
  listSessionFiles,
  mapInOrder,
} from './list-session-files.ts'
import { openFile } from './open-file.ts'
import { readSessionSummary } from './read-session-summary.ts'
import { readEntryText } from './session-facts.ts'
import type { SessionFile, SessionSummary } from './session-summary.ts'
import { listSubagents, type ProjectFolder } from './walk-projects.ts'

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

/** Counts the logs of a session's subagents: those in its folder, and those beside it that name it. */
type SubagentCounter = (project: ProjectFolder, session: string) => Promise<number>

/** Opens the logs that lie beside the sessions of a project once, and only where somebody asks. */
function createSubagentCounter(): SubagentCounter {
  const strays = new Map<ProjectFolder, Promise<ReadonlyMap<string, number>>>()
  return async (project, session) => {
    let counts = strays.get(project)
    if (!counts) {
      counts = countStrays(project.strays)
      strays.set(project, counts)
    }
    const below = project.folders.has(session) ? await listSubagents(project, session) : []
    const logs = below.filter(({ kind }) => kind === 'subagent').length
    return logs + ((await counts).get(session) ?? 0)
  }
}

async function countStrays(files: readonly SessionFile[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for await (const owner of mapInOrder(files, { limit: 16, work: readOwner }))
    if (owner !== undefined) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  return counts
}

/** The session that a log names first; undefined where it names none, or cannot be read. */
async function readOwner({ path }: SessionFile): Promise<string | undefined> {
  const opened = await openFile(path).catch(() => null)
  if (!opened) return undefined
  try {
    for await (const chunk of readChunksForwards(opened, { size: opened.size, steps: STEPS }))
      for (const line of linesForwards(chunk)) {
        const owner = line.kind === 'entry' ? readEntryText(line.entry, 'sessionId') : undefined
        if (owner !== undefined) return owner
      }
    return undefined
  } catch {
    return undefined
  } finally {
    opened.close()
  }
}

// The first line holds the task, which may be long.
const STEPS = [4 * 1024, 60 * 1024, 256 * 1024]
