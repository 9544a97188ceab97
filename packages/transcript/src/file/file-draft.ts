import { randomUUID } from 'node:crypto'
import { link, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatSessionKey, type SessionKey } from '../store/session-key.ts'
import type { SessionDraft, TranscriptStore } from '../store/transcript-store.ts'
import { hasCode, TranscriptError, toTranscriptError } from '../transcript-error.ts'
import { toDraftName, toDraftOwner } from './draft-name.ts'
import type { Lease } from './lease.ts'
import { toPathBelow } from './log-path.ts'
import { makeFolder } from './make-folder.ts'
import { nodeDisk } from './node-disk.ts'

export type FileDraftOptions = {
  readonly projects: string
  /** The session that the draft becomes. */
  readonly target: SessionKey
  readonly acquireLease: (path: string) => Promise<Lease | null>
  /** A store of the logs in another folder of projects. */
  readonly createStore: (projects: string) => TranscriptStore
}

/**
 * The logs of a new session in a folder that no reader looks into, until all of them are on the medium and get their
 * names. Its lease tells a draft that is being written from one that somebody left.
 */
export async function createFileDraft(options: FileDraftOptions): Promise<SessionDraft> {
  const { projects, target } = options
  const project = join(projects, target.project)
  const name = toDraftName(randomUUID())
  const folder = join(project, name)
  const lease = await options.acquireLease(toDraftOwner(folder)).catch(error => {
    throw toTranscriptError(error, folder)
  })
  const store = options.createStore(project)
  const toKey = (key: SessionKey): SessionKey => ({ ...key, project: name })

  async function discard(): Promise<void> {
    await store.close().catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
    await lease?.release()
  }

  return {
    append: (key, entries, appendOptions) => store.append(toKey(key), entries, appendOptions),
    release: key => store.release(toKey(key)),
    discard,
    async publish() {
      try {
        await store.close()
        await putInPlace({
          draft: toPathBelow(project, toKey(target)),
          path: toPathBelow(projects, target),
          target,
        })
        await nodeDisk.syncFolder(dirname(toPathBelow(projects, target)))
      } catch (error) {
        throw toTranscriptError(error, toPathBelow(projects, target))
      } finally {
        await discard()
      }
    },
  }
}

type Placing = { readonly draft: string; readonly path: string; readonly target: SessionKey }

/** The session's own log comes last: without it nobody sees a session. */
async function putInPlace({ draft, path, target }: Placing): Promise<void> {
  const folder = withoutExtension(draft)
  const place = withoutExtension(path)
  const hasSubagents = (await stat(folder).catch(() => null)) !== null
  if ((await stat(path).catch(() => null)) !== null) throw toExistsError(target)
  makeFolder(dirname(path))
  try {
    if (hasSubagents) await rename(folder, place)
    await giveName(draft, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST', 'ENOTEMPTY')) throw error
    // What was there before us stays; only our own folder goes back.
    if (hasSubagents && hasCode(error, 'EEXIST')) await rename(place, folder).catch(() => undefined)
    throw toExistsError(target)
  }
}

/** A link never replaces what another process made meanwhile; where there are none a name has to do. */
async function giveName(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path)
  } catch (error) {
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK')) throw error
    await rename(draft, path)
  }
}

function withoutExtension(path: string): string {
  return path.slice(0, -'.jsonl'.length)
}

function toExistsError(target: SessionKey): TranscriptError {
  return new TranscriptError('exists', `${formatSessionKey(target)} exists already. Choose another id.`)
}
