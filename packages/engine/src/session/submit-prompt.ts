import {
  type ContentBlock,
  type ContextReference,
  createAgentsKilledMessage,
  createAttachmentMessage,
  createSystemMessage,
  createTurnDurationMessage,
  createUserMessage,
  HUMAN_ORIGIN,
  isAssistantMessage,
  isMetaMessage,
  isUserMessage,
  type Message,
  type MessageOrigin,
  readOwnWords,
} from '@antiphon/core'
import { createAgentRunner } from '../agents/create-agent-runner.ts'
import { isTaskNotification } from '../agents/format-task-notification.ts'
import { createSpokenMessages, type SpokenCommand } from '../commands/create-spoken-messages.ts'
import { isCommandMessage } from '../commands/is-command-message.ts'
import { submitCommand } from '../commands/submit-command.ts'
import { collectChangedMemory } from '../memory/collect-changed-memory.ts'
import type { PermissionDenial } from '../permissions/create-permit.ts'
import { appendMessages, appendSafely } from '../query/append-messages.ts'
import { tellStop } from '../query/call-answers.ts'
import { query } from '../query/query.ts'
import type { QueryContext } from '../query/query-context.ts'
import type { QueryEnd, QueryEvent } from '../query/query-event.ts'
import { createSkillDiscovery } from '../skills/create-skill-listing.ts'
import { findRelevantSkills } from '../skills/find-relevant-skills.ts'
import { createApiMetricsWatch } from './api-metrics.ts'
import { closeLastWord } from './close-last-word.ts'
import { collectReminders, listTellableSkills } from './collect-reminders.ts'
import { collectPromptMentions, collectSessionNews } from './collect-session-news.ts'
import { createQueryContext } from './create-query-context.ts'
import { numberImages } from './number-images.ts'
import type { QueryEngineOptions } from './query-engine-options.ts'
import { readLastWords } from './read-last-words.ts'
import type { SessionState } from './session-state.ts'
import { tellSpeaker } from './tell-speaker.ts'
import { toPromptText } from './to-prompt-text.ts'
import { createUsageTotals, type UsageTotals } from './usage-totals.ts'

/** What a turn came to; everything of it is durable. */
export type TurnResult = {
  readonly end: QueryEnd
  /** What the model said last. */
  readonly text: string
  /** How often it was asked. */
  readonly turns: number
  readonly durationMs: number
  readonly usage: UsageTotals
  readonly denials: readonly PermissionDenial[]
  /** Who sent the prompt, where it is known. */
  readonly origin?: MessageOrigin
}

export type SubmitPromptOptions = {
  readonly options: QueryEngineOptions
  readonly state: SessionState
  readonly prompt: string | readonly ContentBlock[]
  readonly before?: readonly Message[]
  readonly uuid?: string
  /** Who sent it, where it is known. At what a task sent no hook looks, and it names no files. */
  readonly origin?: MessageOrigin
  readonly contexts?: readonly ContextReference[]
  readonly signal: AbortSignal
}

/** From a prompt to the end of its turn, or to the answer of the command that it is. */
export async function* submitPrompt(
  submission: SubmitPromptOptions,
): AsyncGenerator<QueryEvent, TurnResult, undefined> {
  return yield* submitCommand(submission, spoken => runPrompt(submission, spoken))
}

/** Store it, ask, run, tell how long it took, make all of it durable. */
async function* runPrompt(
  submission: SubmitPromptOptions,
  spoken: SpokenCommand | null,
): AsyncGenerator<QueryEvent, TurnResult, undefined> {
  const { options, state, signal } = submission
  const killed: string[] = []
  const onKilled = (agentId: string): void => void killed.push(agentId)
  const agents = state.services.agents ?? createAgentRunner({ options, state, onKilled })
  const context = createQueryContext({ options, state, signal, agents })
  const start = context.now()
  state.budget.beginTurn()
  const totals = createUsageTotals()
  const metrics = createApiMetricsWatch(context.now)
  const goesOn = state.life.isNew() && state.conversation.messages().some(isSpoken)
  const lacking = goesOn ? closeLastWord(state.conversation) : []
  // It keeps the order of voices; nobody has to hear of it.
  if (lacking.length > 0) await appendSafely(context, lacking)
  yield* appendMessages(context, await state.life.start(state.model(), signal))
  const refusal = yield* storePrompt({ ...submission, spoken }, context)
  const end: QueryEnd =
    refusal === null
      ? yield* watch(query(context), [totals, metrics])
      : { reason: 'stopped-by-hook', detail: refusal }
  if (end.reason === 'failed')
    yield* appendMessages(context, (await options.hooks?.onStopFailure?.(end, signal))?.messages ?? [])
  const durationMs = context.now() - start
  yield* appendMessages(context, [
    ...state.inbox.takeMessages(),
    ...(state.services.checkpoints?.takeProblems() ?? []).map(tellProblem),
    ...(killed.length > 0 ? [createAgentsKilledMessage(killed)] : []),
    ...metrics.toMessages(durationMs),
    createTurnDurationMessage(durationMs, state.budget.turn()),
  ])
  await options.recorder.flush()
  return {
    end,
    text: readLastWords(state.conversation.messages()),
    turns: totals.answers(),
    durationMs,
    usage: totals.sum(),
    denials: state.denials.take(),
    ...(submission.origin && { origin: submission.origin }),
  }
}

