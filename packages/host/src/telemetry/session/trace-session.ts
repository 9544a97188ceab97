import { isObject } from '@antiphon/contract'
import { isHumanTurn, isSyntheticApiErrorMessage, isToolUseResultMessage } from '@antiphon/core'
import { readArray, readString } from '@antiphon/core/message'
import { messageText, readToolTime } from '@antiphon/core/ui'
import { addUsage, mergeUsage, NO_USAGE_SUM, toUsageSum, type UsageSum } from '@antiphon/core/usage'
import { findProviderName } from './find-provider-name.ts'
import type { CallDecision, HappenedRequest, Happening, TracedMessage, TracePlace } from './happening.ts'
import { toSpanId, toTraceId } from './trace-ids.ts'

export type TraceSessionOptions = {
  readonly sessionId: string
  readonly agentName: string
  /** Whether requests are told by `request`, with their own times; else the log tells them. */
  readonly isLive?: boolean
  /** The work that all of it is a part of. */
  readonly parent?: { readonly traceId: string; readonly spanId: string } | null
  /** What an answer used where its messages do not tell it. */
  readonly usageOf?: (responseId: string) => UsageSum | undefined
  readonly onHappening: (happening: Happening) => void
}

/** A request as whoever made it saw it. */
export type SeenRequest = Pick<
  HappenedRequest,
  | 'startMs'
  | 'endMs'
  | 'firstChunkMs'
  | 'provider'
  | 'requestModel'
  | 'responseModel'
  | 'responseId'
  | 'requestId'
  | 'stopReason'
  | 'usage'
  | 'error'
  | 'attempt'
>

/** Makes of messages, as they come, what happened: turns, requests, calls. The same for a log and for an agent at work. */
export interface SessionTracer {
  /** A message of the log, and when it came. */
  take(message: unknown, atMs: number): void
  /** The call for which an agent works. */
  link(agentId: string, toolUseId: string, name?: string): void
  decide(toolUseId: string, decision: CallDecision): void
  request(seen: SeenRequest): void
  /** Nothing more comes: what is open ends with what was last. */
  end(): void
}

type Turn = {
  readonly promptId: string
  readonly place: TracePlace
  readonly startMs: number
  readonly prompt: string
  readonly agentId?: string
  readonly agentName: string
  model: string
  usage: UsageSum
  error: string
  answer: string
  hasWork: boolean
}

/** The main conversation, or that of an agent that works for it. */
type Thread = { lastMs: number; turn: Turn | null; answer: OpenAnswer | null; said: TracedMessage[] }

type OpenAnswer = {
  readonly id: string
  readonly startMs: number
  endMs: number
  model: string
  requestId: string | undefined
  stopReason: string | undefined
  usage: UsageSum | null
  readonly said: readonly TracedMessage[]
  /** By message: one that is written again stands in its own place. */
  readonly pieces: Map<string, readonly unknown[]>
}

type OpenCall = {
  readonly turn: Turn
  readonly startMs: number
  readonly name: string
  readonly input: unknown
}

type Link = { readonly toolUseId: string; readonly name?: string | undefined }

