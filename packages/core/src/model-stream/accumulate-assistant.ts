import { type ContentBlock, isContentBlock } from '@antiphon/contract'
import type { AssistantMessage } from '../message/assistant-message.ts'
import {
  type ContentBlockDeltaEvent,
  type ContentBlockStartEvent,
  type ContentBlockStopEvent,
  isKnownStreamEventType,
  type ModelStreamEvent,
  type StreamErrorEvent,
} from '../message/model-stream-event.ts'
import { readString } from '../message/read-field.ts'
import { randomUUID, type UUID } from '../message/uuid.ts'
import type { AccumulatedStep, DroppedStep } from './accumulated-step.ts'
import { NOTHING_YET, type OpenAnswer, openAnswer, patchAnswer, toAnswerEnd } from './answer.ts'
import { addDelta, finishBlock, isWorthKeeping, type OpenBlock } from './open-block.ts'

export type AssistantAccumulatorOptions = {
  readonly uuid?: () => UUID
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** The API's name of the request, as far as it is known when a block ends. */
  readonly requestId?: () => string | undefined
  /** The model whose advice this one could ask for. */
  readonly advisorModel?: string | undefined
}

export interface AssistantAccumulator {
  push(event: ModelStreamEvent): readonly AccumulatedStep[]
  /** Call it when the stream has ended; gives nothing when the answer was complete. */
  end(): readonly AccumulatedStep[]
}

/**
 * Turns a model's stream into entries of the log: one for each block, given as soon as the block is
 * finished, all with the answer's id. Of a broken stream only complete blocks and begun text remain.
 */
export function createAssistantAccumulator(options: AssistantAccumulatorOptions = {}): AssistantAccumulator {
  const toEntry = createEntryFactory(options)
  let answer = NOTHING_YET

  function move([next, steps]: Transition): readonly AccumulatedStep[] {
    answer = next
    return steps
  }

  return {
    push(event) {
      if (event.type !== 'message_start') return move(advance(answer, event, toEntry))
      return move(start(answer, openAnswer(event.message, options.uuid ?? randomUUID)))
    },
    end: () => move(answer.phase === 'ended' ? [answer, []] : cut(answer, toEntry)),
  }
}

type Transition = readonly [next: OpenAnswer, steps: readonly AccumulatedStep[]]
type LaterEvent = Exclude<ModelStreamEvent, { readonly type: 'message_start' }>
type ToEntry = (answer: OpenAnswer, block: ContentBlock) => AssistantMessage

function createEntryFactory(options: AssistantAccumulatorOptions): ToEntry {
  const { uuid = randomUUID, now = Date.now, requestId, advisorModel } = options
  return ({ body }, block) => {
    const name = requestId?.()
    return {
      type: 'assistant',
      uuid: uuid(),
      timestamp: new Date(now()).toISOString(),
      message: { ...body, content: [block], stop_reason: null, stop_sequence: null },
      ...(name !== undefined && { requestId: name }),
      ...(advisorModel !== undefined && { advisorModel }),
    }
  }
}

function start(before: OpenAnswer, answer: OpenAnswer): Transition {
  if (before.phase !== 'streaming') return [answer, []]
  // The start of the same answer, sent twice, begins nothing: its blocks go on.
  if (before.body.id !== '' && before.body.id === answer.body.id)
    return unexpected(before, 'message_start', 'this answer is open already')
  return [answer, [{ kind: 'restarted', messages: before.entries }]]
}

function advance(answer: OpenAnswer, event: LaterEvent, toEntry: ToEntry): Transition {
  if (event.type === 'error') return fail(answer, event, toEntry)
  if (answer.phase !== 'streaming') return skip(answer, event)
  switch (event.type) {
    case 'content_block_start':
      return startBlock(answer, event)
    case 'content_block_delta':
      return extendBlock(answer, event)
    case 'content_block_stop':
      return stopBlock(answer, event, toEntry)
    case 'message_delta': {
      const patched = patchAnswer(answer, event)
      return [patched, [{ kind: 'patch', message: patched.entries.at(-1) ?? null, ...toAnswerEnd(patched) }]]
    }
    case 'message_stop': {
      const [closed, steps] = breakOff(answer, toEntry)
      const { entries } = patchAnswer(closed, {})
      return [closed, [...steps, { kind: 'complete', messages: entries, ...toAnswerEnd(closed) }]]
    }
    default:
      return [answer, []]
  }
}

