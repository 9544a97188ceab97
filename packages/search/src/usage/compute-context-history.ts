import { isObject, modelFacts } from '@antiphon/contract'
import {
  type AssistantMessage,
  computeContextUsage,
  isAssistantMessage,
  isCompactBoundaryMessage,
  type Message,
  SYNTHETIC_MODEL,
} from '@antiphon/core'
import {
  type ContextCategory,
  type ContextUsageOptions,
  countPromptTokens,
  estimateMessages,
  estimateTokens,
  type MessageBreakdown,
  mergeUsage,
  toUsageSum,
  type UsageSum,
} from '@antiphon/core/usage'
import { readText } from './read-text.ts'

/** How full the context was, answer by answer. */
export type ContextHistory = {
  readonly points: readonly ContextPoint[]
  readonly compactions: readonly Compaction[]
}

export type ContextPoint = {
  /** Of the answer (`message.id`). */
  readonly id: string
  readonly at: string | null
  readonly model: string
  /** What the answer read and wrote, as the API counted it. */
  readonly tokens: number
  readonly maxTokens: number
  /** True for the first answer after a compaction. */
  readonly isAfterCompaction: boolean
  /** What filled the window, estimated; null where only the size was asked for. */
  readonly detail: ContextDetail | null
}

export type ContextDetail = {
  readonly categories: readonly ContextCategory[]
  /** What the messages consist of; what is unattributed neither they nor the system prompt explain. */
  readonly messages: MessageBreakdown
}

export type Compaction = {
  readonly at: string | null
  readonly trigger: string | null
  /** What the log says of the context before it. */
  readonly preTokens: number | null
  /** How many answers came before it. */
  readonly index: number
}

export type ContextHistoryOptions = {
  /** For how many answers, beside those around a compaction, the categories are told; for each one unless told. */
  readonly detailed?: number
}

/** Follows the context over a conversation, from the root to the leaf and across compactions. */
export function computeContextHistory(
  messages: readonly Message[],
  options: ContextHistoryOptions = {},
): ContextHistory {
  const points: ContextPoint[] = []
  const following = followContext(messages, options)
  for (let next = following.next(); ; next = following.next()) {
    if (next.done) return { points, compactions: next.value }
    points.push(next.value)
  }
}

/** The same point by point, for those who have other work to do in between; the compactions come last. */
export function* followContext(
  messages: readonly Message[],
  { detailed = Number.POSITIVE_INFINITY }: ContextHistoryOptions = {},
): Generator<ContextPoint, readonly Compaction[], undefined> {
  const { steps, compactions } = listSteps(messages)
  const firsts = new Set(compactions.map(({ index }) => index))
  const isSpread = chooseSpread(steps.length, detailed)
  const systemOf = measureSystem(messages, steps)
  const isDetailed = (index: number): boolean => isSpread(index) || firsts.has(index) || firsts.has(index + 1)
  for (const [index, step] of steps.entries()) {
    const { id, at, model, usage, first, last } = step
    const seen = isDetailed(index) ? messages.slice(first, last + 1) : null
    const tokens = countTokens(usage)
    const { systemTokens, isSystemKnown } = systemOf(step)
    yield {
      id,
      at,
      model,
      tokens,
      maxTokens: modelFacts(model).context,
      isAfterCompaction: firsts.has(index),
      detail:
        seen &&
        computeDetail({
          ...{ model, messages: seen, isSystemKnown },
          systemTokens: Math.min(systemTokens, tokens),
        }),
    }
  }
  return compactions
}

function countTokens(usage: UsageSum): number {
  return countPromptTokens(usage) + usage.output_tokens
}

type SystemSize = Required<Pick<ContextUsageOptions, 'systemTokens' | 'isSystemKnown'>>

/** How large the system prompt and the tools were for an answer: by their text where the log holds it, else estimated. */
function measureSystem(messages: readonly Message[], steps: readonly Step[]): (step: Step) => SystemSize {
  const snapshots = findPromptSnapshots(messages)
  const [start] = steps
  const [earliest] = snapshots
  if (!start || !earliest) {
    const systemTokens = estimateSystem(messages, steps)
    return () => ({ systemTokens, isSystemKnown: false })
  }
  // How rough the estimate of text is here, the first answer tells: it read the prompt and little else.
  const read = earliest.tokens + estimateMessages(messages.slice(start.first, start.last + 1), start.model)
  const ratio = Math.min(MAX_RATIO, Math.max(MIN_RATIO, countTokens(start.usage) / Math.max(1, read)))
  return ({ last }) => {
    const { tokens } = snapshots.findLast(({ index }) => index <= last) ?? earliest
    return { systemTokens: Math.round(tokens * ratio), isSystemKnown: true }
  }
}

