import type { WireEvent } from '@antiphon/core'
import type { Json } from '../json/json.ts'

/** What an agent says, for any number of followers. */
export interface ChatEvents {
  /** `line` is the event as the pages get it. */
  add(event: WireEvent, line: Json<WireEvent>): void
  /** The events from a number on that are still kept, then those that come; ends with the signal or the agent. */
  follow(from: number, signal: AbortSignal): AsyncGenerator<KeptEvent, void, undefined>
  /** The events from a number on that are kept now. */
  read(from: number): readonly KeptEvent[]
  followers(): number
  /** Nothing more will come. */
  end(): void
}

export type KeptEvent = { readonly seq: number; readonly line: Json<WireEvent> }

export type ChatEventsOptions = {
  /** Hears when somebody begins or ceases to follow. */
  readonly onFollowers?: () => void
  readonly maxUnits?: number
  /** How long whoever only reads now and then counts as a follower. */
  readonly visitMs?: number
}

/**
 * Keeps the turn that runs, or ran last, without the parts of answers that are whole by now; of what came before only
 * the newest word on the agent's state and the questions that are open. So whoever comes late finds gaps in the numbers,
 * and all that holds now. Whoever reads slowly misses nothing, unless it is too much.
 */
export function createChatEvents(options: ChatEventsOptions = {}): ChatEvents {
  const { onFollowers, maxUnits = MAX_UNITS, visitMs = VISIT_MS } = options
  let kept: Kept[] = []
  let next = 0
  let units = 0
  let isEnded = false
  const cursors = new Set<{ seq: number }>()
  let wake: (() => void)[] = []
  let visit: NodeJS.Timeout | undefined

  function ring(): void {
    const waiting = wake
    wake = []
    for (const resolve of waiting) resolve()
  }

  function noteVisit(): void {
    if (visit) visit.refresh()
    else {
      visit = setTimeout(endVisit, visitMs).unref()
      onFollowers?.()
    }
  }

  function endVisit(): void {
    clearTimeout(visit)
    visit = undefined
    onFollowers?.()
  }

  function keep(isKept: (event: Kept) => boolean): void {
    kept = kept.filter(isKept)
    units = kept.reduce((sum, { line }) => sum + line.length, 0)
  }

  function dropBefore(seq: number, isOver: (event: Kept) => boolean): void {
    keep(one => one.seq >= seq || !isOver(one))
  }

  /** The newest word on a subject is the one that holds; the older ones go with their turn. */
  function supersede(subject: string): void {
    const at = kept.findLastIndex(one => one.subject === subject)
    const old = kept[at]
    if (old) kept[at] = { ...old, subject: null }
  }

  return {
    add(event, line) {
      const subject = readSubject(event)
      const closed = readClosed(event)
      if (closed !== null) keep(one => one.subject !== closed)
      // Of these the old ones mean nothing, and they may come often while nothing else does.
      if (subject !== null && FLEETING.has(subject)) keep(one => one.subject !== subject)
      else if (subject !== null) supersede(subject)
      const part = readPart(event)
      const oldest = (): number => Math.min(next, ...[...cursors].map(({ seq }) => seq))
      if (isTurnStart(event)) dropBefore(oldest(), ({ subject }) => subject === null)
      if (isAnswerStart(event)) dropBefore(oldest(), one => one.part === part)
      kept.push({ seq: next++, line, subject, part })
      units += line.length
      if (units > maxUnits) keep(createPruner(kept, units - maxUnits / 2))
      ring()
    },
    async *follow(from, signal) {
      const cursor = { seq: from }
      cursors.add(cursor)
      onFollowers?.()
      signal.addEventListener('abort', ring)
      try {
        while (!signal.aborted) {
          const event = kept[findFirst(kept, cursor.seq)]
          if (event) {
            cursor.seq = event.seq + 1
            yield { seq: event.seq, line: event.line }
          } else if (isEnded) return
          else await new Promise<void>(resolve => wake.push(resolve))
        }
      } finally {
        signal.removeEventListener('abort', ring)
        cursors.delete(cursor)
        onFollowers?.()
      }
    },
    read(from) {
      noteVisit()
      return kept.slice(findFirst(kept, from)).map(({ seq, line }) => ({ seq, line }))
    },
    followers: () => cursors.size + (visit ? 1 : 0),
    end() {
      isEnded = true
      clearTimeout(visit)
      ring()
    },
  }
}

// Browsers let a window out of sight ask once a minute at least.
const VISIT_MS = 90_000
/** About what a very long turn may take of memory. */
const MAX_UNITS = 8 * 1024 * 1024

type Kept = KeptEvent & {
  /** What it is the newest word on; null for what only belongs to its turn. */
  readonly subject: string | null
  /** Whose answer it is a part of: the call that started the agent, or '' for the first agent; null for what is none. */
  readonly part: string | null
}

/** The place of the first event that has this number or a later one. */
function findFirst(kept: readonly Kept[], seq: number): number {
  let low = 0
  let high = kept.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((kept[middle]?.seq ?? 0) < seq) low = middle + 1
    else high = middle
  }
  return low
}

/** Events of which only the newest is kept, also within a turn. */
const FLEETING: ReadonlySet<string> = new Set(['presence', 'prompts_waiting'])

function readSubject(event: WireEvent): string | null {
  if (event.type === 'control_request' && typeof event.request_id === 'string') return event.request_id
  if (event.type !== 'system') return null
  const { subtype, permissionMode, model } = event as Readonly<Record<string, unknown>>
  if (subtype === 'init' || subtype === 'session_state_changed') return subtype
  if (typeof subtype === 'string' && FLEETING.has(subtype)) return subtype
  if (subtype !== 'status') return null
  return model !== undefined ? 'model' : permissionMode !== undefined ? 'mode' : null
}

/** The question that an event takes back. */
function readClosed(event: WireEvent): string | null {
  return event.type === 'control_cancel_request' && typeof event.request_id === 'string'
    ? event.request_id
    : null
}

function isTurnStart(event: WireEvent): boolean {
  return event.type === 'system' && event.subtype === 'init'
}

function readPart(event: WireEvent): string | null {
  if (event.type !== 'stream_event') return null
  return typeof event.parent_tool_use_id === 'string' ? event.parent_tool_use_id : ''
}

function isAnswerStart(event: WireEvent): boolean {
  return event.type === 'stream_event' && event.event.type === 'message_start'
}

/** Lets the oldest go until enough is gone; what holds now stays. */
function createPruner(kept: readonly Kept[], wanted: number): (event: Kept) => boolean {
  const gone = new Set<number>()
  let freed = 0
  for (const { seq, line, subject } of kept) {
    if (freed >= wanted) break
    if (subject !== null) continue
    gone.add(seq)
    freed += line.length
  }
  return ({ seq }) => !gone.has(seq)
}
