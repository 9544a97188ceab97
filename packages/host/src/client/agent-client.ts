import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { ContentBlock, JsonObject } from '@antiphon/contract'
import { isObject } from '@antiphon/contract'
import { type ControlRequest, parseStreamJson, type UUID, type WireEvent } from '@antiphon/core'
import { type BadLine, safeJson } from '@antiphon/core/wire'
import { ProgramError } from '../program-error.ts'
import type { AgentExit, AgentPipe } from './agent-pipe.ts'

/** An agent that is driven from here: ours or an installed one, by the same frames. */
export interface AgentClient {
  /** Says a prompt; the uuid is the message's own where the agent keeps it. */
  prompt(content: string | readonly ContentBlock[], more?: PromptFields): Promise<void>
  /** Asks the agent and waits; rejects with its words where it refuses, and where it ends before it answers. */
  ask(request: ControlRequest, signal?: AbortSignal): Promise<JsonObject>
  /** Answers what the agent asked (`control_request`), such as whether a tool may run. */
  answer(requestId: string, response: JsonObject): Promise<void>
  /** Declines to answer: the agent goes on without. */
  refuse(requestId: string, error: string): Promise<void>
  /** Says nothing more: the agent finishes what it was asked, and ends. */
  close(): Promise<AgentExit>
  /** Ends it now. What it has stored is stored. */
  kill(): Promise<AgentExit>
  readonly ended: Promise<AgentExit>
}

export type PromptFields = Readonly<Record<string, unknown>> & { readonly uuid?: UUID }

export type AgentClientOptions = {
  readonly pipe: AgentPipe
  /** Hears everything that the agent says but answers to questions; the next is read when it is done. */
  readonly onEvent: (event: WireEvent) => void | Promise<void>
  /** Hears what is no frame. */
  readonly onBadLine?: (line: BadLine) => void
  /** Hears that `onEvent` threw; the next event is read all the same. */
  readonly onFailure?: (error: unknown, event: WireEvent) => void
}

/** Drives the agent at the other end of a pipe. */
export function createAgentClient({ pipe, onEvent, onBadLine, onFailure }: AgentClientOptions): AgentClient {
  const waiting = new Map<string, Waiting>()
  const heard = listen()
  const ended = heard
    .then(() => pipe.ended)
    .then(end => {
      for (const { reject } of waiting.values()) reject(new ProgramError('unreadable', describeEnd(end)))
      waiting.clear()
      return end
    })

  async function listen(): Promise<void> {
    try {
      for await (const line of parseStreamJson(pipe.output)) {
        if (line.kind === 'bad') onBadLine?.(line)
        else if (!settle(line.event)) await tell(line.event)
      }
    } catch {
      // A pipe that breaks off is one that ended; why is told by the end.
    }
  }

  /** One event that its hearer cannot take must not make deaf for all that follow. */
  async function tell(event: WireEvent): Promise<void> {
    try {
      await onEvent(event)
    } catch (error) {
      onFailure?.(error, event)
    }
  }

  function settle(event: WireEvent): boolean {
    if (event.type !== 'control_response') return false
    // Another program wrote it: each field is checked before it is used.
    const response: unknown = event.response
    const id = isObject(response) ? response.request_id : undefined
    const question = typeof id === 'string' ? waiting.get(id) : undefined
    if (!isObject(response) || typeof id !== 'string' || !question) return false
    waiting.delete(id)
    if (response.subtype === 'success')
      question.resolve(isObject(response.response) ? (response.response as JsonObject) : {})
    else question.reject(new ProgramError('unreadable', String(response.error ?? 'the agent refused')))
    return true
  }

  async function send(frame: Readonly<Record<string, unknown>>): Promise<void> {
    if (pipe.input.destroyed || pipe.input.writableEnded)
      throw new ProgramError('unreadable', describeEnd(await pipe.ended))
    if (!pipe.input.write(`${safeJson(frame)}\n`))
      await Promise.race([once(pipe.input, 'drain').catch(() => undefined), pipe.ended])
  }

  return {
    ended,
    prompt: (content, more = {}) =>
      send({ type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, ...more }),
    async ask(request, signal) {
      const requestId = randomUUID()
      const answered = new Promise<JsonObject>((resolve, reject) =>
        waiting.set(requestId, { resolve, reject }),
      )
      // Where sending fails its own error is told.
      answered.catch(() => undefined)
      const cancel = (): void => {
        waiting.get(requestId)?.reject(signal?.reason)
        waiting.delete(requestId)
        void send({ type: 'control_cancel_request', request_id: requestId }).catch(() => undefined)
      }
      signal?.throwIfAborted()
      signal?.addEventListener('abort', cancel, { once: true })
      try {
        await send({ type: 'control_request', request_id: requestId, request })
        return await answered
      } finally {
        waiting.delete(requestId)
        signal?.removeEventListener('abort', cancel)
      }
    },
    answer: (requestId, response) =>
      send({ type: 'control_response', response: { subtype: 'success', request_id: requestId, response } }),
    refuse: (requestId, error) =>
      send({ type: 'control_response', response: { subtype: 'error', request_id: requestId, error } }),
    close() {
      pipe.input.end()
      return ended
    },
    kill() {
      pipe.kill()
      return ended
    },
  }
}

type Waiting = {
  readonly resolve: (response: JsonObject) => void
  readonly reject: (error: unknown) => void
}

function describeEnd({ code, words }: AgentExit): string {
  const how = code === null ? 'The agent has ended.' : `The agent has ended with code ${code}.`
  return words === '' ? how : `${how} ${words}`
}
