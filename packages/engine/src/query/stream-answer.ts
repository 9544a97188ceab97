import { type ApiRequest, type ContentBlock, isObject, type JsonObject } from '@antiphon/contract'
import {
  type AssistantMessage,
  createAssistantAccumulator,
  createTombstoneMessage,
  type StopReason,
  type Usage,
} from '@antiphon/core'
import { ProviderError } from '../provider/provider-error.ts'
import { findAdvisorModel } from '../tool/select-server-tools.ts'
import { createDeferred } from '../waiting/deferred.ts'
import { appendSafely, lastUuid } from './append-messages.ts'
import type { QueryContext } from './query-context.ts'
import type { QueryEvent } from './query-event.ts'
import type { StreamingToolExecutor } from './streaming-tool-executor.ts'
import { createSearchWatch } from './watch-searches.ts'

/** How one request went. */
export type AnswerAttempt =
  | {
      readonly kind: 'complete'
      readonly messages: readonly AssistantMessage[]
      readonly stopReason: StopReason | null
      readonly usage: Usage | null
      /** The tools of calls that did not arrive whole and stand in no message. */
      readonly lostCalls: readonly string[]
    }
  | { readonly kind: 'broken'; readonly error: ProviderError }
  | { readonly kind: 'interrupted'; readonly messages: readonly AssistantMessage[] }

type StreamAnswerOptions = {
  readonly context: QueryContext
  readonly executor: StreamingToolExecutor
  readonly request: ApiRequest
  readonly betas: readonly string[]
}

/** Streams one answer: each finished block is a message at once, and a call in it starts while the rest still streams. */
export async function* streamAnswer(
  options: StreamAnswerOptions,
): AsyncGenerator<QueryEvent, AnswerAttempt, undefined> {
  const { context, executor, request, betas } = options
  const { provider, signal } = context
  let requestId: string | undefined
  const onRequestId = (name: string): void => {
    requestId = name
  }
  const accumulator = createAssistantAccumulator({
    now: context.now,
    requestId: () => requestId,
    advisorModel: findAdvisorModel(context.toolbox.serverTools),
  })
  const tellSearches = createSearchWatch()
  const messages: AssistantMessage[] = []
  const lostCalls: string[] = []
  const ended = createDeferred()
  let end: { readonly stopReason: StopReason | null; readonly usage: Usage | null } = {
    stopReason: null,
    usage: null,
  }
  try {
    for await (const event of provider.stream(request, { signal, betas, onRequestId })) {
      // A block is told whole before its end is, as Claude Code does it.
      const isBlockEnd = event.type === 'content_block_stop'
      if (!isBlockEnd) yield { type: 'stream_event', event }
      for (const step of accumulator.push(event)) {
        if (step.kind === 'message') {
          const stored = await addInternalInput(context, step.message)
          messages.push(stored)
          yield* keepAnswer(context, stored)
          yield* tellSearches(stored)
          startCalls(executor, step.message, ended.promise)
        } else if (step.kind === 'patch') {
          end = { stopReason: step.stopReason, usage: step.usage }
          if (step.message) updateAnswer(context, withStoredContent(step.message, messages))
        } else if (step.kind === 'restarted') {
          if (executor.hasStarted()) throw new ProviderError('server', 'The answer began again after a call.')
          lostCalls.length = 0
          yield* takeBack({ context, executor, messages: messages.splice(0) })
        } else if (step.kind === 'dropped') {
          lostCalls.push(...findCall(step.block))
        } else if (step.kind === 'error') {
          throw new ProviderError(
            step.error.type === 'overloaded_error' ? 'overloaded' : 'server',
            step.error.message,
            { errorType: step.error.type, requestId },
          )
        }
      }
      if (isBlockEnd) yield { type: 'stream_event', event }
      for (const message of executor.take()) yield* tellResult(context, message)
    }
    const rest = accumulator.end()
    lostCalls.push(...rest.flatMap(step => (step.kind === 'dropped' ? findCall(step.block) : [])))
    if (rest.some(step => step.kind === 'cut'))
      throw new ProviderError('connection', 'The stream ended before the answer did.')
    return { kind: 'complete', messages, lostCalls, ...end }
  } catch (error) {
    if (signal.aborted) return { kind: 'interrupted', messages }
    if (!(error instanceof ProviderError)) throw error
    // What a call has done cannot be taken back; then neither can the answer that made it.
    if (executor.hasStarted()) return { kind: 'complete', messages, lostCalls, ...end }
    yield* takeBack({ context, executor, messages })
    return { kind: 'broken', error }
  } finally {
    ended.resolve()
  }
}