export function createSessionTracer(options: TraceSessionOptions): SessionTracer {
  const { sessionId, agentName, isLive = false, parent = null, usageOf, onHappening } = options
  const threads = new Map<string, Thread>()
  const calls = new Map<string, OpenCall>()
  const links = new Map<string, Link>()
  const decisions = new Map<string, CallDecision>()
  /** Turns of calls that agents work for, by the id of the call. */
  const callers = new Map<string, Turn>()
  /** How often each answer was told. */
  const toldTimes = new Map<string, number>()
  /** Answers whose request has not ended, or that it has not told yet. */
  const answers = new Map<string, { readonly thread: Thread; readonly answer: OpenAnswer }>()

  function threadOf(message: Readonly<Record<string, unknown>>): {
    readonly name: string
    readonly thread: Thread
  } {
    const name = readString(message, 'agentId') ?? (message.isSidechain === true ? SIDECHAIN : MAIN)
    const known = threads.get(name)
    if (known) return { name, thread: known }
    const thread: Thread = { lastMs: 0, turn: null, answer: null, said: [] }
    threads.set(name, thread)
    return { name, thread }
  }

  function openTurn(
    name: string,
    thread: Thread,
    begin: { promptId: string; atMs: number; prompt: string },
  ): Turn {
    const link = links.get(name)
    const caller = link && callers.get(link.toolUseId)
    const main = threads.get(MAIN)?.turn ?? null
    const above = caller ?? (name === MAIN ? null : main)
    const traceId = above?.place.traceId ?? parent?.traceId ?? toTraceId(sessionId, begin.promptId)
    const parentSpanId =
      caller && link ? toSpanId(sessionId, 'call', link.toolUseId) : (above?.place.spanId ?? parent?.spanId)
    const turn: Turn = {
      promptId: above?.promptId ?? begin.promptId,
      place: {
        traceId,
        spanId: toSpanId(sessionId, 'turn', name === MAIN ? begin.promptId : `${name}\0${begin.promptId}`),
        ...(parentSpanId !== undefined && { parentSpanId }),
      },
      startMs: begin.atMs,
      prompt: begin.prompt,
      ...(name !== MAIN && name !== SIDECHAIN && { agentId: name }),
      agentName: name === MAIN ? agentName : (link?.name ?? 'subagent'),
      ...{ model: '', usage: NO_USAGE_SUM, error: '', answer: '', hasWork: false },
    }
    thread.turn = turn
    return turn
  }

  function closeTurn(thread: Thread, endMs: number): void {
    closeAnswer(thread)
    const { turn } = thread
    thread.turn = null
    if (!turn?.hasWork) return
    const { hasWork: _, error, ...told } = turn
    onHappening({
      kind: 'turn',
      ...told,
      endMs: Math.max(endMs, turn.startMs),
      ...(error !== '' && { error }),
    })
  }

  /** The log has no end of an answer: it is over when something else comes. */
  function closeAnswer(thread: Thread): void {
    const { answer } = thread
    thread.answer = null
    if (!answer || isLive) return
    const { model, requestId, stopReason, id } = answer
    answers.delete(id)
    tell(thread, answer, {
      startMs: answer.startMs,
      endMs: answer.endMs,
      provider: findProviderName(model),
      requestModel: model,
      responseModel: model,
      responseId: id,
      ...(requestId !== undefined && { requestId }),
      ...(stopReason !== undefined && { stopReason }),
      usage: answer.usage ?? usageOf?.(id) ?? null,
      attempt: 1,
    })
  }

  function tell(thread: Thread | null, answer: OpenAnswer | null, seen: SeenRequest): void {
    const turn = thread?.turn ?? threads.get(MAIN)?.turn ?? null
    const id = seen.responseId ?? `${seen.startMs}`
    // Some logs come back to an answer after another.
    const times = (toldTimes.get(id) ?? 0) + 1
    toldTimes.set(id, times)
    const traceId = turn?.place.traceId ?? parent?.traceId ?? toTraceId(sessionId, id)
    const parentSpanId = turn?.place.spanId ?? parent?.spanId
    const blocks = answer ? [...answer.pieces.values()].flat() : []
    if (turn && thread) {
      turn.hasWork = true
      turn.model = seen.responseModel || seen.requestModel || turn.model
      if (seen.usage) turn.usage = addUsage(turn.usage, seen.usage)
      turn.error = seen.error ? seen.error.type : ''
      const words = messageText({ message: { content: blocks } })
      if (words !== '') turn.answer = words
    }
    onHappening({
      kind: 'request',
      ...seen,
      promptId: turn?.promptId ?? '',
      place: {
        traceId,
        spanId: toSpanId(sessionId, 'request', times === 1 ? id : `${id}\0${times}`),
        ...(parentSpanId !== undefined && { parentSpanId }),
      },
      source: !thread ? 'auxiliary' : thread === threads.get(MAIN) ? 'main' : 'subagent',
      said: answer?.said ?? [],
      answer: blocks,
    })
  }

  function takeAnswer(
    name: string,
    thread: Thread,
    message: Readonly<Record<string, unknown>>,
    atMs: number,
  ): void {
    const inner = isObject(message.message) ? message.message : {}
    const turn =
      thread.turn ??
      openTurn(name, thread, { promptId: String(message.uuid), atMs: thread.lastMs || atMs, prompt: '' })
    if (isSyntheticApiErrorMessage(message)) {
      turn.error = readString(message, 'error') ?? 'api_error'
      turn.hasWork = true
      return
    }
    const id = readString(inner, 'id') ?? String(message.uuid)
    if (thread.answer?.id !== id) {
      closeAnswer(thread)
      const answer: OpenAnswer = {
        id,
        startMs: Math.min(thread.lastMs || atMs, atMs),
        endMs: atMs,
        model: '',
        requestId: undefined,
        stopReason: undefined,
        usage: null,
        said: thread.said,
        pieces: new Map(),
      }
      thread.said = []
      thread.answer = answer
      answers.set(id, { thread, answer })
    }
    const { answer } = thread
    if (!answer) return
    answer.endMs = Math.max(answer.endMs, atMs)
    answer.model = readString(inner, 'model') ?? answer.model
    answer.requestId = readString(message, 'requestId') ?? answer.requestId
    answer.stopReason = readString(inner, 'stop_reason') ?? answer.stopReason
    if (isObject(inner.usage)) {
      const told = toUsageSum(inner.usage)
      // Each piece of an answer tells what it used by then.
      answer.usage = answer.usage ? mergeUsage(answer.usage, told) : told
    }
    const blocks = readArray(inner, 'content')
    answer.pieces.set(String(message.uuid), blocks)
    for (const block of blocks) {
      if (isObject(block) && block.type === 'tool_use' && typeof block.id === 'string')
        openCall(turn, block, atMs)
    }
  }

  function openCall(turn: Turn, block: Readonly<Record<string, unknown>>, atMs: number): void {
    const id = String(block.id)
    if (callers.has(id)) return
    const { input } = block
    calls.set(id, { turn, startMs: atMs, name: readString(block, 'name') ?? '', input })
    callers.set(id, turn)
    turn.hasWork = true
  }

  function closeCall(
    block: Readonly<Record<string, unknown>>,
    message: Readonly<Record<string, unknown>>,
    atMs: number,
  ): void {
    const id = String(block.tool_use_id)
    const call = calls.get(id)
    if (!call) return
    calls.delete(id)
    const { turn, name, input } = call
    const agentId = readString(message.toolUseResult, 'agentId')
    if (agentId !== undefined && !links.has(agentId))
      links.set(agentId, { toolUseId: id, name: readString(input, 'subagent_type') })
    const took = readToolTime(message)
    const place = {
      traceId: turn.place.traceId,
      spanId: toSpanId(sessionId, 'call', id),
      parentSpanId: turn.place.spanId,
    }
    const decision = decisions.get(id) ?? ACCEPTED
    decisions.delete(id)
    const shared = { promptId: turn.promptId, place, toolName: name, toolUseId: id, input, decision }
    onHappening({ kind: 'decision', atMs: call.startMs, ...shared })
    onHappening({
      kind: 'call',
      ...shared,
      startMs: took === undefined ? call.startMs : Math.max(call.startMs, atMs - took),
      endMs: Math.max(atMs, call.startMs),
      agentName: turn.agentName,
      result: block.content,
      told: message.toolUseResult,
      isError: block.is_error === true,
    })
  }

  function takeUser(
    name: string,
    thread: Thread,
    message: Readonly<Record<string, unknown>>,
    atMs: number,
  ): void {
    const inner = isObject(message.message) ? message.message : {}
    for (const block of readArray(inner, 'content'))
      if (isObject(block) && block.type === 'tool_result') closeCall(block, message, atMs)
    // Calls run while the rest of their answer still comes.
    if (!isToolUseResultMessage(message)) closeAnswer(thread)
    if (isHumanTurn(message) && (name === MAIN || !thread.turn)) {
      closeTurn(thread, thread.lastMs || atMs)
      const prompt = messageText(message)
      const turn = openTurn(name, thread, { promptId: String(message.uuid), atMs, prompt })
      if (name === MAIN)
        onHappening({ kind: 'prompt', promptId: turn.promptId, place: turn.place, atMs, text: prompt })
    }
    thread.said.push({ role: isObject(message.toolUseResult) ? 'tool' : 'user', content: inner.content })
  }

  return {
    take(message, atMs) {
      if (!isObject(message)) return
      const { name, thread } = threadOf(message)
      if (message.type === 'assistant') takeAnswer(name, thread, message, atMs)
      else if (message.type === 'user') takeUser(name, thread, message, atMs)
      else if (message.type === 'system' && message.subtype === 'turn_duration') closeTurn(thread, atMs)
      else return
      thread.lastMs = Math.max(thread.lastMs, atMs)
    },
    link: (agentId, toolUseId, name) => void links.set(agentId, { toolUseId, name }),
    decide: (toolUseId, decision) => void decisions.set(toolUseId, decision),
    request(seen) {
      const found = seen.responseId === undefined ? undefined : answers.get(seen.responseId)
      if (seen.responseId !== undefined) answers.delete(seen.responseId)
      if (found) return tell(found.thread, found.answer, seen)
      tell(null, null, seen)
    },
    end() {
      for (const thread of threads.values()) closeTurn(thread, thread.lastMs)
    },
  }
}

const MAIN = ''
/** Of old logs, which have subagents between the rest and do not name them. */
const SIDECHAIN = '\0sidechain'
const ACCEPTED: CallDecision = { behavior: 'accept', source: 'config' }
