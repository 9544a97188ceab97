import { createPersonView, type LogPlace, type ViewItem } from '@antiphon/core/ui'
import type { LoadedSession } from './read-session.ts'

/** What a person sees of a session, each item with its place in the file. */
export function viewSession({
  entries,
  offsets,
}: Pick<LoadedSession, 'entries' | 'offsets'>): readonly ViewItem<LogPlace>[] {
  const view = createPersonView<LogPlace>()
  for (const [index, entry] of entries.entries()) view.append(entry, { seq: offsets[index] ?? 0 })
  return view.items()
}
