import { type FollowedItem, type FollowLogsOptions, followLogs } from './follow-logs.ts'
import { createTreeScope } from './log-scope.ts'

export type FollowTreeOptions = FollowLogsOptions & {
  /** Folders that hold `projects`: see `findRoots`. They need not exist yet. */
  readonly roots: readonly string[]
  /** Only these projects, by the names of their folders. */
  readonly projects?: readonly string[]
}

/** Follows whole trees: every session and subagent, those that appear later included. */
export function followTree({
  roots,
  projects,
  ...options
}: FollowTreeOptions): AsyncGenerator<FollowedItem, void, undefined> {
  return followLogs(
    roots.map(root => createTreeScope(root, projects)),
    options,
  )
}