/** What was stored of an answer stays as it is when its usage becomes known. */
function withStoredContent(message: AssistantMessage, stored: readonly AssistantMessage[]): AssistantMessage {
  const content = stored.find(({ uuid }) => uuid === message.uuid)?.message.content
  return content ? { ...message, message: { ...message.message, content } } : message
}

function findCall(block: ContentBlock): readonly string[] {
  return block.type === 'tool_use' ? [block.name] : []
}

async function* keepAnswer(
  context: QueryContext,
  message: AssistantMessage,
): AsyncGenerator<QueryEvent, void, undefined> {
  const after = lastUuid(context.conversation.messages())
  context.conversation.append(message)
  // The model's words do not wait for the disk; what fails is reported by the recorder.
  context.record([message], after).catch(() => undefined)
  yield message
}

function updateAnswer(context: QueryContext, message: AssistantMessage): void {
  const messages = context.conversation.messages()
  const index = messages.findLastIndex(({ uuid }) => uuid === message.uuid)
  context.conversation.update(message)
  context.record([message], lastUuid(messages.slice(0, Math.max(0, index)))).catch(() => undefined)
}

function startCalls(
  executor: StreamingToolExecutor,
  assistantMessage: AssistantMessage,
  answerEnd: Promise<void>,
): void {
  for (const block of assistantMessage.message.content)
    if (block.type === 'tool_use') executor.add({ block, assistantMessage, answerEnd })
}

/** Progress is only shown; a result is stored before anybody hears of it. */
export async function* tellResult(
  context: QueryContext,
  message: QueryEvent,
): AsyncGenerator<QueryEvent, void, undefined> {
  if (message.type === 'user' || message.type === 'attachment' || message.type === 'system')
    await appendSafely(context, [message])
  yield message
}

/** Withdraws an answer that was shown: the screen removes it, the model never said it, and none of its calls will run. */
async function* takeBack(answer: {
  readonly context: QueryContext
  readonly executor: StreamingToolExecutor
  readonly messages: readonly AssistantMessage[]
}): AsyncGenerator<QueryEvent, void, undefined> {
  const { messages, executor } = answer
  const { conversation } = answer.context
  executor.forget()
  if (messages.length === 0) return
  const gone = new Set(messages.map(({ uuid }) => uuid))
  conversation.restart(conversation.messages().filter(({ uuid }) => !gone.has(uuid)))
  for (const message of messages) yield createTombstoneMessage(message)
}

/** The answer as it is stored: calls bear what their tools keep beside the model's own words. */
async function addInternalInput(
  context: Pick<QueryContext, 'toolbox' | 'toolContext'>,
  message: AssistantMessage,
): Promise<AssistantMessage> {
  const { content } = message.message
  const added = await Promise.all(content.map(block => addTo(context, block)))
  if (added.every((block, index) => block === content[index])) return message
  return { ...message, message: { ...message.message, content: added } }
}

async function addTo(
  { toolbox, toolContext }: Pick<QueryContext, 'toolbox' | 'toolContext'>,
  block: ContentBlock,
): Promise<ContentBlock> {
  const tool = block.type === 'tool_use' ? toolbox.find(block.name) : undefined
  if (block.type !== 'tool_use' || !tool?.addInternalInput || !isObject(block.input)) return block
  // What a model sends is JSON.
  const input = block.input as JsonObject
  // It is a copy for people: where it cannot be had, the answer stands without it.
  const internal = await tool.addInternalInput(input, toolContext(block.id)).catch(() => ({}))
  return Object.keys(internal).length === 0 ? block : { ...block, input: { ...input, ...internal } }
}
