import { createPersonView, type Entry, type PersonItem, type PersonView } from '@antiphon/core'
import { isTranscriptEntry } from '@antiphon/core/log'
import type { LogPlace, ToolItem } from '@antiphon/core/ui'
import type { TailSpeaker } from './tail-target.ts'

/** The threads of all who spoke lately. */
interface TailThreads {
  of(source: TailSpeaker): TailThread
  /** Forgets those of a file that began anew. */
  forget(path: string): void
  /** Calls that run now, those of the last speaker last. */
  running(): readonly RunningCall[]
}

type RunningCall = {
  readonly source: TailSpeaker
  readonly item: ToolItem
  /** Where the session works. */
  readonly cwd: string | undefined
}

/** Holds a bounded number of threads: those that were silent longest are forgotten. */
export function createTailThreads(): TailThreads {
  const threads = new Map<string, { readonly source: TailSpeaker; readonly thread: TailThread }>()
  return {
    of(source) {
      const known = threads.get(source.id) ?? { source, thread: createTailThread() }
      threads.delete(source.id)
      threads.set(source.id, known)
      const [oldest] = threads.keys()
      if (threads.size > MAX_THREADS && oldest !== undefined) threads.delete(oldest)
      return known.thread
    },
    forget(path) {
      for (const [id, { source }] of threads) if (source.path === path) threads.delete(id)
    },
    running: () =>
      [...threads.values()].flatMap(({ source, thread }) =>
        thread.running().map(item => ({ source, item, cwd: thread.cwd() })),
      ),
  }
}

const MAX_THREADS = 500

/** What a person sees of a log that grows: each item once, a call when its result is there. */
interface TailThread {
  /** Takes the next entry; gives what it makes ready to be shown. */
  push(entry: Entry): readonly PersonItem[]
  /** Calls that still run. */
  running(): readonly ToolItem[]
  cwd(): string | undefined
}

/** A thread of which nothing came yet; it holds what is open and a little before it. */
export function createTailThread(): TailThread {
  let view = openView()
  let shown: ReadonlySet<string> = new Set()
  let seq = 0
  let cwd: string | undefined
  return {
    push(entry) {
      if (!isTranscriptEntry(entry) || entry.type === 'progress') return []
      if (typeof entry.cwd === 'string') cwd = entry.cwd
      if (view.open().entries >= MOST_OPEN) view = openView()
      view.append(entry, { seq })
      view.forget(KEPT)
      seq += 1
      const told = view.items().filter(({ item }) => !isRunning(item))
      const ready = told.filter(({ key }) => !shown.has(key))
      shown = new Set(told.map(({ key }) => key))
      return ready.map(({ item }) => item)
    },
    running: () => view.open().calls.slice(-MOST_RUNNING),
    cwd: () => cwd,
  }
}

// A session that was killed leaves calls open until somebody speaks in it again.
const MOST_OPEN = 500
const MOST_RUNNING = 50
/** A result may come late, for a call that looked given up. */
const KEPT = 1

/** Whoever watches sees what is written, on whatever branch. */
function openView(): PersonView<LogPlace> {
  return createPersonView({ isUnlinked: true })
}

function isRunning(item: PersonItem): boolean {
  return item.kind === 'tool' && item.story.status === 'running'
}
