import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { deriveUUID, type Entry, type PersonItem, type UUID } from '@antiphon/core'
import type { LogPlace, ViewItem } from '@antiphon/core/ui'
import { findSubagentFiles, type LoadedSession, readSession, viewSession } from '@antiphon/host'
import { findSessionFiles, type SessionFile, sessionIdOf } from '@antiphon/transcript'
import { RecallError } from '../recall-error.ts'
import { formatSessionLink, type SessionLink } from '../session-link.ts'

/** A log as it is told: its entries, and what a person would see of them, subagents' calls included. */
export type SessionLog = {
  readonly path: string
  readonly file: LoadedSession
  readonly view: readonly ViewItem<LogPlace>[]
  readonly items: readonly PlacedItem[]
}

/** An item of the view, or one of those that were done for it. */
export type PlacedItem = {
  readonly item: PersonItem
  /** Where its line begins; null for what is nested. */
  readonly seq: number | null
  readonly depth: number
}

/** Reads a log whole; one that is too large is refused in words. */
export async function readSessionLog(path: string, signal: AbortSignal): Promise<SessionLog> {
  const { size } = await stat(path)
  if (size > MOST_BYTES)
    throw new RecallError(
      `${basename(path)} has ${Math.round(size / 1e6)} MB, more than is read for an answer. \`antiphon show ${sessionIdOf({ path })}\` reads it.`,
    )
  const file = await readSession(path, { stdin: Readable.from([]), signal })
  const view = viewSession(file)
  const items: PlacedItem[] = []
  for (const { item, place } of view) collect(item, { seq: place?.placed.seq ?? null, depth: 0 }, items)
  return { path, file, view, items }
}

const MOST_BYTES = 256 << 20

// The view bounds how deep subagents nest, and with it this recursion.
function collect(item: PersonItem, at: Omit<PlacedItem, 'item'>, items: PlacedItem[]): void {
  items.push({ item, ...at })
  if (item.kind !== 'tool') return
  for (const child of item.story.children) collect(child, { seq: null, depth: at.depth + 1 }, items)
}

/** The views of a session's subagents, by their names. */
export async function readSubagentLogs(path: string, signal: AbortSignal): Promise<readonly SessionLog[]> {
  const logs: SessionLog[] = []
  for (const below of await findSubagentFiles(path)) logs.push(await readSessionLog(below, signal))
  return logs
}

/** Which of a log's items a link's place means: what stands before it where it is not shown itself; null where it is not there. */
export function findItem({ file, items }: SessionLog, place: string): number | null {
  const direct = items.findIndex(({ item }) => isNamed(item, place))
  if (direct !== -1) return direct
  const seq = place.startsWith('@') ? Number(place.slice(1)) : offsetOf(file, place)
  if (seq === null || !Number.isFinite(seq)) return null
  const last = items.findLastIndex(one => one.seq !== null && one.seq <= seq)
  return last === -1 ? (items.length > 0 ? 0 : null) : last
}

function isNamed(item: PersonItem, uuid: string): boolean {
  const own = [item.uuid, ...(item.kind === 'tool' ? [item.story.call.uuid, item.story.result?.uuid] : [])]
  return own.includes(uuid as UUID) || own.includes(deriveUUID(uuid as UUID, 0))
}

function offsetOf({ entries, offsets }: LoadedSession, beginning: string): number | null {
  const index = entries.findIndex((entry: Entry) => 'uuid' in entry && `${entry.uuid}`.startsWith(beginning))
  return index === -1 ? null : (offsets[index] ?? null)
}

/** The link of a log, or of a place in it. */
export function linkOf(path: string, place?: string): string {
  const name = sessionIdOf({ path })
  const isBelow = name.startsWith('agent-') && basename(dirname(path)) === 'subagents'
  return formatSessionLink({
    ...(isBelow ? { session: basename(dirname(dirname(path))), agent: name } : { session: name }),
    ...(place !== undefined && { place }),
  })
}

/** The log that a link names, among those that may be told; throws in words where there is none. */
export async function findLog(
  link: SessionLink,
  { roots, accepts }: { readonly roots: readonly string[]; readonly accepts: (path: string) => boolean },
): Promise<string> {
  const found = await findSessionFiles(roots, link.session)
  const paths = found.files
    .map((file: SessionFile) => (link.agent === undefined ? file.path : toAgentPath(file.path, link.agent)))
    .filter(accepts)
  const [path] = paths
  // Whether it is not there or not for them is not told.
  if (path === undefined)
    throw new RecallError(
      `There is no session ${link.session} in the scope of this server. search_sessions gives links of those that are.`,
    )
  if (paths.length > 1 && new Set(paths.map(one => sessionIdOf({ path: one }))).size > 1)
    throw new RecallError(`${link.session} is the beginning of ${paths.length} session ids. Give more of it.`)
  return path
}

function toAgentPath(sessionPath: string, agent: string): string {
  return join(sessionPath.replace(/\.jsonl$/, ''), 'subagents', `${agent}.jsonl`)
}
