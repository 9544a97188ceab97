import type { ToolTime } from '../ui/measure-tool-time.ts'
import type { ToolStory } from '../ui/tool-story.ts'
import { actionOf } from './work-summary.ts'

/** How long tools themselves worked; undefined where nothing tells it. */
export function measureWork(stories: readonly ToolStory[]): ToolTime | undefined {
  const times = stories.flatMap(story => readOwnTime(story) ?? [])
  if (times.length === 0) return undefined
  return { ms: times.reduce((sum, { ms }) => sum + ms, 0), isAtMost: times.some(({ isAtMost }) => isAtMost) }
}

/**
 * A call's own time. Where waiting for a person may be in it, only that of a command is told, as at most: whoever
 * writes a file is done in no time, and what passed was somebody's reading.
 */
export function readOwnTime({ name, durationMs, isDurationAtMost }: ToolStory): ToolTime | undefined {
  if (durationMs === undefined) return undefined
  const isAtMost = isDurationAtMost === true
  const action = actionOf(name)
  if (isAtMost && (action === 'edited' || action === 'wrote' || action === 'planned')) return undefined
  return { ms: durationMs, isAtMost }
}
