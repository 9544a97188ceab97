import { randomUUID } from 'node:crypto'
import type { ContentBlock, JsonValue } from '@antiphon/contract'
import {
  type ContextReference,
  type MessageOrigin,
  originKind,
  type RecordEntry,
  readOriginAuthor,
  type UUID,
} from '@antiphon/core'
import type { QueueOperationEntry } from '@antiphon/core/log'

/** A prompt that waits for its turn. */
export type QueuedPrompt = {
  readonly prompt: string | readonly ContentBlock[]
  readonly uuid: UUID
  readonly timestamp: string
  /** Who sent it, where it is known: a task, or one of several people. */
  readonly origin?: MessageOrigin
  /** What the person attached; the prompt holds its rendering. */
  readonly contexts?: readonly ContextReference[]
}

/** What may be told of a prompt beside its words. */
export type QueueOptions = Partial<Pick<QueuedPrompt, 'uuid' | 'origin' | 'contexts'>>

/** Prompts that came while the model worked. Each change is recorded, so that a crash loses none of them. */
export interface PromptQueue {
  /** Resolves when the prompt is safe. */
  add(prompt: QueuedPrompt['prompt'], options?: QueueOptions): Promise<UUID>
  list(): readonly QueuedPrompt[]
  /** All of them that fit, to be told to the model while it works. */
  takeAll(fits?: (prompt: QueuedPrompt) => boolean): Promise<readonly QueuedPrompt[]>
  /** The oldest, to become the next prompt. */
  next(): Promise<QueuedPrompt | null>
  /** All of them, or the one that is named, back to the person. */
  cancel(uuid?: UUID): Promise<readonly QueuedPrompt[]>
  /** Records again what waits: who goes on reads the log from its last boundary. */
  noteAgain(): Promise<void>
}

export type PromptQueueOptions = {
  readonly record: (entry: RecordEntry) => Promise<unknown>
  readonly now: () => number
  /** Hears of each prompt that begins to wait. */
  readonly onAdd?: () => void
  /** What waits already; `restoreQueuedPrompts` finds it in a log. */
  readonly waiting?: readonly QueuedPrompt[]
}

/** What a log may say of a sender: a person by name, or that it was none; a task is known by its report. */
function isKept(origin: MessageOrigin): boolean {
  return readOriginAuthor(origin) !== null || originKind(origin) === 'agent'
}

/** A queue that begins empty, or goes on. An operation names its prompt, since a log may be read from its middle. */
export function createPromptQueue({ record, now, onAdd, ...options }: PromptQueueOptions): PromptQueue {
  let waiting = options.waiting ?? []
  const timestamp = (): string => new Date(now()).toISOString()

  async function note(
    operation: QueueOperationEntry['operation'],
    { prompt, contexts, origin }: QueuedPrompt,
  ): Promise<void> {
    await record({
      type: 'queue-operation',
      operation,
      timestamp: timestamp(),
      // Blocks are JSON.
      content: prompt as string | readonly JsonValue[],
      ...(contexts && operation === 'enqueue' && { contexts }),
      ...(origin && operation === 'enqueue' && isKept(origin) && { origin }),
    })
  }

  return {
    async add(prompt, { uuid = randomUUID(), ...more } = {}) {
      const added = { prompt, uuid, timestamp: timestamp(), ...more }
      waiting = [...waiting, added]
      onAdd?.()
      try {
        await note('enqueue', added)
      } catch (error) {
        // Who hears that it failed says it again: it must not be answered twice.
        waiting = waiting.filter(prompt => prompt !== added)
        throw error
      }
      return uuid
    },
    list: () => waiting,
    async takeAll(fits = () => true) {
      const taken = waiting.filter(fits)
      waiting = waiting.filter(prompt => !taken.includes(prompt))
      for (const prompt of taken) await note('remove', prompt)
      return taken
    },
    async next() {
      const [first, ...rest] = waiting
      if (!first) return null
      waiting = rest
      await note('dequeue', first)
      return first
    },
    async cancel(uuid) {
      const taken = waiting.filter(prompt => uuid === undefined || prompt.uuid === uuid)
      waiting = waiting.filter(prompt => !taken.includes(prompt))
      for (const prompt of taken) await note('popAll', prompt)
      return taken
    },
    async noteAgain() {
      // All at once: they shall reach the disk with the boundary that they follow.
      await Promise.all(waiting.flatMap(prompt => [note('remove', prompt), note('enqueue', prompt)]))
    },
  }
}
