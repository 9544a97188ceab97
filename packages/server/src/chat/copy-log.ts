import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { UUID } from '@antiphon/core'
import {
  createFileStore,
  type ForkableStore,
  forkLog,
  type SessionKey,
  type TranscriptStore,
  toLogPath,
} from '@antiphon/transcript'
import type { FoundLog } from '../logs/find-log.ts'

export type CopyLogOptions = {
  /** The project among whose sessions the copy is kept. */
  readonly project: string
  /** The root that it is written under. */
  readonly root: string
  /** The last message that the copy shares; all of them unless told. */
  readonly at?: UUID | undefined
  /** Where it is written instead of files, and stays open. */
  readonly store?: TranscriptStore
}

/** A copy of a session, whole or up to a place of it. */
export type LogCopy = {
  readonly log: FoundLog
  /** For a copy that nobody could go on with. */
  readonly discard: () => Promise<void>
}

/** Copies a session, with the logs of its subagents and what it kept of files. */
export async function copyLog(
  from: FoundLog,
  { project, root, at, store }: CopyLogOptions,
): Promise<LogCopy> {
  const key = { project, session: randomUUID() }
  const source = createFileStore({ root: from.root })
  const target = store ?? createFileStore({ root })
  try {
    await forkLog(createBridge(source, { target, key }), from.key, {
      session: key.session,
      ...(at !== undefined && { at }),
    })
  } finally {
    await Promise.all([source.close(), store ? undefined : target.close()])
  }
  // The engine is loaded with the first agent.
  const { copyBackups, toBackupFolder } = await import('@antiphon/engine')
  await copyBackups(toBackupFolder(from.root, from.key.session), toBackupFolder(root, key.session))
  return {
    log: { root, key, path: toLogPath(root, key) },
    discard: () => (store ? store.delete(key) : discard(root, key)),
  }
}

async function discard(root: string, key: SessionKey): Promise<void> {
  const store = createFileStore({ root })
  await store.delete(key)
  await store.close()
  const { toBackupFolder } = await import('@antiphon/engine')
  await rm(toBackupFolder(root, key.session), { recursive: true, force: true })
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
