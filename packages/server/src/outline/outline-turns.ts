import { isObject } from '@antiphon/contract'
import { type Entry, normalizeMessages } from '@antiphon/core'
import { type ItemFace, type NormalizedMessage, toolStatus, toPersonItem } from '@antiphon/core/ui'
import type { OutlineTurn, TurnList } from '../protocol/outline.ts'
import { type CallLines, countCallLines, isWriter, type WritingCall } from './count-call-lines.ts'
import type { LogStretch } from './outline-branches.ts'
import { createTurnClock, type TurnClock } from './turn-clock.ts'

/** The turns of a log that grows: an entry costs what it says, and of each turn a line is kept. */
export interface TurnScan {
  /** `readWhole` gives the entry with what the tool kept beside its result. */
  take(entry: Entry, place: EntryPlace): void
  /** Those of the conversation that stands in these stretches. */
  read(path: readonly LogStretch[]): Omit<TurnList, 'end'>
}

export type EntryPlace = { readonly seq: number; readonly readWhole: () => unknown }

export function createTurnScan(toWords: (text: string) => string): TurnScan {
  const turns: OpenTurn[] = []
  let forgotten = 0
  /** Calls that have no result yet. */
  const calls = new Map<string, OpenCall>()

  function begin(
    entry: Fields,
    { seq, face }: { readonly seq: number; readonly face: ItemFace | null },
  ): void {
    turns.push({
      seq,
      uuid: typeof entry.uuid === 'string' ? entry.uuid.slice(0, LONGEST_NAME) : null,
      at: readTime(entry),
      text: face ? toWords(readHeading(face)) : '',
      isPrompt: face?.kind === 'prompt',
      isAnswered: false,
      calls: 0,
      failed: 0,
      added: 0,
      removed: 0,
      compactions: 0,
      clock: createTurnClock(),
    })
    if (turns.length > MOST_KEPT) {
      const gone = turns.splice(0, MOST_KEPT / 2)
      forgotten += gone.filter(isAsked).length
    }
  }

  function current(entry: Fields, seq: number): OpenTurn | undefined {
    if (turns.length === 0) begin(entry, { seq, face: null })
    return turns.at(-1)
  }

  function takeCall(block: Fields, turn: OpenTurn): void {
    turn.calls += 1
    turn.isAnswered = true
    const { id, name, input } = block
    if (typeof id !== 'string' || calls.has(id)) return
    calls.set(id, { turn, writing: typeof name === 'string' && isWriter(name) ? { name, input } : undefined })
    for (const oldest of calls.keys()) {
      if (calls.size <= MOST_CALLS) break
      calls.delete(oldest)
    }
  }

  function takeResult(message: NormalizedMessage, { block, readWhole }: ResultOf): void {
    const call = typeof block.tool_use_id === 'string' ? calls.get(block.tool_use_id) : undefined
    if (!call) return
    calls.delete(String(block.tool_use_id))
    call.turn.clock.tick(readTime(message))
    // What the tool kept for itself is long, and seldom needed.
    const whole = call.writing || block.is_error === true ? readWhole() : undefined
    const told = isObject(whole) ? { ...message, toolUseResult: whole.toolUseResult } : message
    // It is the same message with a field more.
    const result = told as NormalizedMessage
    const status = toolStatus(result, true)
    if (status === 'failed') call.turn.failed += 1
    const lines: CallLines | undefined = call.writing && countCallLines(call.writing, { result, status })
    call.turn.added += lines?.added ?? 0
    call.turn.removed += lines?.removed ?? 0
  }

  function takePiece(message: NormalizedMessage, { seq, readWhole }: EntryPlace): void {
    const fields: Fields = message as object as Fields // any object may stand in a log
    const [block] = readBlocks(fields)
    if (block?.type === 'tool_result') {
      takeResult(message, { block, readWhole })
      return
    }
    if (fields.type === 'assistant' && isCall(block)) {
      const turn = current(fields, seq)
      if (turn) takeCall(block, turn)
      turn?.clock.tick(readTime(fields))
      return
    }
    const face = toPersonItem(message)
    if (!face || face.kind === 'meta') return
    const isHeading = face.kind === 'prompt' || (face.kind === 'command' && face.name !== undefined)
    if (isHeading && turns.at(-1)?.seq !== seq) begin(fields, { seq, face })
    const turn = current(fields, seq)
    if (!turn) return
    if (face.kind === 'thinking' || (face.kind === 'answer' && face.text.trim() !== ''))
      turn.isAnswered = true
    if (face.kind === 'boundary' && fields.subtype === 'compact_boundary') turn.compactions += 1
    turn.clock.tick(readTime(fields))
    if (fields.subtype === 'turn_duration') turn.clock.tell(fields.durationMs)
  }

  return {
    take(entry, place) {
      const fields = entry as Fields // any object may stand in a log
      if (fields.isSidechain === true || !isTold(fields)) return
      // Any object is taken; what is no message gives nothing.
      for (const piece of normalizeMessages([entry as Parameters<typeof normalizeMessages>[0][number]]))
        takePiece(piece, place)
    },
    read(path) {
      let number = forgotten
      const isOnPath = createPathTest(path)
      const told: OutlineTurn[] = []
      for (const turn of turns) {
        if (!isOnPath(turn.seq)) continue
        if (isAsked(turn)) number += 1
        const { seq, uuid, at, text, calls, failed, added, removed, compactions, clock } = turn
        told.push({
          ...{ number: isAsked(turn) ? number : null, seq, uuid, at, text, calls, failed, added, removed },
          ...{ durationMs: clock.read(), compactions },
        })
      }
      const shown = told.slice(-MOST_TOLD)
      return { turns: shown, hidden: forgotten + told.length - shown.length }
    },
  }
}

