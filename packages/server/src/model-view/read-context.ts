import {
  type Entry,
  getMessagesAfterCompactBoundary,
  isToolUseResultMessage,
  type TranscriptEntry,
} from '@antiphon/core'
import { isKnownModel, readModel } from '@antiphon/core/inspect'
import { readMessageId } from '@antiphon/core/log'
import { createFileStore, readLiveTail } from '@antiphon/transcript'
import type { FoundLog } from '../logs/find-log.ts'
import { findLastResult } from './find-last-result.ts'
import type { PlaceInLog } from './find-place.ts'

/** What the model knew at a place of a log. */
export type PlaceContext = {
  readonly messages: readonly TranscriptEntry[]
  /** For each message where its entry begins. */
  readonly seqs: readonly number[]
  /** Whether it begins behind a compaction. */
  readonly isCompacted: boolean
  /** The model that the answer at this place came from, where its limits are known. */
  readonly model: string | undefined
  /** How many bytes of the log were needed. */
  readonly bytesRead: number
}

/**
 * The live context at a place, read from there back to the boundary that was the last one then. An answer was made of
 * what stands before its first entry; everything else counts as far as itself, and a result as far as the results that
 * went to the model with it.
 */
export async function readContext(
  log: FoundLog,
  place: PlaceInLog,
  signal: AbortSignal,
): Promise<PlaceContext> {
  const at = await readAt(log, place, signal)
  const { entry } = place
  if (entry === undefined) return at
  if (entry.type === 'assistant') return cutBefore(at, entry)
  return (isToolUseResultMessage(entry) && (await readWithOthers())) || at

  async function readWithOthers(): Promise<PlaceContext | null> {
    const answer = at.messages.findLast(message => message.type === 'assistant')
    const answerId = answer && readMessageId(answer)
    const last = await findLastResult(log, { place, answerId })
    const context = last && (await readAt(log, last, signal))
    // What follows in the file may belong to another branch.
    return context?.messages.some(({ uuid }) => uuid === place.leafUuid) ? context : null
  }
}

async function readAt(
  log: FoundLog,
  { end, leafUuid }: PlaceInLog,
  signal: AbortSignal,
): Promise<PlaceContext> {
  const source = { store: createFileStore({ root: log.root }), key: log.key }
  const { context, seqs, from } = await readLiveTail(source, { end, leafUuid, signal })
  const messages = getMessagesAfterCompactBoundary(context.messages)
  const skipped = context.messages.length - messages.length
  return {
    messages,
    seqs: seqs.slice(skipped),
    isCompacted: skipped > 0,
    model: undefined,
    bytesRead: end - from,
  }
}

function cutBefore(context: PlaceContext, answer: Entry): PlaceContext {
  const first = findFirstEntry(context.messages, answer)
  const model = readModel(answer)
  return {
    ...context,
    ...(first !== -1 && {
      messages: context.messages.slice(0, first),
      seqs: context.seqs.slice(0, first),
    }),
    model: isKnownModel(model) ? model : undefined,
  }
}

/** Where an answer begins: its entries share an id, and only results of its own calls come in between. */
function findFirstEntry(messages: readonly TranscriptEntry[], answer: Entry): number {
  const id = readMessageId(answer)
  const own = 'uuid' in answer ? answer.uuid : undefined
  let first = messages.findLastIndex(({ uuid }) => uuid === own)
  for (let index = first - 1; index >= 0 && id !== undefined; index--) {
    const message = messages[index]
    if (message?.type === 'assistant' ? readMessageId(message) !== id : isSpoken(message)) break
    if (message?.type === 'assistant') first = index
  }
  return first
}

function isSpoken(message: TranscriptEntry | undefined): boolean {
  return message?.type === 'user' && !isToolUseResultMessage(message)
}
