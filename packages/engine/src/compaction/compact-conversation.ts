import {
  buildApiRequest,
  type CompactTrigger,
  createAssistantAccumulator,
  createCompactBoundaryMessage,
  createUserMessage,
  type Message,
} from '@antiphon/core'
import { appendSafely, lastUuid } from '../query/append-messages.ts'
import type { QueryContext } from '../query/query-context.ts'
import { toCompactionPrompt, toSummaryText } from './compaction-prompt.ts'
import { findKeptTail } from './find-kept-tail.ts'

export type CompactOptions = {
  readonly context: Pick<
    QueryContext,
    'conversation' | 'provider' | 'system' | 'toolbox' | 'record' | 'models'
  >
  readonly trigger: CompactTrigger
  readonly preTokens: number
  readonly instructions?: string
  /** What the model is told without being asked, once more: it stood before the boundary. */
  readonly reminders: readonly Message[]
  readonly signal: AbortSignal
}

/**
 * Replaces the conversation by a summary of it: a boundary, the summary, what is kept word for word. The log keeps
 * everything; the boundary is stored before the conversation changes. Throws where no summary can be had.
 */
export async function* compactConversation(
  options: CompactOptions,
): AsyncGenerator<Message, void, undefined> {
  const { context, trigger, preTokens, reminders } = options
  const { conversation } = context
  const before = conversation.messages()
  const kept = findKeptTail(before, context.models.main)
  const summary = createUserMessage({
    content: toSummaryText(await summarize(options, before)),
    isCompactSummary: true,
    isVisibleInTranscriptOnly: true,
  })
  const last = lastUuid(before)
  const [head, tail] = [kept[0]?.uuid, kept.at(-1)?.uuid]
  const boundary = createCompactBoundaryMessage({
    trigger,
    preTokens,
    messagesSummarized: before.length - kept.length,
    ...(last !== undefined && { lastPreCompactMessageUuid: last }),
    ...(head !== undefined &&
      tail !== undefined && {
        preservedSegment: { headUuid: head, anchorUuid: summary.uuid, tailUuid: tail },
      }),
  })
  await context.record([boundary, summary], last)
  conversation.restart([boundary, summary, ...kept])
  await appendSafely(context, reminders)
  yield* [boundary, summary, ...reminders]
}

/** Asks for the summary through the same view as every request; leaves out the oldest half where even that is too long. */
async function summarize(options: CompactOptions, messages: readonly Message[]): Promise<string> {
  let rest = messages
  for (let attempt = 0; ; attempt++) {
    try {
      return await askForSummary(options, rest)
    } catch (error) {
      if (options.signal.aborted || attempt >= MAX_CUTS || rest.length < 4) throw error
      rest = rest.slice(Math.ceil(rest.length / 2))
    }
  }
}

const MAX_CUTS = 3
const SUMMARY_TOKENS = 16_000

async function askForSummary(options: CompactOptions, messages: readonly Message[]): Promise<string> {
  const { context, signal } = options
  const model = context.models.main
  const { platform } = context.provider
  const prompt = createUserMessage({ content: toCompactionPrompt(options.instructions), isMeta: true })
  const request = buildApiRequest(context.conversation.project([...messages, prompt]), {
    model,
    platform,
    system: context.system,
    tools: context.toolbox.definitions,
    maxTokens: SUMMARY_TOKENS,
  })
  const accumulator = createAssistantAccumulator()
  let text = ''
  for await (const event of context.provider.stream(request, { signal }))
    for (const step of accumulator.push(event))
      if (step.kind === 'message')
        for (const block of step.message.message.content) if (block.type === 'text') text += block.text
  if (text.trim() === '') throw new Error('The model gave no summary.')
  return text
}
