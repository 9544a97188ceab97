import { randomUUID } from 'node:crypto'
import type { ContentBlock, JsonValue, QueueOperationEntry, RecordEntry, UUID } from '@antiphon/core'

/** A prompt that waits for its turn. */
export type QueuedPrompt = {
  readonly prompt: string | readonly ContentBlock[]
  readonly uuid: UUID
  readonly timestamp: string
}

/** Prompts that came while the model worked. Each change is recorded, so that a crash loses none of them. */
export interface PromptQueue {
  /** Resolves when the prompt is safe. */
  add(prompt: QueuedPrompt['prompt']): Promise<UUID>
  list(): readonly QueuedPrompt[]
  /** All of them, to be told to the model while it works. */
  takeAll(): Promise<readonly QueuedPrompt[]>
  /** The oldest, to become the next prompt. */
  next(): Promise<QueuedPrompt | null>
  /** All of them, back to the person. */
  cancel(): Promise<readonly QueuedPrompt[]>
}

export type PromptQueueOptions = {
  readonly record: (entry: RecordEntry) => Promise<unknown>
  readonly now: () => number
}

/** An empty queue. */
export function createPromptQueue({ record, now }: PromptQueueOptions): PromptQueue {
  let waiting: readonly QueuedPrompt[] = []
  const timestamp = (): string => new Date(now()).toISOString()

  async function note(
    operation: QueueOperationEntry['operation'],
    content?: QueuedPrompt['prompt'],
  ): Promise<void> {
    await record({
      type: 'queue-operation',
      operation,
      timestamp: timestamp(),
      // Blocks are JSON.
      ...(content !== undefined && { content: content as string | readonly JsonValue[] }),
    })
  }

  return {
    async add(prompt) {
      const uuid = randomUUID()
      waiting = [...waiting, { prompt, uuid, timestamp: timestamp() }]
      await note('enqueue', prompt)
      return uuid
    },
    list: () => waiting,
    async takeAll() {
      const taken = waiting
      waiting = []
      for (const _ of taken) await note('remove')
      return taken
    },
    async next() {
      const [first, ...rest] = waiting
      if (!first) return null
      waiting = rest
      await note('dequeue')
      return first
    },
    async cancel() {
      const taken = waiting
      waiting = []
      for (const { prompt } of taken) await note('popAll', prompt)
      return taken
    },
  }
}
