import { randomUUID } from 'node:crypto'
import { type ContentBlock, isObject } from '@antiphon/contract'
import {
  AGENT_ORIGIN,
  type ContextReference,
  createHumanOrigin,
  type Entry,
  type MessageOrigin,
  NO_RESPONSE_REQUESTED,
  readOriginAuthor,
} from '@antiphon/core'
import { isContextReference } from '@antiphon/core/message'
import type { QueuedPrompt } from '../conversation/prompt-queue.ts'
import { readCommandInput } from './command.ts'
import { isCommandContent } from './command-messages.ts'

/**
 * The prompts that waited when a session's log ended, oldest first: those that nobody took from the queue, and those
 * that were taken and never reached the conversation. `entries` are the log from its last boundary on, or all of it.
 */
export function restoreQueuedPrompts(entries: Iterable<Entry>): readonly QueuedPrompt[] {
  let waiting: readonly QueuedPrompt[] = []
  let taken: readonly QueuedPrompt[] = []
  for (const entry of entries) {
    const operation = readOperation(entry)
    if (operation?.name === 'enqueue') {
      // One that comes again was only noted again.
      taken = takeOut(taken, operation.prompt).rest
      waiting = [...waiting, toQueued(operation)]
    } else if (operation) {
      const { found, rest } = takeOut(waiting, operation.prompt)
      waiting = operation.name === 'popAll' && operation.prompt === undefined ? [] : rest
      if (operation.name !== 'popAll') taken = [...taken, ...found]
    } else if (hasGoneOn(entry)) taken = []
    else if (isCommandEntry(entry)) taken = withoutCommand(taken)
    else taken = takeOut(taken, readDelivered(entry)).rest
  }
  // Blocks that were never written down cannot be given back.
  return [...taken, ...waiting].filter(({ prompt }) => prompt.length > 0)
}

type Operation = {
  readonly name: unknown
  readonly prompt: QueuedPrompt['prompt'] | undefined
  readonly timestamp: string
  readonly contexts: readonly ContextReference[]
  readonly origin: MessageOrigin | null
}

function readOperation(entry: Entry): Operation | null {
  if (entry.type !== 'queue-operation') return null
  const { operation, content, contexts, origin, timestamp } = entry as Readonly<Record<string, unknown>>
  return {
    name: operation,
    prompt: toPrompt(content),
    timestamp: String(timestamp ?? ''),
    contexts: Array.isArray(contexts) ? contexts.filter(isContextReference) : [],
    origin: readSender(origin),
  }
}

/** A person's name, or that an agent sent it; anything else that it may say of its sender is not taken from a log. */
function readSender(origin: unknown): MessageOrigin | null {
  const author = readOriginAuthor(origin)
  if (author) return createHumanOrigin(author)
  return isObject(origin) && origin.kind === 'agent' ? AGENT_ORIGIN : null
}

function toPrompt(content: unknown): QueuedPrompt['prompt'] | undefined {
  if (typeof content === 'string') return content
  // They were blocks when they were recorded, and the view mends what is not one.
  return Array.isArray(content) && content.every(isObject)
    ? (content as unknown as readonly ContentBlock[])
    : undefined
}

function toQueued({ prompt = '', timestamp, contexts, origin }: Operation): QueuedPrompt {
  return {
    ...{ prompt, timestamp, uuid: randomUUID() },
    ...(origin && { origin }),
    ...(contexts.length > 0 && { contexts }),
  }
}

/** Takes out the first with these words; without words, as older programs wrote it, the oldest. */
function takeOut(
  prompts: readonly QueuedPrompt[],
  words: QueuedPrompt['prompt'] | undefined | null,
): { readonly found: readonly QueuedPrompt[]; readonly rest: readonly QueuedPrompt[] } {
  const isSame = ({ prompt }: QueuedPrompt): boolean => JSON.stringify(prompt) === JSON.stringify(words)
  const index = words === undefined ? 0 : words === null ? -1 : prompts.findIndex(isSame)
  return {
    found: prompts.filter((_, place) => place === index),
    rest: prompts.filter((_, place) => place !== index),
  }
}

/** What an entry brought into the conversation: the words of a prompt; null for every other. */
function readDelivered(entry: Entry): QueuedPrompt['prompt'] | null {
  const { message, attachment } = entry as Readonly<Record<string, unknown>>
  if (entry.type === 'user' && isObject(message)) return toPrompt(message.content) ?? null
  const isQueued = entry.type === 'attachment' && isObject(attachment) && attachment.type === 'queued_command'
  return isQueued ? (toPrompt(attachment.prompt) ?? null) : null
}

/** What was typed to call something is stored in tags: it has begun, and must not be done twice. */
function isCommandEntry(entry: Entry): boolean {
  const { message } = entry as Readonly<Record<string, unknown>>
  return entry.type === 'user' && isObject(message) && isCommandContent(message.content)
}

function withoutCommand(prompts: readonly QueuedPrompt[]): readonly QueuedPrompt[] {
  const index = prompts.findIndex(({ prompt }) => readCommandInput(prompt) !== null)
  return prompts.filter((_, place) => place !== index)
}

/** After an answer, or the end of a turn, what was taken is told or was refused. */
function hasGoneOn(entry: Entry): boolean {
  if (entry.type === 'assistant') return !closesLastWord(entry)
  return entry.type === 'system' && entry.subtype === 'turn_duration'
}

/** Who goes on closes the last word before the prompt that was taken is told. */
function closesLastWord(entry: Entry): boolean {
  const { message } = entry as Readonly<Record<string, unknown>>
  const content: unknown = isObject(message) && Array.isArray(message.content) ? message.content[0] : null
  return isObject(content) && content.text === NO_RESPONSE_REQUESTED
}
