import type { Entry } from '@antiphon/core'
import { formatSessionKey, type SessionKey } from '../store/session-key.ts'
import { readUuid } from '../store/to-stored-item.ts'
import type { TranscriptStore } from '../store/transcript-store.ts'
import { TranscriptError } from '../transcript-error.ts'

type AppendOnce = {
  readonly store: TranscriptStore
  readonly key: SessionKey
  readonly mirror: LogMirror
  readonly entries: readonly Entry[]
}

/** Appends the entries whose uuid the log does not hold yet, durably. The log itself is asked, so a restart changes nothing. */
export async function appendOnce(append: AppendOnce): Promise<void> {
  const { store, key } = append
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    await catchUp(append)
    const entries = await findNew(append)
    if (entries.length === 0 || (await tryAppend(append, entries))) return
    // Another writer was faster: what it wrote is looked at, and ours goes behind it.
    await store.release(key)
  }
  throw new TranscriptError(
    'conflict',
    `${formatSessionKey(key)} is being changed by another writer. Try again, or give each writer a session of its own.`,
  )
}

const MAX_ATTEMPTS = 3

/** Looks at what came into the log since the last time. */
async function catchUp({ store, key, mirror }: AppendOnce): Promise<void> {
  const end = (await store.end(key)) ?? 0
  // The log was deleted, or cut.
  if (end < mirror.seq) Object.assign(mirror, createLogMirror())
  if (!mirror.isEndUncertain && end > mirror.seq)
    for await (const item of store.read(key, { from: mirror.seq }))
      if (item.kind === 'entry') remember(mirror, item.entry)
  mirror.seq = end
  mirror.isEndUncertain = false
}

async function findNew({ store, key, mirror, entries }: AppendOnce): Promise<readonly Entry[]> {
  const uuids = new Set(entries.map(readUuid).filter(uuid => uuid !== undefined))
  const suspects = new Set([...uuids].filter(uuid => mirror.filter.mayHave(uuid)))
  const known = suspects.size === 0 ? suspects : await findKnown({ store, key, suspects })
  return entries.filter(entry => {
    const uuid = readUuid(entry)
    // Each uuid once, also within the batch.
    return uuid === undefined || (!known.has(uuid) && uuids.delete(uuid))
  })
}

/** Those of the suspects that the log holds. What is delivered again is recent: the search begins at the end. */
async function findKnown(search: {
  readonly store: TranscriptStore
  readonly key: SessionKey
  readonly suspects: ReadonlySet<string>
}): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for await (const item of search.store.read(search.key, { direction: 'backwards' })) {
    if (known.size === search.suspects.size) break
    const uuid = item.kind === 'entry' ? readUuid(item.entry) : undefined
    if (uuid !== undefined && search.suspects.has(uuid)) known.add(uuid)
  }
  return known
}

/** False where the log moved on meanwhile. */
async function tryAppend({ store, key, mirror }: AppendOnce, entries: readonly Entry[]): Promise<boolean> {
  // Until it has worked nothing is known of the end.
  mirror.isEndUncertain = true
  const outcome = await store.append(key, entries, { expectedSeq: mirror.seq })
  mirror.isEndUncertain = false
  if (outcome.status === 'appended') {
    mirror.seq = outcome.seq
    for (const entry of entries) remember(mirror, entry)
    return true
  }
  if (outcome.reason === 'leased')
    throw new TranscriptError(
      'in-use',
      [
        `${formatSessionKey(key)} is being written by another process. Stop it, or use another session.`,
        outcome.holder ?? [],
      ]
        .flat()
        .join(' '),
    )
  return false
}

function remember(mirror: LogMirror, entry: Entry): void {
  const uuid = readUuid(entry)
  if (uuid !== undefined) mirror.filter.add(uuid)
}

/** What is known of a log that is written as a mirror. */
type LogMirror = {
  filter: UuidFilter
  /** Up to where the log has been looked at. */
  seq: number
  /** An append failed: what stands behind `seq` may not be durable, and counts for nothing. */
  isEndUncertain: boolean
}

/** The mirrors of a store, each used by one job at a time. */
interface MirrorPool {
  use<T>(key: SessionKey, job: (mirror: LogMirror) => Promise<T>): Promise<T>
}

type MirrorPoolOptions = {
  /** How many may be open; those that were not used for the longest time are let go. */
  readonly limit: number
  readonly release: (key: SessionKey) => Promise<void>
}

type Seat = { readonly key: SessionKey; readonly mirror: LogMirror; jobs: number; turn: Promise<unknown> }

/** Nothing is known of a log before it was looked at. */
export function createLogMirror(): LogMirror {
  return { filter: createUuidFilter(), seq: 0, isEndUncertain: false }
}

/** Bounds what mirrors cost in memory and open files, however many sessions there are. */
export function createMirrorPool({ limit, release }: MirrorPoolOptions): MirrorPool {
  const seats = new Map<string, Seat>()
  return {
    async use(key, job) {
      const name = formatSessionKey(key)
      const seat = seats.get(name) ?? { key, mirror: createLogMirror(), jobs: 0, turn: Promise.resolve() }
      // The map is in the order of use.
      seats.delete(name)
      seats.set(name, seat)
      try {
        return await takeTurn(seat, () => job(seat.mirror))
      } finally {
        await letGo()
      }
    },
  }

  async function takeTurn<T>(seat: Seat, job: () => Promise<T>): Promise<T> {
    seat.jobs++
    const turn = seat.turn.then(job)
    seat.turn = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      seat.jobs--
    }
  }

  async function letGo(): Promise<void> {
    for (const [name, seat] of [...seats]) {
      if (seats.size <= limit) return
      if (seat.jobs > 0) continue
      await takeTurn(seat, () => release(seat.key))
      // Somebody may have come for it meanwhile.
      if (seat.jobs === 0 && seats.get(name) === seat) seats.delete(name)
    }
  }
}

/** Remembers uuids in a fixed amount of memory: sure of those that it has not seen, not quite of those that it has. */
interface UuidFilter {
  add(uuid: string): void
  mayHave(uuid: string): boolean
}

/** A Bloom filter: with a hundred thousand uuids in it, one new one in some fifteen thousand is taken for seen. */
export function createUuidFilter(): UuidFilter {
  const bits = new Uint8Array(BITS / 8)
  return {
    add(uuid) {
      for (const bit of findBits(uuid)) bits[bit >>> 3] = (bits[bit >>> 3] ?? 0) | (1 << (bit & 7))
    },
    mayHave: uuid => findBits(uuid).every(bit => ((bits[bit >>> 3] ?? 0) >>> (bit & 7)) & 1),
  }
}

// Half a mebibyte.
const BITS = 2 ** 22
const PROBES = 4

function findBits(uuid: string): readonly number[] {
  const first = hash(uuid, 0x811c9dc5)
  // Odd, so that the probes differ.
  const second = hash(uuid, 0x01000193) | 1
  return Array.from({ length: PROBES }, (_, probe) => ((first + probe * second) >>> 0) % BITS)
}

/** FNV-1a, then mixed, so that near texts end far from each other. */
function hash(text: string, seed: number): number {
  let value = seed
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
