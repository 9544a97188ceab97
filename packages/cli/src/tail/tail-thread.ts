import {
  buildPersonView,
  type Entry,
  isObject,
  isTranscriptEntry,
  type PersonItem,
  type ToolItem,
  type TranscriptEntry,
} from '@antiphon/core'

/** What a person sees of a log that grows: each item once, a call when its result is there. */
export interface TailThread {
  /** Takes the next entry; gives what it makes ready to be shown. */
  push(entry: Entry): readonly PersonItem[]
  /** Calls that still run. */
  running(): readonly ToolItem[]
  cwd(): string | undefined
}

/** A thread of which nothing came yet; it holds no more than the messages whose calls are open. */
export function createTailThread(): TailThread {
  let open: readonly TranscriptEntry[] = []
  let shown: ReadonlySet<string> = new Set()
  let running: readonly ToolItem[] = []
  let cwd: string | undefined
  return {
    push(entry) {
      if (!isTranscriptEntry(entry) || entry.type === 'progress') return []
      if (typeof entry.cwd === 'string') cwd = entry.cwd
      const messages = [...open, entry]
      const items = buildPersonView(messages)
      const ready = items.filter(item => !isRunning(item) && !shown.has(item.uuid))
      running = items.filter(isRunning)
      const ids = new Set(items.filter(isUnanswered).map(item => item.story.id))
      open = messages.filter(message => hasCall(message, ids)).slice(-MAX_OPEN)
      shown = new Set(open.length === 0 ? [] : items.filter(item => !isRunning(item)).map(item => item.uuid))
      return ready
    },
    running: () => running,
    cwd: () => cwd,
  }
}

// A session that was killed leaves calls open for ever.
const MAX_OPEN = 50

function isRunning(item: PersonItem): item is ToolItem {
  return item.kind === 'tool' && item.story.status === 'running'
}

/** Also a call that looks given up: its result may come late. */
function isUnanswered(item: PersonItem): item is ToolItem {
  return item.kind === 'tool' && item.story.result === undefined
}

function hasCall(message: TranscriptEntry, ids: ReadonlySet<unknown>): boolean {
  // A file may hold anything in every field.
  const inner: unknown = 'message' in message ? message.message : undefined
  const content = isObject(inner) ? inner.content : undefined
  return (
    Array.isArray(content) &&
    content.some(block => isObject(block) && block.type === 'tool_use' && ids.has(block.id))
  )
}