function startBlock(answer: OpenAnswer, { index, content_block: block }: ContentBlockStartEvent): Transition {
  if (!isContentBlock(block)) return unexpected(answer, 'content_block_start', 'it holds no block')
  if (answer.open.has(index)) return unexpected(answer, 'content_block_start', 'such a block is open already')
  return [{ ...answer, open: new Map([...answer.open, [index, { block, json: '' }]]) }, []]
}

function extendBlock(answer: OpenAnswer, { index, delta }: ContentBlockDeltaEvent): Transition {
  const open = answer.open.get(index)
  if (!open) return unexpected(answer, 'content_block_delta', 'no such block is open')
  const extended = addDelta(open, delta)
  if (!extended) return unexpected(answer, 'content_block_delta', 'its kind is not known')
  return [{ ...answer, open: new Map([...answer.open, [index, extended]]) }, []]
}

function stopBlock(answer: OpenAnswer, { index }: ContentBlockStopEvent, toEntry: ToEntry): Transition {
  const open = answer.open.get(index)
  if (!open) return unexpected(answer, 'content_block_stop', 'no such block is open')
  const rest = { ...answer, open: new Map([...answer.open].filter(([other]) => other !== index)) }
  const block = finishBlock(open)
  return block ? keep(rest, toEntry(rest, block)) : [rest, [toDropped(open, 'invalid-json')]]
}

function keep(answer: OpenAnswer, message: AssistantMessage): Transition {
  return [{ ...answer, entries: [...answer.entries, message] }, [{ kind: 'message', message }]]
}

/** Ends the answer: of blocks that nothing closed, begun text is kept and the rest dropped. */
function breakOff(answer: OpenAnswer, toEntry: ToEntry): Transition {
  const ended: OpenAnswer = { ...answer, phase: 'ended', open: new Map() }
  const steps = Array.from(answer.open.values(), (open): AccumulatedStep => {
    if (!isWorthKeeping(open)) return toDropped(open, 'unfinished')
    return { kind: 'message', message: { ...toEntry(answer, open.block), isAbortedMidStream: true } }
  })
  const kept = steps.flatMap(step => (step.kind === 'message' ? [step.message] : []))
  return [{ ...ended, entries: [...answer.entries, ...kept] }, steps]
}

function fail(answer: OpenAnswer, event: StreamErrorEvent, toEntry: ToEntry): Transition {
  const [closed, steps] = breakOff(answer, toEntry)
  const error = {
    type: readString(event.error, 'type') ?? 'api_error',
    message: readString(event.error, 'message') ?? 'The stream reported an error without a message.',
  }
  return [closed, [...steps, { kind: 'error', error, messages: closed.entries }]]
}

function cut(answer: OpenAnswer, toEntry: ToEntry): Transition {
  const [closed, steps] = breakOff(answer, toEntry)
  return [closed, [...steps, { kind: 'cut', messages: closed.entries, ...toAnswerEnd(closed) }]]
}

function skip(answer: OpenAnswer, event: LaterEvent): Transition {
  const isHarmless = event.type === 'ping' || !isKnownStreamEventType(event.type)
  return isHarmless ? [answer, []] : unexpected(answer, event.type, 'no answer is open')
}

function unexpected(answer: OpenAnswer, type: string, detail: string): Transition {
  return [answer, [{ kind: 'unexpected', type, detail }]]
}

function toDropped({ block, json }: OpenBlock, reason: DroppedStep['reason']): DroppedStep {
  return { kind: 'dropped', reason, block, partialJson: json }
}
