import { join } from 'node:path'
import { type Checkpoints, createCheckpoints, isFileHistoryEntry, wantsCheckpoints } from '@antiphon/engine'
import type { ChosenSession } from './choose-session.ts'
import type { Recording } from './open-recording.ts'

/** Keeps what files were before tools change them, for those who want to go back; null for the others. */
export async function openCheckpoints(
  session: ChosenSession | null,
  options: {
    readonly cwd: string
    readonly env: Readonly<Record<string, string | undefined>>
    readonly recording: Recording
  },
): Promise<Checkpoints | null> {
  const { cwd, env, recording } = options
  if (!session || session.root === null || !wantsCheckpoints({ env, isInteractive: false })) return null
  return createCheckpoints({
    folder: join(session.root, 'file-history', session.key.session),
    cwd,
    record: recording.recordEntry,
    entries: await readHistory(session),
  })
}

/** All of the log: what a file was may stand before the live context. */
async function readHistory({ store, key, resumed }: ChosenSession): Promise<readonly unknown[]> {
  const entries: unknown[] = []
  if (!resumed) return entries
  for await (const item of store.read(key))
    if (item.kind === 'entry' && isFileHistoryEntry(item.entry)) entries.push(item.entry)
  return entries
}
