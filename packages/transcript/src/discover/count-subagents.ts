import { linesForwards } from './chunk-lines.ts'
import { readText } from './entry-fields.ts'
import { mapInOrder } from './map-in-order.ts'
import { openFile } from './open-file.ts'
import { readChunksForwards } from './read-line-chunks.ts'
import type { SessionFile } from './session-file.ts'
import { listSubagents, type ProjectFolder } from './walk-projects.ts'

/** Counts the logs of a session's subagents: those in its folder, and those beside it that name it. */
export type SubagentCounter = (project: ProjectFolder, session: string) => Promise<number>

/** Opens the logs that lie beside the sessions of a project once, and only where somebody asks. */
export function createSubagentCounter(): SubagentCounter {
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
        const owner = line.kind === 'entry' ? readText(line.entry, 'sessionId') : undefined
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
