import { isObject } from '@antiphon/contract'
import { parseContext } from '../context/parse-context.ts'
import type { Conversation } from '../log/build-conversation.ts'
import { chooseSessionTitle } from '../ui/choose-session-title.ts'
import { firstBlock } from '../ui/message-content.ts'
import { normalizeMessages } from '../ui/normalize-messages.ts'
import { toPersonItem } from '../ui/to-person-item.ts'

/** What a log that was read as a conversation is called; undefined where nobody said anything in it. */
export function readSessionTitle({
  titles,
  messages,
}: Pick<Conversation, 'titles' | 'messages'>): string | undefined {
  return chooseSessionTitle({ ...titles, prompts: listPrompts(messages) })
}

/** What people asked, found as far as it is looked for. */
function* listPrompts(messages: Conversation['messages']): Generator<string> {
  for (const message of messages) {
    if (!isObject(message) || message.type !== 'user' || message.isSidechain === true) continue
    for (const part of normalizeMessages([message])) {
      const item = firstBlock(part)?.type === 'text' ? toPersonItem(part) : undefined
      if (item?.kind === 'prompt') yield parseContext(item.text).text
    }
  }
}
