import { join } from 'node:path'
import {
  acquireLease,
  type FleetStore,
  formatSessionKey,
  type SessionKey,
  toLogPath,
} from '@antiphon/transcript'
import { ProgramError } from '../program-error.ts'
import { pullBeside } from './pull-beside.ts'
import { type PullOutcome, pullLog } from './pull-log.ts'

/** A file of a session that was pulled. */
export type PulledFile = { readonly path: string; readonly outcome: PullOutcome }

/** Makes files of a session, its subagents and what lies beside them below a root, as Claude Code reads them; what went another way stays as it is. */
export async function pullSession(
  store: FleetStore,
  key: SessionKey,
  root: string,
): Promise<readonly PulledFile[]> {
  const pulled: PulledFile[] = []
  for await (const head of store.list({ project: key.project, session: key.session })) {
    const path = toLogPath(root, head.key)
    const lease = await acquireLease(path)
    if (lease === null)
      throw new ProgramError(
        'unwritable',
        `${formatSessionKey(head.key)} is being written below ${join(root, 'projects')}. End that first.`,
      )
    try {
      pulled.push({ path, outcome: await pullLog(store, head, { path }) })
    } finally {
      await lease.release()
    }
  }
  pulled.push(...(await pullBeside(store, key, root)))
  return pulled.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}
