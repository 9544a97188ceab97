import { findLastTime, readSessionSummary } from '@antiphon/transcript'
import type { ToldProject } from './project-folders.ts'

/** The logs of sessions that were written to a moment ago: whoever asks would find their own question there. */
export async function findRunning(
  projects: readonly ToldProject[],
  now: number,
): Promise<ReadonlySet<string>> {
  const running = new Set<string>()
  for (const file of projects.flatMap(({ files }) => files)) {
    if (file.modifiedAt < now - MOMENT_MS) continue
    const summary = await readSessionSummary(file).catch(() => undefined)
    // A copied file is newer than all that is in it.
    if (summary && summary.kind !== 'problem' && Date.parse(findLastTime(summary)) >= now - MOMENT_MS)
      running.add(file.path)
  }
  return running
}

const MOMENT_MS = 2 * 60_000
