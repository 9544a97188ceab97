import { stat } from 'node:fs/promises'
import { isObject } from '@antiphon/contract'
import { buildConversation, decodeLines } from '@antiphon/core'
import { toLocatedEntries } from '@antiphon/core/log'
import { type AgentViews, computeSessionChanges } from '@antiphon/core/turns'
import { oneLine, type PersonItem, readPersonView, toViewItems } from '@antiphon/core/ui'
import { readAgentViews } from '../changes/read-agent-views.ts'
import type { FoundLog } from '../logs/find-log.ts'
import { readLogBytes } from '../logs/read-log-bytes.ts'
import type { SessionOutcome } from '../protocol/home-protocol.ts'

export type ReadOutcomeOptions = {
  /** The logs of its subagents: what they changed is counted with it. */
  readonly agents?: readonly LogFile[]
  readonly signal?: AbortSignal
}

type LogFile = Pick<FoundLog, 'path'>

/** How a session stands at its end and what it changed; nothing is known of one that is too large for a list. */
export async function readOutcome(
  { path }: LogFile,
  { agents = [], signal = new AbortController().signal }: ReadOutcomeOptions = {},
): Promise<SessionOutcome> {
  const read = await readLogBytes(path, MAX_BYTES)
  if ('size' in read) return { words: null, isFailed: false, changed: null }
  const lines = decodeLines(read.bytes).filter(line => line.kind === 'entry')
  const { entries, offsets } = toLocatedEntries(lines)
  const items = readPersonView(buildConversation(entries, { offsets }))
  const isSmall = read.bytes.length + (await sumSizes(agents)) <= MAX_BYTES
  return {
    ...readEnd(items),
    changed: isSmall ? sumChanges(items, await readAgentViews(agents, signal)) : null,
  }
}

async function sumSizes(logs: readonly LogFile[]): Promise<number> {
  let bytes = 0
  for (const { path } of logs) bytes += (await stat(path)).size
  return bytes
}

const MAX_BYTES = 16 * 1024 * 1024

function readEnd(items: readonly PersonItem[]): Omit<SessionOutcome, 'changed'> {
  const last = items.findLast(
    ({ kind, message, isRetracted }) =>
      (kind === 'answer' || kind === 'interruption' || isError(message)) && isRetracted !== true,
  )
  return {
    words: last && last.kind !== 'interruption' ? readFirstLine(last.text) : null,
    isFailed: last?.kind === 'interruption' || (last !== undefined && isError(last.message)),
  }
}

function sumChanges(items: readonly PersonItem[], agents: AgentViews): SessionOutcome['changed'] {
  const { files, added, removed } = computeSessionChanges(toViewItems(items, new Map()), agents)
  return { files: files.length, added, removed }
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
