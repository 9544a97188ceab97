import { modelFacts } from '@antiphon/contract'
import {
  buildApiRequest,
  type CompactTrigger,
  createCompactBoundaryMessage,
  createUserMessage,
  isAssistantMessage,
  isUserMessage,
  type Message,
  SYSTEM_ORIGIN,
} from '@antiphon/core'
import { blocksOf } from '../conversation/blocks-of.ts'
import { ProviderError } from '../provider/provider-error.ts'
import { readAnswerText } from '../provider/read-answer-text.ts'
import { appendSafely, lastUuid } from '../query/append-messages.ts'
import { findRemedy } from '../query/find-remedy.ts'
import type { QueryContext } from '../query/query-context.ts'
import { toCompactionPrompt, toSummaryText } from './compaction-prompt.ts'
import { retell } from './retell.ts'

const MAX_UNITS = 40_000

/** The session's part in it. `reminders` is what the model is told without being asked; it stood before the boundary. */
export type CompactContext = Pick<
  QueryContext,
  | 'conversation'
  | 'provider'
  | 'system'
  | 'toolbox'
  | 'record'
  | 'models'
  | 'retry'
  | 'random'
  | 'sleep'
  | 'now'
> & { readonly reminders: readonly Message[] }

type CompactOptions = {
  readonly context: CompactContext
  readonly trigger: CompactTrigger
  readonly preTokens: number
  readonly instructions?: string
  readonly signal: AbortSignal
}

/**
 * Replaces the conversation by a summary of it: a boundary, the summary, what is kept word for word. The log keeps
 * everything; the boundary is stored before the conversation changes. Gives the summary; throws where none can be had.
 */
export async function* compactConversation(
  options: CompactOptions,
): AsyncGenerator<Message, string, undefined> {
  const { context, trigger, preTokens } = options
  const { conversation } = context
  const before = conversation.messages()
  const kept = findKeptTail(before, context.models.current())
  const content = toSummaryText(await summarize(options, before))
  const summary = createUserMessage({
    content,
    isMeta: true,
    isCompactSummary: true,
    isVisibleInTranscriptOnly: true,
    origin: SYSTEM_ORIGIN,
    summarizeMetadata: {
      messagesSummarized: before.length - kept.length,
      ...(options.instructions !== undefined && { userContext: options.instructions }),
      ...(kept.length > 0 && { direction: 'up_to' }),
    },
  })
  const last = lastUuid(before)
  const [head, tail] = [kept[0]?.uuid, kept.at(-1)?.uuid]
  const boundary = createCompactBoundaryMessage({
    trigger,
    preTokens,
    messagesSummarized: before.length - kept.length,
    ...(options.instructions !== undefined && { userContext: options.instructions }),
    ...(last !== undefined && { lastPreCompactMessageUuid: last }),
    ...(head !== undefined &&
      tail !== undefined && {
        preservedSegment: { headUuid: head, anchorUuid: summary.uuid, tailUuid: tail },
      }),
  })
  await context.record([boundary, summary], last)
  conversation.restart([boundary, summary, ...kept])
  const retold = retell(context.reminders, { now: context.now(), model: context.models.main })
  await appendSafely(context, retold)
  yield* [boundary, summary, ...retold]
  return content
}

/** Asks for the summary through the same view as every request; leaves out the oldest half only where even that is too long. */
async function summarize(options: CompactOptions, messages: readonly Message[]): Promise<string> {
  let rest = messages
  for (let cuts = 0; ; cuts++) {
    try {
      return await askPatiently(options, rest)
    } catch (error) {
      if (!isTooLong(error) || cuts >= MAX_CUTS || rest.length < 4) throw error
      rest = rest.slice(Math.ceil(rest.length / 2))
    }
  }
}

function isTooLong(error: unknown): boolean {
  return error instanceof ProviderError && findRemedy(error)?.kind === 'compact'
}

/** An API that is busy is asked again, as for every request. */
async function askPatiently(options: CompactOptions, messages: readonly Message[]): Promise<string> {
  const { context, signal } = options
  for (let attempt = 1; ; attempt++) {
    try {
      return await askForSummary(options, messages)
    } catch (error) {
      if (signal.aborted || !(error instanceof ProviderError) || isTooLong(error)) throw error
      const decision = context.retry({ error, attempt, hasFallback: false, random: context.random })
      if (decision.kind !== 'again') throw error
      await context.sleep(decision.waitMilliseconds, signal)
    }
  }
}

const MAX_CUTS = 3
const SUMMARY_TOKENS = 16_000

async function askForSummary(options: CompactOptions, messages: readonly Message[]): Promise<string> {
  const { context, signal } = options
  const model = context.models.current()
  const { platform } = context.provider
  const prompt = createUserMessage({ content: toCompactionPrompt(options.instructions), isMeta: true })
  const request = buildApiRequest(context.conversation.project([...messages, prompt]), {
    model,
    platform,
    system: context.system,
    tools: context.toolbox.definitions,
    maxTokens: SUMMARY_TOKENS,
  })
  const { text, stopReason } = await readAnswerText(
    context.provider.stream(request, { signal, betas: context.toolbox.betas }),
  )
  if (text === '') throw new Error('The model gave no summary.')
  // Half of it would be all that is left of the conversation.
  if (stopReason === 'max_tokens') throw new Error('The summary did not fit into an answer.')
  return text
}

/** The end of a conversation that a compaction keeps word for word: from the last prompt on, if that is short. */
function findKeptTail(messages: readonly Message[], model: string): readonly Message[] {
  const start = messages.findLastIndex(isPrompt)
  if (start <= 0) return []
  const tail = messages.slice(start).filter(message => message.type !== 'progress')
  const isShort = JSON.stringify(tail).length <= MAX_UNITS
  // Thinking is bound to what stood before it, and that is about to change.
  const isBound = modelFacts(model).prefixCheck === true && tail.some(hasThinking)
  return isShort && !isBound ? tail : []
}

function isPrompt(message: Message): boolean {
  if (!isUserMessage(message) || message.isMeta === true || message.isCompactSummary === true) return false
  return !blocksOf(message).some(({ type }) => type === 'tool_result')
}

function hasThinking(message: Message): boolean {
  return (
    isAssistantMessage(message) &&
    blocksOf(message).some(({ type }) => type === 'thinking' || type === 'redacted_thinking')
  )
}
