import { isMetaMessage, type TranscriptEntry, type UUID } from '@antiphon/core'
import { TranscriptError } from '../transcript-error.ts'
import { readTail, type TailSource } from './read-tail.ts'
import { formatSessionKey } from './session-key.ts'
import { stripEntry } from './strip-entry.ts'
import type { StoredEntry } from './transcript-store.ts'

/** Which entries of a log a fork shares. */
export type ForkExtent = {
  readonly isShared: (item: StoredEntry) => boolean
  /** Nothing that begins behind this is shared. */
  readonly lastSeq: number
  /** An entry that the fork has to be told of: without that its newest words might be those of another branch. */
  readonly leafUuid: UUID | undefined
}

/** All that stood before `end`. */
export function toWholeExtent(end: number): ForkExtent {
  return { isShared: ({ seq }) => seq < end, lastSeq: end, leafUuid: undefined }
}

/**
 * A fork shares what stands up to its entry; and of what was written later the rest of the same step, which belongs to
 * the live context there: other blocks of the same answer, results of its calls, notes to them. Without those the
 * fork would begin with calls that nobody answered.
 */
export async function findForkExtent(
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
      seq <= atSeq || laterSeqs.has(seq) || (hasVersions && 'uuid' in entry && uuids.has(entry.uuid)),
    lastSeq: hasVersions ? Number.POSITIVE_INFINITY : Math.max(atSeq, ...laterSeqs),
    leafUuid: laterSeqs.size === 0 && isVoice(leaf) ? undefined : at,
  }
}

/** True for words on the main chain: as the last entry they are the leaf. */
function isVoice(entry: TranscriptEntry | undefined): boolean {
  if (entry?.type !== 'user' && entry?.type !== 'assistant') return false
  return !isMetaMessage(entry) && entry.isSidechain !== true
}
