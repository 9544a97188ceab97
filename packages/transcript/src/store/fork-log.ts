import type { Entry } from '@antiphon/core'
import { isTranscriptEntry } from '@antiphon/core/log'
import { TranscriptError } from '../transcript-error.ts'
import { type CopiedEntry, copyEntries } from './copy-entries.ts'
import { type ForkExtent, findForkExtent, toWholeExtent } from './find-fork-extent.ts'
import { checkSessionKey, formatSessionKey, type SessionKey } from './session-key.ts'
import type { ForkOptions, ForkOutcome, SessionDraft, TranscriptStore } from './transcript-store.ts'

/** What a store has to have for its logs to be forked. */
export type ForkableStore = Pick<TranscriptStore, 'read' | 'end' | 'list' | 'draft'>

/**
 * Copies a log up to an entry into a new session, in one pass and bounded memory; works on every store. Entries keep
 * their order, uuids and unknown fields; bytes that hold no entry stay behind. The logs of subagents that were at work
 * by then are copied too. The old session is only read, and the new one is seen when it is whole.
 */
export async function forkLog(
  store: ForkableStore,
  key: SessionKey,
  { session, at }: ForkOptions,
): Promise<ForkOutcome> {
  const target = { ...key, session }
  checkSessionKey(target)
  const end = await store.end(key)
  if (end === null)
    throw new TranscriptError('not-found', `${formatSessionKey(key)} does not exist. Check its id.`)
  if ((await store.end(target)) !== null)
    throw new TranscriptError('exists', `${formatSessionKey(target)} exists already. Choose another id.`)
  const extent = at === undefined ? toWholeExtent(end) : await findForkExtent({ store, key }, { at, end })
  const draft = await store.draft(target)
  const fork = { store, draft, source: key, session }
  try {
    const { seq, shared, lastTime } = await copyShared(fork, extent)
    if (key.subpath === undefined) await copySubagents(fork, at === undefined ? LAST : lastTime)
    await draft.publish()
    return { key: target, seq, shared }
  } catch (error) {
    await draft.discard().catch(() => {})
    throw error
  }
}

type Fork = {
  readonly store: ForkableStore
  readonly draft: SessionDraft
  readonly source: SessionKey
  readonly session: string
}

// Behind every time.
const LAST = '\uffff'

/** The session's own log. */
async function copyShared(
  { store, draft, source, session }: Fork,
  extent: ForkExtent,
): Promise<{ readonly seq: number; readonly shared: number; readonly lastTime: string }> {
  let shared = 0
  let lastTime = ''

  async function* readShared(): AsyncGenerator<CopiedEntry> {
    for await (const item of store.read(source)) {
      if (item.seq > extent.lastSeq) break
      if (item.kind === 'bad' || !extent.isShared(item)) continue
      shared++
      const time = readTime(item.entry) ?? ''
      if (time > lastTime) lastTime = time
      yield {
        entry: toForkedEntry(item.entry, { from: source.session, to: session }),
        size: item.next - item.seq,
      }
    }
    const { leafUuid } = extent
    if (leafUuid !== undefined)
      yield { entry: { type: 'last-prompt', leafUuid, sessionId: session }, size: 0 }
  }

  const { seq } = await copyEntries({ store: draft, target: { ...source, session } }, readShared())
  return { seq, shared, lastTime }
}

/** The logs below the session, if they began before `lastTime` or do not say when. */
async function copySubagents({ store, draft, source, session }: Fork, lastTime: string): Promise<void> {
  const keys: SessionKey[] = []
  for await (const { key } of store.list({ project: source.project, session: source.session }))
    if (key.subpath !== undefined) keys.push(key)
  for (const key of keys) {
    if ((await findFirstTime(store, key)) > lastTime) continue
    await copyEntries({ store: draft, target: { ...key, session } }, readAll(key))
    await draft.release({ ...key, session })
  }

  async function* readAll(key: SessionKey): AsyncGenerator<CopiedEntry> {
    for await (const item of store.read(key))
      if (item.kind === 'entry')
        yield {
          entry: toForkedEntry(item.entry, { from: source.session, to: session }),
          size: item.next - item.seq,
        }
  }
}

async function findFirstTime(store: ForkableStore, key: SessionKey): Promise<string> {
  for await (const item of store.read(key)) {
    const time = item.kind === 'entry' ? readTime(item.entry) : undefined
    if (time !== undefined) return time
  }
  return ''
}

function readTime(entry: Entry): string | undefined {
  const time: unknown = isTranscriptEntry(entry) ? entry.timestamp : undefined
  return typeof time === 'string' ? time : undefined
}

type ForkOrigin = {
  /** The session that is forked, for entries that name none. */
  readonly from: string
  /** The new session. */
  readonly to: string
}

/** An entry of a session as one of its fork: under the new session, and a message says where it was said first. */
function toForkedEntry(entry: Entry, { from, to }: ForkOrigin): Entry {
  const fields: Readonly<Record<string, unknown>> = entry
  const { uuid, sessionId } = fields
  return {
    ...fields,
    ...(typeof sessionId === 'string' && { sessionId: to }),
    ...(typeof fields.session_id === 'string' && { session_id: to }),
    ...(isTranscriptEntry(entry) &&
      typeof uuid === 'string' && {
        forkedFrom: { sessionId: typeof sessionId === 'string' ? sessionId : from, messageUuid: uuid },
      }),
  }
}
