import { basename, dirname } from 'node:path'
import { readCount, readObject, readString } from '../json/fields.ts'
import { findFiles } from '../logs/find-files.ts'
import { isPacked, toUnpackedName } from '../logs/packed.ts'
import { readHeadLines } from '../logs/read-head-lines.ts'

/** A stretch of another rollout that a thread begins with. */
export type InheritedStretch = {
  readonly path: string
  /** Of the rollout, as `history_base` names it. */
  readonly rollout: string
  /** The thread that said it. */
  readonly thread: string
  /** The byte behind its last line, of the file unpacked. */
  readonly untilByte: number
  /** The ordinal behind that of its last line. */
  readonly untilOrdinal: number
}

export type CodexLineage = {
  /** The oldest first. */
  readonly stretches: readonly InheritedStretch[]
  /** A rollout that is named and not there (or names itself); what is older than it is not known. */
  readonly missing: string | null
}

/**
 * What a thread begins with and other rollouts hold: since paginated files, a fork and a thread that was taken back name
 * where they go on from (`history_base`), and repeat nothing of it.
 */
export function readCodexLineage(path: string): CodexLineage {
  const stretches: InheritedStretch[] = []
  const seen = new Set([path])
  let rollouts: ReadonlyMap<string, string> | undefined
  for (let base = readBase(path); base; ) {
    rollouts ??= findRollouts(path)
    const from = rollouts.get(base.rollout)
    if (from === undefined || seen.has(from) || seen.size > LONGEST)
      return { stretches: stretches.toReversed(), missing: base.rollout }
    seen.add(from)
    stretches.push({ ...base, path: from, thread: readThread(from) ?? base.rollout })
    base = readBase(from)
  }
  return { stretches: stretches.toReversed(), missing: null }
}

// Each is a file; who forked a fork a thousand times is a loop by other means.
const LONGEST = 1000

type HistoryBase = Pick<InheritedStretch, 'rollout' | 'untilByte' | 'untilOrdinal'>

function readBase(path: string): HistoryBase | null {
  const base = readObject(readMeta(path), 'history_base')
  const rollout = readString(base, 'thread_id')
  if (rollout === undefined) return null
  return {
    rollout,
    untilByte: readCount(base, 'end_byte_offset') || Number.POSITIVE_INFINITY,
    untilOrdinal: readCount(base, 'end_ordinal_exclusive') || Number.POSITIVE_INFINITY,
  }
}

function readThread(path: string): string | undefined {
  return readString(readMeta(path), 'id', 'session_id')
}

function readMeta(path: string): unknown {
  const [first] = readHeadLines(path)
  return first?.type === 'session_meta' ? readObject(first, 'payload') : undefined
}

/** The rollouts beside one by their own ids: that of the thread, or what stands behind it since it was taken back. */
function findRollouts(path: string): ReadonlyMap<string, string> {
  const home = findHome(path)
  const { originals } = findFiles(home, {
    depth: 4,
    isWanted: (name, folders) => folders.length > 0 || PLACES.has(name),
    isLog: name => ROLLOUT.test(name),
  })
  const rollouts = new Map<string, string>()
  for (const { path: at } of originals) {
    const id = ROLLOUT.exec(basename(at))?.[1] ?? ''
    // What is packed counts where it does not lie there as it was, too.
    if (!isPacked(at) || !rollouts.has(id)) rollouts.set(id, at)
  }
  return rollouts
}

function findHome(path: string): string {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder))
    if (PLACES.has(basename(folder))) return dirname(folder)
  return dirname(path)
}

const PLACES: ReadonlySet<string> = new Set(['sessions', 'archived_sessions'])
const ROLLOUT = /^rollout-.+?([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\.jsonl(?:\.zst)?$/

/** The later rollout of a thread first, and of one that is packed and lies there as it was, too, the latter. */
export function compareRollouts(one: string, other: string): number {
  const [name, otherName] = [toUnpackedName(basename(one)), toUnpackedName(basename(other))]
  if (name !== otherName) return name < otherName ? 1 : -1
  return Number(isPacked(one)) - Number(isPacked(other))
}
