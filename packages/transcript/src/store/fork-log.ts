import { type Entry, isMetaMessage, type TranscriptEntry, type UUID } from '@antiphon/core'
import { isTranscriptEntry } from '@antiphon/core/log'
import { TranscriptError } from '../transcript-error.ts'
import { type CopiedEntry, copyEntries } from './copy-entries.ts'
import { readTail, type TailSource } from './read-tail.ts'
import { checkSessionKey, formatSessionKey, type SessionKey } from './session-key.ts'
import { stripEntry } from './strip-entry.ts'
import type {
  ForkOptions,
  ForkOutcome,
  SessionDraft,
  StoredEntry,
  TranscriptStore,
} from './transcript-store.ts'

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

/** Which entries of a log a fork shares. */
type ForkExtent = {
  readonly isShared: (item: StoredEntry) => boolean
  /** Nothing that begins behind this is shared. */
  readonly lastSeq: number
  /** An entry that the fork has to be told of: without that its newest words might be those of another branch. */
  readonly leafUuid: UUID | undefined
}

/** All that stood before `end`. */
function toWholeExtent(end: number): ForkExtent {
  return { isShared: ({ seq }) => seq < end, lastSeq: end, leafUuid: undefined }
}

/**
 * A fork shares what stands up to its entry; and of what was written later the rest of the same step, which belongs to
 * the live context there: other blocks of the same answer, results of its calls, notes to them. Without those the
 * fork would begin with calls that nobody answered.
 */
async function findForkExtent(
  source: TailSource,
  { at, end }: { readonly at: UUID; readonly end: number },
): Promise<ForkExtent> {
  const { context, seqs } = await readTail(source, { end, leafUuid: at, strip: stripEntry })
  const { messages, leaf } = context
  const atSeq = leaf?.uuid === at ? seqs[messages.findIndex(({ uuid }) => uuid === at)] : undefined
  if (atSeq === undefined)
    throw new TranscriptError(
      'not-found',
      `${formatSessionKey(source.key)} has no message ${at} to fork at. Look for its uuid with \`antiphon show --json\`.`,
    )
  const laterSeqs = new Set(seqs.filter(seq => seq > atSeq))
  const uuids = new Set<unknown>(messages.map(({ uuid }) => uuid))
  const hasVersions = context.report.some(({ rule }) => rule === 'conflicting-entry')
  return {
    isShared: ({ seq, entry }) =>
      // What waited then was taken up later, which the fork does not know.
      (seq <= atSeq && entry.type !== 'queue-operation') ||
      laterSeqs.has(seq) ||
      (hasVersions && 'uuid' in entry && uuids.has(entry.uuid)),
    lastSeq: hasVersions ? Number.POSITIVE_INFINITY : Math.max(atSeq, ...laterSeqs),
    leafUuid: laterSeqs.size === 0 && isVoice(leaf) ? undefined : at,
  }
}

/** True for words on the main chain: as the last entry they are the leaf. */
function isVoice(entry: TranscriptEntry | undefined): boolean {
  if (entry?.type !== 'user' && entry?.type !== 'assistant') return false
  return !isMetaMessage(entry) && entry.isSidechain !== true
}
