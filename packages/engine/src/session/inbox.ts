import { createAttachmentMessage, createSystemMessage, HUMAN_ORIGIN, type Message } from '@antiphon/core'
import { isTaskNotification } from '../agents/find-lost-agents.ts'
import {
  createPromptQueue,
  type PromptQueue,
  type PromptQueueOptions,
  type QueuedPrompt,
} from '../conversation/prompt-queue.ts'
import { readCommandInput } from './command.ts'
import { toPromptText } from './prompt-content.ts'
import type { EngineHooks } from './query-engine-options.ts'

/** What comes in from outside the loop and waits until it can be told. */
export interface Inbox {
  readonly prompts: PromptQueue
  /** Keeps messages until the loop is between two requests, or at its end. */
  add(messages: readonly Message[]): void
  takeMessages(): readonly Message[]
}

/** An empty inbox. */
export function createInbox(options: PromptQueueOptions): Inbox {
  let waiting: readonly Message[] = []
  return {
    prompts: createPromptQueue(options),
    add(messages) {
      waiting = [...waiting, ...messages]
    },
    takeMessages() {
      const taken = waiting
      waiting = []
      return taken
    },
  }
}

/** Everything that waits, as messages between two rounds of the loop; a hook may refuse a prompt, and a command waits for a turn of its own. */
export async function emptyInbox(
  inbox: Inbox,
  onPrompt: EngineHooks['onPrompt'],
  signal: AbortSignal,
): Promise<readonly Message[]> {
  const messages = [...inbox.takeMessages()]
  for (const { prompt, uuid, timestamp, origin, contexts } of await inbox.prompts.takeAll(isWords)) {
    const isReport = isTaskNotification(origin)
    const hook = isReport ? undefined : await onPrompt?.(toPromptText(prompt), signal)
    const refusal = hook?.refusal ?? null
    messages.push(
      refusal === null
        ? createAttachmentMessage({
            type: 'queued_command',
            prompt,
            commandMode: isReport ? 'task-notification' : 'prompt',
            source_uuid: uuid,
            timestamp,
            origin: origin ?? HUMAN_ORIGIN,
            ...(contexts && { contexts }),
          })
        : createSystemMessage(refusal, 'warning'),
      ...(hook?.messages ?? []),
    )
  }
  return messages
}

function isWords({ prompt, origin }: QueuedPrompt): boolean {
  return readCommandInput(prompt, origin) === null
}
