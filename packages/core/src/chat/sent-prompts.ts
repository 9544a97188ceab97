import type { WaitingPrompt } from '../wire/wire-peer-event.ts'
import type { ChatState, SentPrompt } from './chat-state.ts'
import { findStored, type KnownEntry } from './find-stored.ts'

/** The prompts that are not among those which a turn took up. */
export function dropTaken(
  sent: readonly SentPrompt[],
  taken: readonly (string | undefined)[],
): readonly SentPrompt[] {
  return sent.some(({ uuid }) => taken.includes(uuid))
    ? sent.filter(({ uuid }) => !taken.includes(uuid))
    : sent
}

/** What waits now: what waited and does so no more was taken up, or taken back by somebody. */
export function takeWaiting(state: ChatState, waiting: readonly WaitingPrompt[]): ChatState {
  const now = new Set(waiting.map(({ uuid }) => uuid))
  // What is being taken back here goes into the field when the agent says so.
  const returning = state.wishes.flatMap(({ request }) =>
    request.subtype === 'cancel_async_message' ? [request.message_uuid] : [],
  )
  const gone = state.waiting
    .map(({ uuid }) => uuid)
    .filter(uuid => !now.has(uuid) && !returning.includes(uuid))
  return { ...state, waiting, sent: dropTaken(state.sent, gone) }
}

/** What was said here and is not taken up, and what others said that waits. */
export function listUntaken({ sent, waiting }: ChatState): readonly SentPrompt[] {
  const own = new Set(sent.map(({ uuid }) => uuid))
  return [
    ...sent,
    ...waiting.filter(({ uuid }) => !own.has(uuid)).map(prompt => ({ ...prompt, contexts: [] })),
  ]
}

/** What waits with the agent, and what was sent since it was asked. */
export function mergeQueued(
  sent: readonly SentPrompt[],
  { queued, remembered }: { readonly [name in 'queued' | 'remembered']: readonly SentPrompt[] },
): readonly SentPrompt[] {
  const known = new Set([...queued, ...remembered].map(({ uuid }) => uuid))
  const kept = queued.map(prompt => sent.find(({ uuid }) => uuid === prompt.uuid) ?? prompt)
  return [...kept, ...sent.filter(({ uuid }) => !known.has(uuid))]
}

/** The prompts that the log does not have yet, neither as prompts nor as words that the model was told while it worked. */
export function dropStored(
  sent: readonly SentPrompt[],
  entries: readonly KnownEntry[],
): readonly SentPrompt[] {
  return dropTaken(sent, [
    ...findStored(
      sent.map(({ uuid }) => uuid),
      entries,
    ),
  ])
}
