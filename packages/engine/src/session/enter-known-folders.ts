import { join } from 'node:path'
import { isAttachmentMessage } from '@antiphon/core'
import { createReadFilter } from '../permissions/create-read-filter.ts'
import type { Session } from './session.ts'

/** Looks again into the folders whose skills the model was told of before the session was resumed: it may call them. */
export async function enterKnownFolders({ services, permissions, conversation }: Session): Promise<void> {
  const { skills } = services
  if (skills === null) return
  const mayRead = createReadFilter('Read', permissions())
  for (const message of conversation.messages()) {
    if (!isAttachmentMessage(message) || message.attachment.type !== 'dynamic_skill') continue
    const { skillDir } = message.attachment
    // Any file beside `.claude` leads there.
    if (typeof skillDir === 'string') await skills.enter(join(skillDir, '..', '..', 'any'), mayRead)
  }
}
