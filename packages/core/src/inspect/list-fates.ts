import { readContextEdit } from '../api/context-edit.ts'
import type { Entry } from '../log/entry.ts'
import type { TranscriptEntry } from '../log/transcript-entry.ts'
import { isCompactBoundaryMessage } from '../message/message-guards.ts'
import { filledFieldOrNull } from './entry-fields.ts'
import type { ToolMention } from './tool-ids.ts'
import type { TracedFate } from './tool-trace.ts'

export type FateOptions = {
  readonly id: string
  readonly results: readonly ToolMention[]
  readonly periods: readonly (readonly TranscriptEntry[])[]
}

/** What boundaries of the log did to results, in their order. */
export function listFates(
  entries: readonly Entry[],
  { id, results, periods }: FateOptions,
): readonly TracedFate[] {
  const uuids = new Set(results.flatMap(({ index }) => filledFieldOrNull(entries[index], 'uuid') ?? []))
  const first = results[0]?.index ?? entries.length
  let period = 0
  return entries.flatMap((entry, index): readonly TracedFate[] => {
    const isBoundary = isCompactBoundaryMessage(entry)
    if (isBoundary) period++
    if (index < first) return []
    const place = { uuid: filledFieldOrNull(entry, 'uuid'), at: filledFieldOrNull(entry, 'timestamp') }
    const holds = (messages: readonly TranscriptEntry[] | undefined): boolean =>
      messages?.some(({ uuid }) => uuids.has(uuid)) ?? false
    if (isBoundary) {
      if (!holds(periods[period - 1])) return []
      return [{ kind: holds(periods[period]) ? 'kept-by-compaction' : 'summed-up', ...place }]
    }
    const edit = readContextEdit(entry)
    if (edit?.toolIds.has(id)) return [{ kind: 'cleared', ...place }]
    return edit && [...uuids].some(uuid => edit.uuids.has(uuid)) ? [{ kind: 'snipped', ...place }] : []
  })
}