/**
 * How large the system prompt and the tools are where the log does not hold them: what the first answer read beyond the
 * messages before it. They stay what they are while a session grows, so every later answer has as much of them; what its
 * messages do not explain beyond that is told as such. How rough the estimate of messages is in this session, the growth
 * up to the first compaction tells.
 */
function estimateSystem(messages: readonly Message[], steps: readonly Step[]): number {
  const [start] = steps
  if (!start) return 0
  const end = steps.findLast(({ first }) => first === start.first) ?? start
  const measure = ({ first, last, model }: Step): number =>
    estimateMessages(messages.slice(first, last + 1), model)
  const [before, after] = [measure(start), measure(end)]
  const [told, grown] = [countTokens(start.usage), countTokens(end.usage)]
  const slope = after > before ? (grown - told) / (after - before) : 1
  const ratio = Math.min(MAX_RATIO, Math.max(MIN_RATIO, slope))
  return Math.max(0, Math.round(told - before * ratio))
}

// Beyond these the growth tells of something else than the messages.
const MIN_RATIO = 0.5
const MAX_RATIO = 2

type Step = {
  readonly id: string
  readonly model: string
  readonly at: string | null
  usage: UsageSum
  /** Where the context begins that the answer read, and where the answer ends. */
  readonly first: number
  last: number
}

function listSteps(messages: readonly Message[]): {
  readonly steps: readonly Step[]
  readonly compactions: readonly Compaction[]
} {
  const steps = new Map<string, Step>()
  const compactions: Compaction[] = []
  let first = 0
  messages.forEach((message, index) => {
    if (isCompactBoundaryMessage(message)) {
      first = index
      compactions.push(toCompaction(message, steps.size))
    } else if (isAssistantMessage(message)) addStep(steps, message, { first, index })
  })
  return { steps: [...steps.values()], compactions }
}

function addStep(
  steps: Map<string, Step>,
  message: AssistantMessage,
  { first, index }: { readonly first: number; readonly index: number },
): void {
  // Damaged files hold answers without a message.
  const inner: unknown = message.message
  const model = readText(inner, 'model') ?? ''
  if (!isObject(inner) || message.isApiErrorMessage === true || model === SYNTHETIC_MODEL) return
  const usage = toUsageSum(inner.usage)
  if (countPromptTokens(usage) === 0) return
  const id = readText(inner, 'id') ?? readText(message, 'uuid') ?? `${index}`
  const step = steps.get(id)
  if (!step)
    steps.set(id, { id, model, at: readText(message, 'timestamp') ?? null, usage, first, last: index })
  // What a compaction kept was counted when it was said.
  else if (step.first === first) {
    step.usage = mergeUsage(step.usage, usage)
    step.last = index
  }
}

function toCompaction(boundary: Message, index: number): Compaction {
  const metadata: unknown = 'compactMetadata' in boundary ? boundary.compactMetadata : null
  const tokens = isObject(metadata) ? metadata.preTokens : null
  return {
    at: readText(boundary, 'timestamp') ?? null,
    trigger: readText(metadata, 'trigger') ?? null,
    preTokens: typeof tokens === 'number' ? tokens : null,
    index,
  }
}

function computeDetail(
  options: Pick<ContextUsageOptions, 'model' | 'messages' | 'systemTokens' | 'isSystemKnown'>,
): ContextDetail {
  const usage = computeContextUsage({
    ...options,
    systemSections: [],
    tools: [],
    autoCompactThreshold: null,
  })
  return { categories: usage.categories, messages: usage.messageBreakdown }
}

/** At most `count` of `length`, evenly spread, the last one included. */
function chooseSpread(length: number, count: number): (index: number) => boolean {
  if (count >= length) return () => true
  const chosen = new Set(
    Array.from({ length: Math.max(0, count) }, (_, place) => Math.round(((place + 1) * length) / count) - 1),
  )
  return index => chosen.has(index)
}

/** What stood before the messages from a place of the log on, as Claude Code 2.1.325 and later write it down. */
type PromptSnapshot = {
  /** Where it was written, as an index of the messages. */
  readonly index: number
  /** Of the system prompt and the tools that are not deferred, estimated from their text. */
  readonly tokens: number
}

/**
 * The `prompt_snapshot` attachments that hold all that stands before the messages. A session's first one has the system
 * prompt alone, and says nothing of the tools; it is left out.
 */
function findPromptSnapshots(messages: readonly Message[]): readonly PromptSnapshot[] {
  return messages.flatMap((message, index) => {
    const attachment: unknown = message.type === 'attachment' ? message.attachment : undefined
    if (!isObject(attachment) || attachment.type !== 'prompt_snapshot') return []
    const { systemPrompt, tools, cliPrefix } = attachment
    if (!Array.isArray(systemPrompt) || !Array.isArray(tools)) return []
    const loaded = tools.filter(tool => !(isObject(tool) && tool.defer_loading === true))
    return [{ index, tokens: estimateTokens([cliPrefix, systemPrompt, loaded]) }]
  })
}
