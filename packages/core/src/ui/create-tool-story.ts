import type { ToolGroup } from './group-tool-messages.ts'
import type { PersonItem } from './person-item.ts'
import { readString } from './read-field.ts'
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
  const durationMs = endedAt === undefined ? Number.NaN : Date.parse(endedAt) - Date.parse(startedAt)
  return {
    id: group.id ?? '',
    name,
    title: toolCallTitle(name, group.block.input),
    input: group.block.input,
    status,
    call: group.call,
    ...(result && { result }),
    preHooks: group.before,
    postHooks: group.after,
    ...(progress && { progress }),
    children,
    startedAt,
    ...(endedAt !== undefined && { endedAt }),
    ...(durationMs >= 0 && { durationMs }),
  }
}
