import { stat } from 'node:fs/promises'
import type { SessionChangesAnswer } from '../changes/read-session-changes.ts'
import type { FoundLog } from '../logs/find-log.ts'
import { listAgentLogs } from '../logs/list-agents.ts'
import type { Workers } from '../workers/workers.ts'

/** What sessions made of files, read once for as long as their logs stay as they are. */
export interface ChangesMemory {
  read(log: FoundLog, signal: AbortSignal): Promise<SessionChangesAnswer>
}

export type ChangesMemoryOptions = { readonly roots: readonly string[]; readonly workers: Workers }

export function createChangesMemory({ roots, workers }: ChangesMemoryOptions): ChangesMemory {
  const known = new Map<string, Known>()

  /** The latest that fit; the newest one always stays. */
  function keep(path: string, entry: Known): void {
    known.delete(path)
    known.set(path, entry)
    let units = [...known.values()].reduce((sum, { units }) => sum + units, 0)
    for (const [oldest, { units: own }] of known) {
      if (units <= MOST_UNITS || oldest === path) break
      known.delete(oldest)
      units -= own
    }
  }

  return {
    async read(log, signal) {
      const agents = await listAgentLogs(log, roots)
      const state = await describe([log, ...agents])
      const before = known.get(log.path)
      if (before?.state === state) {
        keep(log.path, before)
        return before.answer
      }
      const answer = await workers.run('changes', { log, agents }, { signal })
      keep(log.path, { state, answer, units: measure(answer) })
      return answer
    },
  }
}

const MOST_UNITS = 16 * 1024 * 1024

type Known = { readonly state: string; readonly answer: SessionChangesAnswer; readonly units: number }

/** Another text where one of the logs has become longer or is another file. */
async function describe(logs: readonly FoundLog[]): Promise<string> {
  const states = await Promise.all(
    logs.map(({ path }) =>
      stat(path).then(
        ({ size, ino, mtimeMs }) => `${path} ${size} ${ino} ${mtimeMs}`,
        () => path,
      ),
    ),
  )
  return states.join('\n')
}

function measure({ report, files, patch }: SessionChangesAnswer): number {
  return files.reduce((sum, { json }) => sum + json.length, report.length + patch.length)
}
