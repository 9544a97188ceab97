import { randomUUID } from 'node:crypto'
import { createAttachmentMessage, createUserMessage, HUMAN_ORIGIN, type Message } from '@antiphon/core'
import { readOwnWords } from '@antiphon/core/context'
import { isTaskNotification } from '../agents/find-lost-agents.ts'
import {
  type CalledCommand,
  createCallMessage,
  createMeaningMessage,
} from '../commands/create-spoken-messages.ts'
import { retell } from '../compaction/retell.ts'
import { collectChangedMemory } from '../memory/collect-changed-memory.ts'
import { appendMessages } from '../query/append-messages.ts'
import { tellStop } from '../query/call-answers.ts'
import type { QueryEnd, QueryEvent } from '../query/query-event.ts'
import {
  collectPromptMentions,
  collectReminders,
  collectSessionNews,
  listTellableSkills,
} from '../session/collect-session-news.ts'
import type { PromptContent } from '../session/command.ts'
import { createCommandOutput } from '../session/command-messages.ts'
import { numberImages, toPromptText } from '../session/prompt-content.ts'
import { tellSpeaker } from '../session/tell-speaker.ts'
import type { Turn } from '../session/turn.ts'
import { createSkillDiscovery } from '../skills/create-skill-listing.ts'
import { findRelevantSkills } from '../skills/find-relevant-skills.ts'
import { expandCommand } from './expand-command.ts'
import { hasBegun } from './open-session.ts'
import type { SubmitOptions } from './turn-result.ts'

/** How a turn ends whose prompt the model does not hear. */
type Unasked = { readonly end: QueryEnd; readonly text?: string }

type PromptToStore = SubmitOptions & {
  readonly prompt: PromptContent
  /** The command whose text it stands for. */
  readonly called: CalledCommand | null
}

/** The prompt is safe before the model hears of it, and what calls a command before that command has effects. */
export async function* storePrompt(
  turn: Turn,
  { prompt, called, before = [], uuid, origin = HUMAN_ORIGIN, contexts }: PromptToStore,
): AsyncGenerator<QueryEvent, Unasked | null, undefined> {
  const { hooks, model, signal } = turn
  const history = turn.conversation.messages()
  const isReport = isTaskNotification(origin)
  const hook = isReport ? undefined : await hooks.onPrompt?.(toPromptText(prompt), signal)
  if (hook?.refusal !== null && hook?.refusal !== undefined) {
    yield* appendMessages(turn, [...hook.messages, ...tellStop(hook.refusal)])
    return { end: { reason: 'stopped-by-hook', detail: hook.refusal } }
  }
  const isFirst = !hasBegun(history)
  const images = numberImages(prompt, history)
  const fields = {
    uuid: uuid ?? randomUUID(),
    origin,
    permissionMode: turn.permissions().mode,
    ...(contexts && { contexts }),
  }
  const message = called
    ? createCallMessage(called, fields)
    : createUserMessage({ content: prompt, ...fields, ...images })
  const speaker = tellSpeaker(origin, history)
  const opening = isFirst ? retell(turn.reminders, { now: turn.now(), model }) : []
  const news = await (isFirst ? collectReminders(turn) : collectSessionNews(turn))
  const memory = isFirst ? [] : await collectChangedMemory(turn, history)
  const waiting = turn.inbox.takeMessages()
  const told = [...opening, ...memory, ...news, ...waiting, ...before, ...speaker, message]
  /** What belongs to these words of the person. What was attached may be a stranger's, who must not name files here. */
  const collectBeside = async (words: string): Promise<readonly Message[]> => [
    ...(isReport ? [] : await collectPromptMentions(turn, words)),
    ...(isReport ? [] : discoverSkills(turn, words, news)),
    ...(hook?.messages ?? []),
  ]
  await turn.services.checkpoints?.beginPrompt(message.uuid)
  if (!called) {
    yield* appendMessages(turn, [...told, ...(await collectBeside(readOwnWords(prompt)))])
    return null
  }
  yield* appendMessages(turn, told)
  const expanded = yield* expandCommand(turn, called)
  if ('problem' in expanded) {
    yield* appendMessages(turn, [createCommandOutput(expanded.problem)])
    const end: QueryEnd = signal.aborted
      ? { reason: 'interrupted' }
      : { reason: 'completed', stopReason: null }
    return { end, text: expanded.problem }
  }
  yield* appendMessages(turn, [
    ...expanded.messages,
    ...tellGranted(called),
    createMeaningMessage(expanded.text, prompt, images),
    // What somebody else wrote names no files here.
    ...(await collectBeside(called.command.places === null ? '' : expanded.text)),
  ])
  return null
}

function tellGranted({ command: { allowedTools } }: CalledCommand): readonly Message[] {
  if (allowedTools.length === 0) return []
  return [createAttachmentMessage({ type: 'command_permissions', allowedTools })]
}

/** Skills that had no room in the listing, where the prompt seems to be about them. */
function discoverSkills(turn: Turn, prompt: string, news: readonly Message[]): readonly Message[] {
  const told = [...turn.conversation.messages(), ...news]
  const found = findRelevantSkills(prompt, listTellableSkills(turn), told)
  return found.length === 0 ? [] : [createAttachmentMessage(createSkillDiscovery(found, 'prompt'))]
}
