import { createAttachmentMessage, createUserMessage, HUMAN_ORIGIN, type Message } from '@antiphon/core'
import { readOwnWords } from '@antiphon/core/context'
import { isTaskNotification } from '../agents/format-task-notification.ts'
import {
  type CalledCommand,
  createCallMessage,
  createMeaningMessage,
} from '../commands/create-spoken-messages.ts'
import { retell } from '../compaction/retell.ts'
import { collectChangedMemory } from '../memory/collect-changed-memory.ts'
import { appendMessages } from '../query/append-messages.ts'
import { tellStop } from '../query/call-answers.ts'
import type { QueryContext } from '../query/query-context.ts'
import type { QueryEnd, QueryEvent } from '../query/query-event.ts'
import { collectReminders, listTellableSkills } from '../session/collect-reminders.ts'
import { collectPromptMentions, collectSessionNews } from '../session/collect-session-news.ts'
import { createCommandOutput } from '../session/create-local-command-messages.ts'
import { numberImages } from '../session/number-images.ts'
import type { SessionState } from '../session/session-state.ts'
import { tellSpeaker } from '../session/tell-speaker.ts'
import { toPromptText } from '../session/to-prompt-text.ts'
import { createSkillDiscovery } from '../skills/create-skill-listing.ts'
import { findRelevantSkills } from '../skills/find-relevant-skills.ts'
import { expandCommand } from './expand-command.ts'
import { hasBegun } from './open-session.ts'
import type { SubmitPromptOptions } from './submit-prompt.ts'

/** How a turn ends whose prompt the model does not hear. */
export type Unasked = { readonly end: QueryEnd; readonly text?: string }

/** The prompt is safe before the model hears of it, and what calls a command before that command has effects. */
export async function* storePrompt(
  submission: SubmitPromptOptions & { readonly called: CalledCommand | null },
  context: QueryContext,
): AsyncGenerator<QueryEvent, Unasked | null, undefined> {
  const { options, state, prompt, called, before = [], uuid, origin, contexts, signal } = submission
  const isReport = isTaskNotification(origin)
  const hook = isReport ? undefined : await options.hooks.onPrompt?.(toPromptText(prompt), signal)
  if (hook?.refusal !== null && hook?.refusal !== undefined) {
    yield* appendMessages(context, [...hook.messages, ...tellStop(hook.refusal)])
    return { end: { reason: 'stopped-by-hook', detail: hook.refusal } }
  }
  const isFirst = !hasBegun(state.conversation.messages())
  const images = numberImages(prompt, state.conversation.messages())
  const fields = {
    uuid: uuid ?? state.newUuid(),
    origin: origin ?? HUMAN_ORIGIN,
    permissionMode: state.permissions().mode,
    ...(contexts && { contexts }),
  }
  const message = called
    ? createCallMessage(called, fields)
    : createUserMessage({ content: prompt, ...fields, ...images })
  const speaker = tellSpeaker(origin, state.conversation.messages())
  const opening = isFirst ? retell(options.reminders, { now: context.now(), model: state.model() }) : []
  const news = await (isFirst ? collectReminders(submission) : collectSessionNews(submission))
  const memory = isFirst ? [] : await collectChangedMemory(options, state.conversation.messages())
  const waiting = state.inbox.takeMessages()
  const told = [...opening, ...memory, ...news, ...waiting, ...before, ...speaker, message]
  /** What belongs to these words of the person. What was attached may be a stranger's, who must not name files here. */
  const collectBeside = async (words: string): Promise<readonly Message[]> => [
    ...(isReport ? [] : await collectPromptMentions({ ...submission, prompt: words }, context)),
    ...(isReport ? [] : discoverSkills(state, words, news)),
    ...(hook?.messages ?? []),
  ]
  await state.services.checkpoints?.beginPrompt(message.uuid)
  if (!called) {
    yield* appendMessages(context, [...told, ...(await collectBeside(readOwnWords(prompt)))])
    return null
  }
  yield* appendMessages(context, told)
  const expanded = await expandCommand(called.command, called.args, context)
  if ('problem' in expanded) {
    yield* appendMessages(context, [createCommandOutput(expanded.problem)])
    const end: QueryEnd = signal.aborted
      ? { reason: 'interrupted' }
      : { reason: 'completed', stopReason: null }
    return { end, text: expanded.problem }
  }
  yield* appendMessages(context, [
    ...expanded.messages,
    ...tellGranted(called),
    createMeaningMessage(expanded.text, prompt, images),
    ...(await collectBeside(expanded.text)),
  ])
  return null
}

function tellGranted({ command: { allowedTools } }: CalledCommand): readonly Message[] {
  if (allowedTools.length === 0) return []
  return [createAttachmentMessage({ type: 'command_permissions', allowedTools })]
}

/** Skills that had no room in the listing, where the prompt seems to be about them. */
function discoverSkills(state: SessionState, prompt: string, news: readonly Message[]): readonly Message[] {
  const told = [...state.conversation.messages(), ...news]
  const found = findRelevantSkills(prompt, listTellableSkills(state), told)
  return found.length === 0 ? [] : [createAttachmentMessage(createSkillDiscovery(found, 'prompt'))]
}
