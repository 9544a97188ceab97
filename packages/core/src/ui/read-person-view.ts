import { isObject } from '@antiphon/contract'
import type { Conversation } from '../log/build-conversation.ts'
import { buildPersonView, type PersonViewOptions } from './build-view.ts'
import type { PersonItem } from './person-item.ts'

export type LogViewOptions = PersonViewOptions & {
  /** What subagents did whose call is not in the log; hidden unless asked for. */
  readonly includeForeign?: boolean
}

/** What a person sees of a log that was read as a conversation. `createPersonView` gives the same while the log grows. */
export function readPersonView(
  { woven, leaf }: Pick<Conversation, 'woven' | 'leaf'>,
  options: LogViewOptions = {},
): PersonItem[] {
  const items = buildPersonView(
    woven.map(({ entry }) => entry),
    options,
  )
  return options.includeForeign ? items : items.filter(item => !isForeign(item, leaf))
}

/** True for what is not this conversation's: of a subagent without a call, unless the log is that subagent's own. */
export function isForeign(item: PersonItem, leaf: unknown): boolean {
  return item.isSidechain === true && !(isObject(leaf) && leaf.isSidechain === true)
}
