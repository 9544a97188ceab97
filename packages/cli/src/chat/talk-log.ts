import { resolve } from 'node:path'
import { createPersonView, type Entry, type PersonView } from '@antiphon/core'
import type { KnownEntry } from '@antiphon/core/chat'
import { isTranscriptEntry } from '@antiphon/core/log'
import { groupTurns, type PersonTurn } from '@antiphon/core/turns'
import type { LogPlace } from '@antiphon/core/ui'
import { readLogEnd } from '../tail/tail-target.ts'

/** The log of a talk from its end on, as a person reads it. */
export interface TalkLog {
  readonly path: string
  /** Where it has been read up to. */
  readonly next: number
  add(entry: Entry, seq: number): void
  restart(): void
  turns(): readonly PersonTurn<LogPlace>[]
  /** The newest entries. */
  entries(): readonly KnownEntry[]
}

/** Reads the end of a log; of one that is not there, nothing. */
export async function openTalkLog(path: string): Promise<TalkLog> {
  let view: PersonView<LogPlace> = createPersonView({ isUnlinked: true })
  let turns: readonly PersonTurn<LogPlace>[] = []
  let entries: KnownEntry[] = []
  let isStale = false
  const { items, next } = await readLogEnd(path, { lines: RECENT_ITEMS, counts: 'items' }).catch(() => ({
    items: [],
    next: 0,
  }))
  const log: TalkLog = {
    path: resolve(path),
    next,
    add(entry, seq) {
      if (!isTranscriptEntry(entry) || entry.type === 'progress') return
      view.append(entry, { seq })
      entries.push({ entry })
      if (entries.length > 2 * NEWEST) entries = entries.slice(-NEWEST)
      isStale = true
    },
    restart() {
      view = createPersonView({ isUnlinked: true })
      turns = []
    },
    turns() {
      if (isStale) turns = groupTurns(view.items(), turns)
      isStale = false
      return turns
    },
    entries: () => entries,
  }
  for (const item of items) if (item.kind === 'entry') log.add(item.entry, item.seq)
  return log
}

/** So much of a session is printed when it goes on; the transcript view has all of it. */
const RECENT_ITEMS = 40
const NEWEST = 200
