import { type FollowedItem, type FollowLogsOptions, followLogs } from './follow-logs.ts'
import { createSessionScope } from './log-scope.ts'

/**
 * Follows a session with its subagents, wherever its file lies. Old versions put the subagents of all sessions beside
 * them: those come, too, and their entries tell by `sessionId` whose they are.
 */
export function followSession(
  path: string,
  options: FollowLogsOptions,
): AsyncGenerator<FollowedItem, void, undefined> {
  return followLogs([createSessionScope(path)], options)
}
