import { isDeepStrictEqual } from 'node:util'
import type { McpServerConfig, McpServerConfigs } from './mcp-config.ts'

/** A server that there is, and whether whoever sets servers may take it away. */
export type PresentServer = {
  readonly name: string
  readonly config: McpServerConfig
  /** It was set, or lives in the host; those of files and flags stay unless they were set by name. */
  readonly isReplaceable: boolean
}

export type ServerPlan = {
  readonly removed: readonly string[]
  /** New ones, and those that are reached in another way now. */
  readonly added: readonly string[]
  readonly kept: readonly string[]
}

/** What has to happen so that these are the servers that were set. */
export function planServers(present: readonly PresentServer[], wanted: McpServerConfigs): ServerPlan {
  const byName = new Map(present.map(server => [server.name, server]))
  const isSame = (name: string): boolean => isDeepStrictEqual(byName.get(name)?.config, wanted[name])
  const names = Object.keys(wanted)
  const gone = present.filter(({ name, isReplaceable }) => isReplaceable && !Object.hasOwn(wanted, name))
  return {
    removed: [...gone.map(({ name }) => name), ...names.filter(name => byName.has(name) && !isSame(name))],
    added: names.filter(name => !isSame(name)),
    kept: names.filter(isSame),
  }
}