/** The prompt is safe before the model hears of it. */
async function* storePrompt(
  submission: SubmitPromptOptions & { readonly spoken: SpokenCommand | null },
  context: QueryContext,
): AsyncGenerator<QueryEvent, string | null, undefined> {
  const { options, state, prompt, spoken, before = [], uuid, origin, contexts, signal } = submission
  const isReport = isTaskNotification(origin)
  const hook = isReport ? undefined : await options.hooks?.onPrompt?.(toPromptText(prompt), signal)
  if (hook?.refusal !== null && hook?.refusal !== undefined) {
    yield* appendMessages(context, [...hook.messages, ...tellStop(hook.refusal)])
    return hook.refusal
  }
  const isFirst = !state.conversation.messages().some(isSpoken)
  const plain = createUserMessage({
    content: prompt,
    uuid: uuid ?? state.newUuid(),
    origin: origin ?? HUMAN_ORIGIN,
    permissionMode: state.permissions().mode,
    ...(contexts && { contexts }),
    ...numberImages(prompt, state.conversation.messages()),
  })
  const { type: _type, message: _words, ...fields } = plain
  const [message, ...meaning] = spoken ? createSpokenMessages(spoken, prompt, fields) : [plain]
  const speaker = tellSpeaker(origin, state.conversation.messages())
  const opening = isFirst ? (options.reminders ?? []) : []
  const news = await (isFirst ? collectReminders(options, state) : collectSessionNews(options, state))
  const memory = isFirst ? [] : await collectChangedMemory(options, state.conversation.messages())
  const waiting = state.inbox.takeMessages()
  await state.services.checkpoints?.beginPrompt(message.uuid)
  yield* appendMessages(context, [
    ...opening,
    ...memory,
    ...news,
    ...waiting,
    ...before,
    ...speaker,
    message,
    ...meaning,
    // What was attached may be a stranger's, who must not name files here.
    ...(isReport
      ? []
      : await collectPromptMentions(
          { options, state, prompt: spoken?.text ?? readOwnWords(prompt) },
          context,
        )),
    ...(isReport ? [] : discoverSkills(state, spoken?.text ?? readOwnWords(prompt))),
    ...(hook?.messages ?? []),
  ])
  return null
}

/** Skills that had no room in the listing, where the prompt seems to be about them. */
function discoverSkills(state: SessionState, prompt: string): readonly Message[] {
  const found = findRelevantSkills(prompt, listTellableSkills(state), state.conversation.messages())
  return found.length === 0 ? [] : [createAttachmentMessage(createSkillDiscovery(found, 'prompt'))]
}

function tellProblem(problem: string): Message {
  return createSystemMessage(problem, 'warning')
}

/** Local commands may come before the first prompt; they begin no conversation. */
function isSpoken(message: Message): boolean {
  if (isAssistantMessage(message)) return true
  return isUserMessage(message) && !isMetaMessage(message) && !isCommandMessage(message)
}

async function* watch(
  events: AsyncGenerator<QueryEvent, QueryEnd, undefined>,
  watchers: readonly { readonly add: (event: QueryEvent) => void }[],
): AsyncGenerator<QueryEvent, QueryEnd, undefined> {
  for (let step = await events.next(); ; step = await events.next()) {
    if (step.done) return step.value
    for (const watcher of watchers) watcher.add(step.value)
    yield step.value
  }
}
