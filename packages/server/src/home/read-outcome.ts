import { isObject } from '@antiphon/contract'
import { buildConversation, decodeLines } from '@antiphon/core'
import { computeFileChanges } from '@antiphon/core/changes'
import { toLocatedEntries } from '@antiphon/core/log'
import { oneLine, type PersonItem, readPersonView } from '@antiphon/core/ui'
import type { FoundLog } from '../logs/find-log.ts'
import { readLogBytes } from '../logs/read-log-bytes.ts'
import type { SessionOutcome } from '../protocol/home-protocol.ts'

/** How a session stands at its end and what it changed; nothing is known of one that is too large for a list. */
export async function readOutcome({ path }: Pick<FoundLog, 'path'>): Promise<SessionOutcome> {
  const read = await readLogBytes(path, MAX_BYTES)
  if ('size' in read) return { words: null, isFailed: false, changed: null }
  const lines = decodeLines(read.bytes).filter(line => line.kind === 'entry')
  const { entries, offsets } = toLocatedEntries(lines)
  return computeOutcome(readPersonView(buildConversation(entries, { offsets })))
}

const MAX_BYTES = 16 * 1024 * 1024

/** The same of what a person sees of a session. */
function computeOutcome(items: readonly PersonItem[]): SessionOutcome {
  const last = items.findLast(
    ({ kind, message, isRetracted }) =>
      (kind === 'answer' || kind === 'interruption' || isError(message)) && isRetracted !== true,
  )
  const files = computeFileChanges(items)
  return {
    words: last && last.kind !== 'interruption' ? readFirstLine(last.text) : null,
    isFailed: last?.kind === 'interruption' || (last !== undefined && isError(last.message)),
    changed: {
      files: files.length,
      added: files.reduce((sum, { added }) => sum + added, 0),
      removed: files.reduce((sum, { removed }) => sum + removed, 0),
    },
  }
}

function isError(message: unknown): boolean {
  return isObject(message) && message.isApiErrorMessage === true
}

/** The first line that says something, without the marks of a heading, a list or emphasis. */
function readFirstLine(text: string): string | null {
  for (const line of text.split('\n')) {
    const words = oneLine(line.replace(/^[#>*\-\s]+/, '').replaceAll(/\*\*|__|`/g, ''), MAX_WORDS)
    if (words !== '') return words
  }
  return null
}

const MAX_WORDS = 160
