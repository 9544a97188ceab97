import { hostname } from 'node:os'
import { type Entry, encodeEntry } from '@antiphon/core'
import { type FleetStore, formatSessionKey, type SessionKey } from '@antiphon/transcript'
import { toForkKey } from '../find-divergence.ts'
import type { SpoolFiles, SpoolHead } from './spool-file.ts'

/** What became of spooled logs of one session. */
export type Delivery = {
  /** How many entries the store had not got. */
  readonly sent: number
  /** The session that they became where somebody else has gone on with theirs, and the note that says so. */
  readonly fork: { readonly session: string; readonly note: string } | null
}

export type DeliverOptions = {
  readonly spool: SpoolFiles
  /** Of one session. */
  readonly keys: readonly SessionKey[]
}

type Store = Pick<FleetStore, 'append' | 'appendLines' | 'end' | 'read' | 'readLines' | 'release' | 'note'>

/**
 * Sends spooled logs of a session in their order and removes their files. What the store got before its connection broke
 * is not sent again. Nothing of anybody else's is overwritten: where the session went on without us, ours is a fork.
 */
export async function deliverSession(store: Store, { spool, keys }: DeliverOptions): Promise<Delivery> {
  const own = keys.find(({ subpath }) => subpath === undefined)
  let fork = own ? await findFork(store, spool, own) : null
  let sent = 0
  // Subagents first: what the session says of them stands on their logs.
  for (const key of [...keys].sort(bySubagent)) {
    const head = await spool.head(key)
    if (head) {
      const added = fork ? null : await deliverLog(store, { spool, key, head })
      if (added === null) fork ??= await toFork(spool, key, head)
      sent += added ?? (fork ? await deliverFork(store, { spool, key, head, fork }) : 0)
    }
    await spool.remove(key)
  }
  return { sent, fork }
}

function bySubagent(one: SessionKey, other: SessionKey): number {
  return Number(one.subpath === undefined) - Number(other.subpath === undefined)
}

type Fork = NonNullable<Delivery['fork']>
type LogDelivery = { readonly spool: SpoolFiles; readonly key: SessionKey; readonly head: SpoolHead }

async function findFork(store: Store, spool: SpoolFiles, key: SessionKey): Promise<Fork | null> {
  const head = await spool.head(key)
  return head && (await countDelivered(store, { spool, key, head })) === null
    ? toFork(spool, key, head)
    : null
}

/** How many entries were sent; null where the log is somebody else's by now. */
async function deliverLog(store: Store, delivery: LogDelivery): Promise<number | null> {
  const { spool, key, head } = delivery
  let sent = 0
  for (let tries = 0; tries < TRIES; tries++) {
    const delivered = await countDelivered(store, delivery)
    if (delivered === null) return null
    let seq = head.base + delivered
    let isRefused = false
    for await (const batch of readBatches(spool.read(key), delivered)) {
      const outcome = await store.append(key, batch, { expectedSeq: seq })
      isRefused = outcome.status === 'conflict'
      if (isRefused) break
      sent += batch.length
      seq += batch.length
    }
    if (!isRefused) return sent
    // A statement of ours whose connection broke may have come through only now; who lost the log is told so again.
    await store.release(key)
  }
  return null
}

const TRIES = 3

/** How many of the spooled entries the store has; null where it has others in their place. */
async function countDelivered(store: Store, { spool, key, head }: LogDelivery): Promise<number | null> {
  const end = (await store.end(key)) ?? 0
  if (end < head.base) return null
  if (end === head.base) return 0
  const stored = store.read(key, { from: head.base })[Symbol.asyncIterator]()
  let count = 0
  for await (const entry of spool.read(key)) {
    const { value, done } = await stored.next()
    if (done) return count
    if (value.kind !== 'entry' || encodeEntry(value.entry) !== encodeEntry(entry)) return null
    count++
  }
  // All of ours; what stands behind it is somebody else's who went on from there.
  return count
}

async function toFork(spool: SpoolFiles, key: SessionKey, { base }: SpoolHead): Promise<Fork> {
  let line = ''
  for await (const entry of spool.read(key)) {
    line = encodeEntry(entry)
    break
  }
  const { session } = toForkKey(key, { offset: base, line: Buffer.from(line) })
  return {
    session,
    note: `${formatSessionKey(key)} was taken over while its store was away; what was said on ${hostname()} from entry ${base} on is ${session}.`,
  }
}

/** The past that both share, then ours. A run that was killed over it is gone on with. */
async function deliverFork(store: Store, delivery: LogDelivery & { readonly fork: Fork }): Promise<number> {
  const { spool, key, head, fork } = delivery
  const target = { ...key, session: fork.session }
  let seq = (await store.end(target)) ?? 0
  for await (const lines of readBatches(takeLines(store.readLines(key), head.base), seq)) {
    const outcome = await store.appendLines(target, lines, seq)
    if (outcome.status === 'conflict') throw new Error(`${formatSessionKey(target)} is being written`)
    seq = outcome.seq
  }
  const shared = Math.min(head.base, (await store.end(key)) ?? 0)
  let sent = 0
  for await (const entries of readBatches(spool.read(key), Math.max(0, seq - shared))) {
    const outcome = await store.append(target, entries, { expectedSeq: seq })
    if (outcome.status === 'conflict') throw new Error(`${formatSessionKey(target)} is being written`)
    seq = outcome.seq
    sent += entries.length
  }
  if (key.subpath === undefined) await store.note(target, fork.note)
  await store.release(target)
  return sent
}

async function* takeLines(
  lines: AsyncIterable<Uint8Array>,
  count: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let taken = 0
  if (count === 0) return
  for await (const line of lines) {
    yield line
    if (++taken === count) return
  }
}

/** Some at a time, without the first ones: memory is bounded. */
async function* readBatches<T extends Entry | Uint8Array>(
  items: AsyncIterable<T>,
  skipped: number,
): AsyncGenerator<readonly T[], void, undefined> {
  let [batch, index]: [T[], number] = [[], 0]
  for await (const item of items) {
    if (index++ < skipped) continue
    batch.push(item)
    if (batch.length < BATCH_ENTRIES) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const BATCH_ENTRIES = 100
