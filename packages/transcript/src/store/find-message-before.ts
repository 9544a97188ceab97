import type { UUID } from '@antiphon/core'
import { TranscriptError } from '../transcript-error.ts'
import { readTail } from './read-tail.ts'
import { formatSessionKey, type SessionKey } from './session-key.ts'
import { stripEntry } from './strip-entry.ts'
import type { TranscriptStore } from './transcript-store.ts'

/**
 * Where a conversation stood before a message was said: the place for a fork that does not know of it. Null where the
 * conversation begins with the message; throws where the log does not have it.
 */
export async function findMessageBefore(
  store: Pick<TranscriptStore, 'read' | 'end'>,
  key: SessionKey,
  uuid: UUID,
): Promise<UUID | null> {
  const end = await store.end(key)
  const { context } =
    end === null
      ? { context: null }
      : await readTail({ store, key }, { end, leafUuid: uuid, strip: stripEntry })
  const messages = context?.messages ?? []
  const index = context?.leaf?.uuid === uuid ? messages.findIndex(message => message.uuid === uuid) : -1
  if (index < 0)
    throw new TranscriptError('not-found', `${formatSessionKey(key)} has no message ${uuid} to go back to.`)
  const before = messages.slice(0, index)
  // What a session is told of its surroundings is told again.
  if (!before.some(({ type }) => type === 'user' || type === 'assistant')) return null
  // What the same step wrote beside the chain may stand between the two.
  const parentUuid = context?.leaf?.parentUuid
  return (before.find(message => message.uuid === parentUuid) ?? before.at(-1))?.uuid ?? null
}
