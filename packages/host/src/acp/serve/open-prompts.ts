import type { PromptResponse } from '@agentclientprotocol/sdk'
import type { UUID } from '@antiphon/core'
import { readStrings } from '@antiphon/core/message'
import type { WireResultEvent } from '@antiphon/core/wire'
import { toStopReason } from '../tool-kinds.ts'

/** The prompts that an editor waits for; each is answered once, whatever becomes of the agent. */
export interface OpenPrompts {
  open(uuid: UUID): Promise<PromptResponse>
  close(uuid: UUID): void
  /** A turn is over: answers the prompts that it took up. */
  end(result: WireResultEvent): void
  /** Their turn is to end; gives those that wait. */
  cancel(): readonly UUID[]
  endCancelled(uuid: UUID): void
  /** The agent is gone. */
  fail(words: string): void
}

type OpenPrompt = {
  readonly resolve: (response: PromptResponse) => void
  readonly reject: (error: Error) => void
  isCancelled: boolean
}

export function createOpenPrompts(): OpenPrompts {
  const waiting = new Map<UUID, OpenPrompt>()

  function take(uuid: UUID): OpenPrompt | undefined {
    const prompt = waiting.get(uuid)
    waiting.delete(uuid)
    return prompt
  }

  return {
    open(uuid) {
      const ended = new Promise<PromptResponse>((resolve, reject) =>
        waiting.set(uuid, { resolve, reject, isCancelled: false }),
      )
      // Where the agent does not even take it, that is what is told.
      ended.catch(() => undefined)
      return ended
    },
    close: uuid => void waiting.delete(uuid),
    end(result) {
      const told = readStrings(result, 'user_message_uuids')
      const [oldest] = waiting.keys()
      // A version that does not say what it takes up has taken the oldest.
      const taken = told.length > 0 ? told : oldest === undefined ? [] : [oldest]
      for (const uuid of taken) {
        const prompt = take(uuid as UUID)
        const stopReason = prompt?.isCancelled ? 'cancelled' : toStopReason(result)
        if (stopReason === null) prompt?.reject(new TurnFailedError(describeFailure(result)))
        else prompt?.resolve({ stopReason })
      }
    },
    cancel() {
      for (const prompt of waiting.values()) prompt.isCancelled = true
      return [...waiting.keys()]
    },
    endCancelled: uuid => take(uuid)?.resolve({ stopReason: 'cancelled' }),
    fail(words) {
      for (const uuid of [...waiting.keys()]) take(uuid)?.reject(new TurnFailedError(words))
    },
  }
}

/** A turn that could not be brought to its end. */
export class TurnFailedError extends Error {
  override readonly name = 'TurnFailedError'
}

function describeFailure(result: WireResultEvent): string {
  const words =
    'errors' in result ? (result.errors ?? []).join(' ') : result.subtype === 'success' ? result.result : ''
  return words || 'The turn failed, and the agent did not say why.'
}
