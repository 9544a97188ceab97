import { randomUUID } from 'node:crypto'
import type { SessionUpdate, ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { ContentBlock, JsonObject, ToolUseBlock } from '@antiphon/contract'
import {
  type AssistantMessage,
  baseCreateAssistantMessage,
  createToolResultMessage,
  type Message,
  type ModelStreamEvent,
  toWireEvents,
  type WireEvent,
} from '@antiphon/core'
import { toTodos } from '../todo-plan.ts'
import { isResultOver } from './is-call-over.ts'
import {
  type ForeignCallState,
  mergeCall,
  readForeignCall,
  readForeignResult,
  splitDiffs,
} from './read-foreign-call.ts'

/** Makes messages of what an agent tells of its turn: told as they come, recorded as they are whole. */
export interface ForeignTurn {
  hear(update: SessionUpdate): void
  /** The call as one of ours, told before the person is asked about it. */
  announce(call: ToolCallUpdate): { readonly id: string; readonly name: string; readonly input: JsonObject }
  /** The turn is over: nothing stays open. */
  end(): void
  /** The last words, for whoever wants only the result. */
  readonly lastWords: () => string
}

export type ForeignTurnOptions = {
  readonly sessionId: string
  readonly model: () => string
  readonly say: (event: WireEvent) => void
  readonly record: (messages: readonly Message[]) => void
  readonly readTerminal: (terminalId: string) => string
}

type OpenCall = {
  readonly message: AssistantMessage
  readonly block: ToolUseBlock
  readonly startedAt: number
}

export function createForeignTurn(options: ForeignTurnOptions): ForeignTurn {
  const { sessionId, model, say, record, readTerminal } = options
  const states = new Map<string, ForeignCallState>()
  const open = new Map<string, OpenCall>()
  const over = new Set<string>()
  let answer: { readonly id: string; blocks: number } | null = null
  let streaming: { readonly kind: 'text' | 'thinking'; text: string } | null = null
  let lastWords = ''
  let heard: string | null = null

  const stream = (event: ModelStreamEvent): void =>
    say({
      type: 'stream_event',
      ...{ event, parent_tool_use_id: null, uuid: randomUUID(), session_id: sessionId },
    })

  function tell(message: Message): void {
    record([message])
    for (const event of toWireEvents(message, { sessionId })) say(event)
  }

  function beginAnswer(): { readonly id: string; blocks: number } {
    if (answer) return answer
    answer = { id: `msg_${randomUUID().replaceAll('-', '')}`, blocks: 0 }
    const { id } = answer
    stream({
      type: 'message_start',
      message: {
        ...{ id, type: 'message', role: 'assistant', model: model(), content: [] },
        ...{ stop_reason: null, stop_sequence: null, usage: {} },
      },
    })
    return answer
  }

  /** A block that is whole is a message of its own, as in every log; those of an answer share its name. */
  function tellBlock(block: ContentBlock): AssistantMessage {
    const { id } = beginAnswer()
    const made = baseCreateAssistantMessage({ content: [block] })
    const message = { ...made, message: { ...made.message, id, model: model() } }
    tell(message)
    return message
  }

  /** Chunks of another message begin another answer; agents that name no messages tell one. */
  function addText(kind: 'text' | 'thinking', text: string, messageId: string | null | undefined): void {
    if (text === '') return
    if (messageId && heard && messageId !== heard) closeAnswer()
    heard = messageId ?? heard
    if (streaming?.kind !== kind) {
      closeText()
      const { blocks } = beginAnswer()
      streaming = { kind, text: '' }
      const block: ContentBlock =
        kind === 'text' ? { type: 'text', text: '' } : { type: 'thinking', thinking: '', signature: '' }
      stream({ type: 'content_block_start', index: blocks, content_block: block })
    }
    streaming.text += text
    stream({
      type: 'content_block_delta',
      index: answer?.blocks ?? 0,
      delta: kind === 'text' ? { type: 'text_delta', text } : { type: 'thinking_delta', thinking: text },
    })
  }

  function closeText(): void {
    if (!streaming || !answer) return
    const { kind, text } = streaming
    streaming = null
    stream({ type: 'content_block_stop', index: answer.blocks })
    answer.blocks++
    if (kind === 'text') lastWords = text
    tellBlock(kind === 'text' ? { type: 'text', text } : { type: 'thinking', thinking: text, signature: '' })
  }

  function closeAnswer(): void {
    closeText()
    if (answer) stream({ type: 'message_stop' })
    answer = null
  }

  function hearCall(update: ToolCall | ToolCallUpdate): void {
    const state = mergeCall(states.get(update.toolCallId), update)
    states.set(update.toolCallId, state)
    if (over.has(update.toolCallId)) return
    // What is pending may still be described better.
    if (state.status !== 'pending' && state.status != null) begin(state)
    const call = open.get(update.toolCallId)
    if (!call) return
    if (isResultOver(state.status)) finish(state, call)
    else tellProgress(state, call)
  }

  function begin(state: ForeignCallState): OpenCall {
    const known = open.get(state.toolCallId)
    if (known) return known
    closeText()
    const { name, input } = readForeignCall(state)
    const block: ToolUseBlock = {
      ...{ type: 'tool_use', id: `toolu_${randomUUID().replaceAll('-', '')}`, name, input },
    }
    const message = tellBlock(block)
    if (answer) answer.blocks++
    const call = { message, block, startedAt: performance.now() }
    open.set(state.toolCallId, call)
    return call
  }

  function finish(state: ForeignCallState, { message, block, startedAt }: OpenCall): void {
    open.delete(state.toolCallId)
    over.add(state.toolCallId)
    closeAnswer()
    const { text, output } = readForeignResult(
      state,
      { name: block.name, input: block.input as JsonObject },
      readTerminal,
    )
    const isError = state.status === 'failed'
    tell(
      createToolResultMessage({
        ...{ toolUse: block, assistantMessage: message, durationMs: performance.now() - startedAt },
        content: text || (isError ? 'It failed, and the agent did not say why.' : 'Done.'),
        output: isError ? text : output,
        ...(isError && { isError }),
      }),
    )
    for (const part of splitDiffs(state, block.name)) finish(part, begin(part))
  }

  function tellProgress(state: ForeignCallState, { block, startedAt }: OpenCall): void {
    const { text } = readForeignResult(
      state,
      { name: block.name, input: block.input as JsonObject },
      readTerminal,
    )
    say({
      type: 'tool_progress',
      ...{ tool_use_id: block.id, tool_name: block.name, parent_tool_use_id: null },
      elapsed_time_seconds: Math.round((performance.now() - startedAt) / 1000),
      ...(text !== '' && { output: text.split('\n').slice(-LAST_LINES).join('\n') }),
      ...{ uuid: randomUUID(), session_id: sessionId },
    })
  }

  /** A plan is our list of work, and so a call that is answered at once. */
  function tellPlan(input: object): void {
    closeText()
    // It came as JSON.
    const block: ToolUseBlock = {
      ...{ type: 'tool_use', id: `toolu_${randomUUID().replaceAll('-', '')}`, name: 'TodoWrite' },
      input: input as JsonObject,
    }
    const message = tellBlock(block)
    closeAnswer()
    const output = { oldTodos: [], newTodos: 'todos' in input ? input.todos : [] }
    tell(createToolResultMessage({ toolUse: block, assistantMessage: message, content: 'Noted.', output }))
  }

  return {
    hear(update) {
      switch (update.sessionUpdate) {
        case 'agent_message_chunk':
          addText(
            'text',
            update.content.type === 'text' ? update.content.text : describeMedia(update.content),
            update.messageId,
          )
          break
        case 'agent_thought_chunk':
          addText(
            'thinking',
            update.content.type === 'text' ? update.content.text : describeMedia(update.content),
            update.messageId,
          )
          break
        case 'tool_call':
        case 'tool_call_update':
          hearCall(update)
          break
        case 'plan':
          tellPlan(toTodos(update.entries))
      }
    },
    announce(call) {
      const state = mergeCall(states.get(call.toolCallId), call)
      states.set(call.toolCallId, state)
      const { block } = begin(state)
      return { id: block.id, name: block.name, input: block.input as JsonObject }
    },
    end() {
      for (const [id, call] of [...open]) {
        const state = states.get(id) ?? { toolCallId: id }
        finish({ ...state, status: 'failed' }, call)
      }
      closeAnswer()
    },
    lastWords: () => lastWords,
  }
}

const LAST_LINES = 5

/** Pictures of an answer have no place in a log of ours; where they can be had is said. */
function describeMedia(content: { readonly type: string; readonly uri?: string | null }): string {
  return content.uri ? `[${content.uri}](${content.uri})` : `[${content.type}]`
}