type Fields = Readonly<Record<string, unknown>>

type ResultOf = { readonly block: Fields; readonly readWhole: () => unknown }

type OpenCall = { readonly turn: OpenTurn; readonly writing: WritingCall | undefined }

type OpenTurn = Pick<OutlineTurn, 'seq' | 'uuid' | 'at' | 'text'> & {
  readonly isPrompt: boolean
  readonly clock: TurnClock
  /** Whether the model did something for it. */
  isAnswered: boolean
  calls: number
  failed: number
  added: number
  removed: number
  compactions: number
}

const MOST_KEPT = 8000
const MOST_TOLD = 1000
const MOST_CALLS = 2000
const LONGEST_NAME = 100

/** A command is asked of the model where it answers. */
function isAsked({ isPrompt, isAnswered, text }: OpenTurn): boolean {
  return isPrompt || (isAnswered && text !== '')
}

function isCall(block: Fields | undefined): block is Fields {
  return typeof block?.type === 'string' && block.type.endsWith('tool_use')
}

/** Of attachments only what somebody typed is told here: to read the others takes long. */
function isTold({ type, attachment }: Fields): boolean {
  if (type === 'attachment') return isObject(attachment) && attachment.type === 'queued_command'
  return type === 'user' || type === 'assistant' || type === 'system'
}

function readHeading(face: ItemFace): string {
  if (face.kind !== 'command') return face.text
  return [face.name, face.input].filter(Boolean).join(' ')
}

function readTime({ timestamp }: Fields): string | null {
  return typeof timestamp === 'string' && timestamp.length < 40 ? timestamp : null
}

function readBlocks({ message }: Fields): readonly Fields[] {
  const content = isObject(message) ? message.content : undefined
  return Array.isArray(content) ? content.filter(isObject) : []
}

/** Whether a position is in one of the stretches; they come in their order. A log without links is all one conversation. */
function createPathTest(path: readonly LogStretch[]): (seq: number) => boolean {
  if (path.length === 0) return () => true
  let at = 0
  return seq => {
    while (at < path.length && (path[at]?.to ?? 0) < seq) at += 1
    return (path[at]?.from ?? Number.POSITIVE_INFINITY) <= seq
  }
}
