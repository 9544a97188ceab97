import { randomUUID } from 'node:crypto'
import {
  createFileStore,
  type ForkableStore,
  forkLog,
  type SessionKey,
  type TranscriptStore,
  toLogPath,
  toProjectKey,
} from '@antiphon/transcript'
import type { FoundLog } from '../logs/find-log.ts'

export type CopyLogOptions = {
  /** The folder in which the copy is to work; it is kept among the sessions of that folder. */
  readonly cwd: string
  /** Where new sessions are written. */
  readonly root: string
}

/** A copy of a session that belongs to another folder. */
export type LogCopy = {
  readonly log: FoundLog
  /** For a copy that nobody could go on with. */
  readonly discard: () => Promise<void>
}

/** Copies a session, with the logs of its subagents, to where sessions of another folder are kept. */
export async function copyLog(from: FoundLog, { cwd, root }: CopyLogOptions): Promise<LogCopy> {
  const key = { project: toProjectKey(cwd), session: randomUUID() }
  const source = createFileStore({ root: from.root })
  const target = createFileStore({ root })
  try {
    await forkLog(createBridge(source, { target, key }), from.key, { session: key.session })
  } finally {
    await Promise.all([source.close(), target.close()])
  }
  return { log: { root, key, path: toLogPath(root, key) }, discard: () => discard(root, key) }
}

async function discard(root: string, key: SessionKey): Promise<void> {
  const store = createFileStore({ root })
  await store.delete(key)
  await store.close()
}

type Bridge = { readonly target: TranscriptStore; readonly key: SessionKey }

/** Two stores as one: what has the id of the copy lies in its project of the second. */
function createBridge(source: TranscriptStore, { target, key }: Bridge): ForkableStore {
  const isCopy = (asked: SessionKey): boolean => asked.session === key.session
  const storeOf = (asked: SessionKey): TranscriptStore => (isCopy(asked) ? target : source)
  const toKey = (asked: SessionKey): SessionKey =>
    isCopy(asked) ? { ...asked, project: key.project } : asked
  return {
    read: (asked, options) => storeOf(asked).read(toKey(asked), options),
    end: asked => storeOf(asked).end(toKey(asked)),
    async draft(asked) {
      const draft = await target.draft(toKey(asked))
      return {
        ...draft,
        append: (log, ...rest) => draft.append(toKey(log), ...rest),
        release: log => draft.release(toKey(log)),
      }
    },
    list: filter => source.list(filter),
  }
}
