import { createSystemMessage, type Message } from '@antiphon/core'
import type { Session } from '../session/session.ts'
import { tellLater } from '../session/tell-later.ts'

/** Goes over to another model because somebody chose it, and says so to people; gives what is stored by now. */
export async function switchModel(session: Session, model: string): Promise<readonly Message[]> {
  const isSame = model === session.nextModel
  session.setModel(model)
  if (isSame) return []
  const messages = [createSystemMessage(`Switched to the model ${model}.`, 'info')]
  // A session begins with its first prompt: until then nothing is stored of it.
  const isLater = session.turns.isRunning() || session.conversation.messages().length === 0
  if (!isLater) return tellLater(session, messages)
  session.inbox.add(messages)
  return []
}
