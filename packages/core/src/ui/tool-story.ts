import type { Message } from '../message/message.ts'
import { buildPersonView } from './build-view.ts'
import type { NormalizedMessage } from './normalize-messages.ts'
import type { PersonItem } from './person-item.ts'
import type { ToolStatus } from './tool-status.ts'

/** A tool call from start to end, with everything in the log that belongs to it. */
export type ToolStory = {
  /** Empty where the call has none. */
  readonly id: string
  readonly name: string
  readonly title: string
  readonly input: unknown
  readonly status: ToolStatus
  readonly call: NormalizedMessage
  readonly result?: NormalizedMessage
  /** Attachments and progress of the hooks that ran before the tool. */
  readonly preHooks: readonly NormalizedMessage[]
  readonly postHooks: readonly NormalizedMessage[]
  /** The latest that the tool reported while it ran. */
  readonly progress?: NormalizedMessage
  /** What a subagent did for this call, or what the tool told the model besides its result. */
  readonly children: readonly PersonItem[]
  readonly startedAt: string
  readonly endedAt?: string
  /** The tool's own time, as `measureToolTime` tells it. */
  readonly durationMs?: number
  /** True where waiting for a person, or a machine that slept, may be in it. */
  readonly isDurationAtMost?: true
}

/** Every story of a log, in the order of the calls; a subagent's calls follow the call that started it. */
export function buildToolStories(messages: readonly Message[]): ToolStory[] {
  const options = { includeMeta: true, includeVirtual: true, includeRetracted: true }
  const stories: ToolStory[] = []
  collectStories(buildPersonView(messages, options), stories)
  return stories
}

// The view bounds how deep subagents nest, and with it this recursion.
function collectStories(items: readonly PersonItem[], stories: ToolStory[]): void {
  for (const item of items) {
    if (item.kind !== 'tool') continue
    stories.push(item.story)
    collectStories(item.story.children, stories)
  }
}
