import type { Readable } from 'node:stream'
import { type ContentBlock, isObject, type JsonObject } from '@antiphon/contract'
import {
  type ContextReference,
  createHumanOrigin,
  type HumanOrigin,
  type MessageAuthor,
  parseStreamJson,
  readOriginAuthor,
  type UUID,
} from '@antiphon/core'
import { placeContext } from '@antiphon/core/context'
import { isContextReference } from '@antiphon/core/message'
import type { ParsedLine } from '@antiphon/core/wire'

/** What a host says, as far as it can be understood. */
export type HostFrame =
  | { readonly kind: 'prompt'; readonly prompt: HostPrompt }
  /** A user message without a prompt: its host waits for a result all the same. */
  | { readonly kind: 'no-prompt'; readonly refusal: PromptRefusal }
  | { readonly kind: 'request'; readonly requestId: string; readonly request: HostRequest }
  | { readonly kind: 'answer'; readonly requestId: string; readonly answer: HostAnswer }
  | { readonly kind: 'cancel'; readonly requestId: string }
  /** Nothing that asks for anything. */
  | { readonly kind: 'idle' }
  /** A line that means nothing here; `reason` is for the person who looks for it. */
  | { readonly kind: 'bad'; readonly reason: string }

export type HostPrompt = {
  readonly content: string | readonly ContentBlock[]
  readonly uuid?: UUID
  /** What the person attached; the content names it at its head. */
  readonly contexts?: readonly ContextReference[]
  /** Whose words it is, where several people share the session. */
  readonly origin?: HumanOrigin
  /** False for what the model shall know without answering. */
  readonly asksForAnswer: boolean
}

/** Why a user message is no prompt. */
export type PromptRefusal = {
  readonly reason: string
  /** Nothing but blanks, which is no error. */
  readonly isBlank: boolean
  readonly uuid?: UUID
}

/** A question of the host; its fields are checked by whoever answers it. */
export type HostRequest = { readonly subtype: string } & Readonly<Record<string, unknown>>

/** What became of a question that we asked. */
export type HostAnswer =
  | { readonly status: 'answered'; readonly response: JsonObject; readonly author?: MessageAuthor }
  | { readonly status: 'refused'; readonly error: string }
  /** Nobody waits for it any more, or nobody is there to answer. */
  | { readonly status: 'cancelled' }
  | { readonly status: 'gone' }

/** Understands a line. Whatever it holds, it never throws. */
export function toHostFrame(line: ParsedLine): HostFrame {
  if (line.kind === 'bad') return { kind: 'bad', reason: `line ${line.line} is no frame (${line.reason})` }
  // Anybody may have written it: each field is checked before it is used.
  const event = line.event as unknown as Readonly<Record<string, unknown>>
  const where = `line ${line.line}`
  switch (event.type) {
    case 'user':
      return toPrompt(event, where)
    case 'control_request':
      return toRequest(event, where)
    case 'control_response':
      return toAnswer(event, where)
    case 'control_cancel_request':
      return typeof event.request_id === 'string'
        ? { kind: 'cancel', requestId: event.request_id }
        : { kind: 'bad', reason: `${where}: a cancellation without request_id` }
    case 'keep_alive':
      return { kind: 'idle' }
    default:
      return {
        kind: 'bad',
        reason: `${where}: a frame of the type ${String(JSON.stringify(event.type)).slice(0, 100)} means nothing here`,
      }
  }
}

function toPrompt(event: Readonly<Record<string, unknown>>, where: string): HostFrame {
  const contexts = readContexts(event.contexts)
  const said = isObject(event.message) ? event.message.content : undefined
  const content = isWords(said) ? placeContext(said, contexts) : undefined
  const asksForAnswer = event.shouldQuery !== false
  const name = isUuid(event.uuid) ? { uuid: event.uuid } : {}
  const isBlank = typeof content === 'string' && /^\s+$/.test(content)
  if (content === undefined || isBlank) {
    const reason = `${where}: ${isBlank ? BLANK : 'a user message needs message.content, a text or blocks'}`
    return asksForAnswer
      ? { kind: 'no-prompt', refusal: { reason, isBlank, ...name } }
      : { kind: 'bad', reason }
  }
  return {
    kind: 'prompt',
    prompt: {
      content,
      ...name,
      ...(contexts.length > 0 && { contexts }),
      ...readOrigin(event.origin),
      asksForAnswer,
    },
  }
}

const BLANK = 'a user message of nothing but blanks, which is not sent to the model'

/** What is no reference is left out: the words count without it. */
function readContexts(value: unknown): readonly ContextReference[] {
  return Array.isArray(value) ? value.filter(isContextReference) : []
}

/** Only a person's name: that something comes from a task, or from nobody, is not for a host to say. */
function readOrigin(value: unknown): Pick<HostPrompt, 'origin'> {
  const author = readOriginAuthor(value)
  return author ? { origin: createHumanOrigin(author) } : {}
}

function isWords(value: unknown): value is HostPrompt['content'] {
  if (typeof value === 'string') return true
  return Array.isArray(value) && value.every(block => isObject(block) && typeof block.type === 'string')
}

function isUuid(value: unknown): value is UUID {
  return typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
}

function toRequest(event: Readonly<Record<string, unknown>>, where: string): HostFrame {
  const { request_id: requestId, request } = event
  if (typeof requestId !== 'string')
    return { kind: 'bad', reason: `${where}: a request without request_id cannot be answered` }
  const subtype = isObject(request) && typeof request.subtype === 'string' ? request.subtype : ''
  return { kind: 'request', requestId, request: { ...(isObject(request) && request), subtype } }
}

function toAnswer(event: Readonly<Record<string, unknown>>, where: string): HostFrame {
  const { response } = event
  if (!isObject(response) || typeof response.request_id !== 'string')
    return { kind: 'bad', reason: `${where}: an answer without request_id` }
  const { request_id: requestId } = response
  if (response.subtype === 'success') {
    // It came as JSON.
    const payload = isObject(response.response) ? (response.response as JsonObject) : {}
    const author = readOriginAuthor(event.origin)
    const answer = { status: 'answered', response: payload, ...(author && { author }) } as const
    return { kind: 'answer', requestId, answer }
  }
  const error = typeof response.error === 'string' ? response.error : 'the host refused'
  return { kind: 'answer', requestId, answer: { status: 'refused', error } }
}

/** The host's frames until its input ends, or until nobody wants to hear more. */
export async function* readHostFrames(
  stdin: Readable,
  signal: AbortSignal,
): AsyncGenerator<HostFrame, void, undefined> {
  const stop = (): void => void stdin.destroy()
  signal.addEventListener('abort', stop)
  try {
    if (signal.aborted) return
    for await (const line of parseStreamJson(stdin)) yield toHostFrame(line)
  } catch (error) {
    // An input that breaks off is one that ended; what came until then counts.
    if (!signal.aborted) yield { kind: 'bad', reason: `the input broke off (${String(error)})` }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
