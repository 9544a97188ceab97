import { readString } from '../message/read-field.ts'
import type { ToolGroup } from './group-tool-messages.ts'
import { measureToolTime } from './measure-tool-time.ts'
import type { PersonItem } from './person-item.ts'
import { toolCallTitle } from './tool-call-title.ts'
import type { ToolStatus } from './tool-status.ts'
import type { ToolStory } from './tool-story.ts'

export type CreateToolStoryOptions = {
  readonly group: ToolGroup
  readonly status: ToolStatus
  readonly children: readonly PersonItem[]
}

/** Tells the story of a group: its first result counts, and its latest progress. */
export function createToolStory({ group, status, children }: CreateToolStoryOptions): ToolStory {
  const name = readString(group.block, 'name') ?? ''
  const result = group.results[0]
  const progress = group.progress.at(-1)
  const startedAt = readString(group.call, 'timestamp') ?? ''
  const endedAt = readString(result, 'timestamp')
  // A call that was refused never ran.
  const time =
    status === 'denied' || !result
      ? undefined
      : measureToolTime({
          name,
          call: group.call,
          result,
          progress: group.progress,
          signs: children.flatMap(({ message }) => readString(message, 'timestamp') ?? []),
        })
  const story: Mutable<ToolStory> = {
    id: group.id ?? '',
    name,
    title: toolCallTitle(name, group.block.input),
    input: group.block.input,
    status,
    call: group.call,
    preHooks: group.before,
    postHooks: group.after,
    children,
    startedAt,
  }
  if (result) story.result = result
  if (progress) story.progress = progress
  if (endedAt !== undefined) story.endedAt = endedAt
  if (time) story.durationMs = time.ms
  if (time?.isAtMost) story.isDurationAtMost = true
  return story
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
