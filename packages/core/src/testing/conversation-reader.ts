import {
  type BuildConversationOptions,
  buildConversation,
  type Conversation,
} from '../log/build-conversation.ts'
import type { Entry } from '../log/entry.ts'
import { uuidsOf } from './log-builder.ts'

/** The uuids of a log's conversation, in order. */
export function read(entries: readonly Entry[], options: BuildConversationOptions = {}): readonly string[] {
  return uuidsOf(buildConversation(entries, options).messages)
}

/** The rules that a report names, in order. */
export function rulesOf({ report }: Conversation): readonly string[] {
  return report.map(({ rule }) => rule)
}
