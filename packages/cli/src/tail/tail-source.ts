import { basename } from 'node:path'
import { isObject } from '@antiphon/contract'
import type { Entry } from '@antiphon/core'
import type { FollowedItem } from '@antiphon/transcript'

/** Whose words an item is: a session's own, or those of one of its subagents. */
export type TailSource = {
  /** Tells sources apart. */
  readonly id: string
  readonly path: string
  readonly project: string
  readonly session: string
  /** The subagent's id, where it is one. */
  readonly agent?: string
}

/** Finds out who speaks: by the file, or by the entry where a subagent speaks in its session's own file. */
export function toTailSource({ path, key, item }: FollowedItem): TailSource {
  const entry = item.kind === 'entry' ? item.entry : undefined
  const agent = agentOfFile(path) ?? agentOfEntry(entry)
  const session =
    key.subpath === undefined && agentOfFile(path) !== undefined ? sessionOf(entry) : key.session
  return {
    id: agent === undefined ? path : `${path}#${agent}`,
    path,
    project: key.project,
    session: session ?? key.session,
    ...(agent !== undefined && { agent }),
  }
}

/** False for what belongs to another session: old versions put the subagents of all sessions into one folder. */
export function belongsToSession({ path, key, item }: FollowedItem, sessionPath: string): boolean {
  if (path === sessionPath || key.subpath !== undefined) return true
  return item.kind === 'entry' && sessionOf(item.entry) === basename(sessionPath, '.jsonl')
}

function agentOfFile(path: string): string | undefined {
  return /^agent-(.+)\.jsonl$/.exec(basename(path))?.[1]
}

function agentOfEntry(entry: Entry | undefined): string | undefined {
  const fields: unknown = entry
  if (!isObject(fields) || fields.isSidechain !== true) return undefined
  return typeof fields.agentId === 'string' ? fields.agentId : ''
}

function sessionOf(entry: Entry | undefined): string | undefined {
  const fields: unknown = entry
  return isObject(fields) && typeof fields.sessionId === 'string' ? fields.sessionId : undefined
}
