import type { MessageAuthor } from '../message/message-author.ts'
import type { SystemMessageLevel } from '../message/system-message.ts'
import type { UUID } from '../message/uuid.ts'
import type { NormalizedMessage } from './normalize-messages.ts'
import type { ToolStory } from './tool-story.ts'

/** One thing that a person sees of a log. */
export type PersonItem =
  | PromptItem
  | AnswerItem
  | ThinkingItem
  | ToolItem
  | CommandItem
  | NoticeItem
  | SummaryItem
  | BoundaryItem
  | InterruptionItem
  | MetaItem

export type PersonItemKind = PersonItem['kind']

type ItemBase<K extends string> = {
  readonly kind: K
  readonly uuid: UUID
  /** Empty where the log has none. */
  readonly timestamp: string
  /** As it is stored: a screen sanitises and cuts it. */
  readonly text: string
  readonly message: NormalizedMessage
  /** Never sent to the model. */
  readonly isVirtual?: true
  /** Taken back by a tombstone, a refusal or an answer that replaced it. */
  readonly isRetracted?: true
  /** Of a subagent whose call is not in this log. */
  readonly isSidechain?: true
}

/** A person's words, or a picture or file that they sent. */
export type PromptItem = ItemBase<'prompt'> & {
  /** Which person, where the log says it. */
  readonly author?: MessageAuthor
}
export type AnswerItem = ItemBase<'answer'>
export type ThinkingItem = ItemBase<'thinking'>
/** A call with its whole story; `text` is its title. */
export type ToolItem = ItemBase<'tool'> & { readonly story: ToolStory }
/** A command that the person ran here, or what it printed. */
export type CommandItem = ItemBase<'command'> & {
  /** `/model`, or `!` for a shell command. */
  readonly name?: string
  readonly input?: string
  readonly output?: string
}
export type NoticeItem = ItemBase<'notice'> & {
  readonly level: SystemMessageLevel
  /** Who did it, where it tells what another person did. */
  readonly author?: MessageAuthor
}
/** What compaction put in the place of older messages, or what a batch of calls did. */
export type SummaryItem = ItemBase<'summary'>
/** Where the model's context was cut. */
export type BoundaryItem = ItemBase<'boundary'>
export type InterruptionItem = ItemBase<'interruption'>
/** Made for the model or for the program; shown on demand. */
export type MetaItem = ItemBase<'meta'>

/** What an item says of its message alone; the view adds identity, time and marks. */
export type ItemFace = DistributiveOmit<Exclude<PersonItem, ToolItem>, 'uuid' | 'timestamp' | 'message'>

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
