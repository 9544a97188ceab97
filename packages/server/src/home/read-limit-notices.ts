import { open, stat } from 'node:fs/promises'
import { isObject } from '@antiphon/contract'
import { decodeLines } from '@antiphon/core'
import { listSessionFiles } from '@antiphon/transcript'
import { createLogReach } from '../access/reach.ts'
import { createBoundary } from '../logs/boundary.ts'
import type { ProjectsWish } from '../numbers/usage-source.ts'
import type { LimitNotice } from '../protocol/home-protocol.ts'
import { keepCurrentLimits, readLimitWords } from './read-limit-words.ts'

/** What logs of the past week say at their ends of a subscription's limits: a session that is stopped ends with it. */
export async function readLimitNotices(
  roots: readonly string[],
  { projects, now }: ProjectsWish & { readonly now: number },
): Promise<readonly LimitNotice[]> {
  const { files } = await listSessionFiles(roots)
  const isInside = createBoundary(roots)
  const reach = createLogReach(projects, roots)
  const notices: LimitNotice[] = []
  for (const { path } of files) {
    const state = await stat(path).catch(() => null)
    // The list has the newest first.
    if (state && state.mtimeMs < now - WEEK_MS) break
    if (state && reach.hasPath(path) && isInside(path))
      notices.push(...(await readEnd(path, state.size).catch(() => [])))
  }
  return keepCurrentLimits(notices, now)
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const END_BYTES = 64 * 1024
const MOST_NOTICES = 8

async function readEnd(path: string, size: number): Promise<readonly LimitNotice[]> {
  const handle = await open(path, 'r')
  try {
    const start = Math.max(0, size - END_BYTES)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
    const bytes = buffer.subarray(0, bytesRead)
    // Most sessions were never stopped.
    if (!bytes.includes('isApiErrorMessage":true')) return []
    const notices: LimitNotice[] = []
    for (const line of decodeLines(bytes).toReversed()) {
      const notice = line.kind === 'entry' ? readNotice(line.entry) : null
      if (notice) notices.push(notice)
      // Only the newest of each window can hold; a log of nothing else is not read to its beginning.
      if (notices.length === MOST_NOTICES) break
    }
    return notices
  } finally {
    await handle.close()
  }
}

function readNotice(entry: unknown): LimitNotice | null {
  if (!isObject(entry) || entry.isApiErrorMessage !== true || typeof entry.timestamp !== 'string') return null
  const content = isObject(entry.message) ? entry.message.content : undefined
  const blocks = Array.isArray(content) ? content : []
  const text = blocks.find(block => isObject(block) && typeof block.text === 'string')
  return isObject(text) ? readLimitWords(String(text.text), entry.timestamp) : null
}
