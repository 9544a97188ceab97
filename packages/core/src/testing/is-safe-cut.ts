import type { Entry } from '../log/entry.ts'
import { readMessageId, readToolResultIds, readToolUseIds } from '../log/log-node.ts'
import { readPreserved } from '../log/read-links.ts'
import { isTranscriptEntry, type TranscriptEntry } from '../log/transcript-entry.ts'

/** True if no entry before `cut` repeats an entry behind it, names one, or has a part of the same answer. */
export function isSafeCut(entries: readonly Entry[], cut: number): boolean {
  const before = entries.slice(0, cut).filter(isTranscriptEntry)
  const behind = entries.slice(cut).filter(isTranscriptEntry)
  const read = new Set(behind.flatMap(entry => [...listOwn(entry), ...readToolUseIds(entry)]))
  return !before.some(entry => [...listOwn(entry), ...listNamed(entry)].some(id => read.has(id)))
}

function listOwn(entry: TranscriptEntry): readonly unknown[] {
  return [entry.uuid, readMessageId(entry)].filter(id => typeof id === 'string')
}

function listNamed(entry: TranscriptEntry): readonly unknown[] {
  const { anchors, members } = readPreserved(entry)
  const links = [entry.parentUuid, entry.logicalParentUuid]
  return [...links, ...anchors, ...members, ...readToolUseIds(entry), ...readToolResultIds(entry)]
}
