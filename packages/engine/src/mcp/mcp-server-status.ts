import { isObject, type JsonObject } from '@antiphon/contract'
import type { McpServerConfig } from './mcp-config.ts'

/** How it stands with a server, as hosts read it. */
export type McpServerStatus = {
  readonly name: string
  readonly status: 'connected' | 'failed' | 'needs-auth' | 'pending' | 'disabled'
  readonly serverInfo?: { readonly name: string; readonly version: string }
  readonly error?: string
  readonly config: JsonObject
  /** Where its configuration comes from: `user`, `project`, `local`, `dynamic`. */
  readonly scope: string
  /** The scope, or `sdk` for a server that lives in the host. */
  readonly source: string
  readonly tools?: readonly McpToolStatus[]
}

export type McpToolStatus = {
  readonly name: string
  readonly description?: string
  readonly annotations?: {
    readonly readOnly?: boolean
    readonly destructive?: boolean
    readonly openWorld?: boolean
  }
}

/** A tool as its server lists it; all but its name is unchecked. */
export type ListedTool = Readonly<Record<string, unknown>> & { readonly name: string }

/** What hosts read of a tool. */
export function toToolStatus({ name, description, annotations }: ListedTool): McpToolStatus {
  const hints = isObject(annotations) ? annotations : {}
  const told = {
    ...(typeof hints.readOnlyHint === 'boolean' && { readOnly: hints.readOnlyHint }),
    ...(typeof hints.destructiveHint === 'boolean' && { destructive: hints.destructiveHint }),
    ...(typeof hints.openWorldHint === 'boolean' && { openWorld: hints.openWorldHint }),
  }
  return {
    name,
    ...(typeof description === 'string' && { description }),
    ...(Object.keys(told).length > 0 && { annotations: told }),
  }
}

/** A configuration without what may be secret: variables and headers. */
export function toConfigStatus(config: McpServerConfig): JsonObject {
  switch (config.type) {
    case 'stdio':
      return { type: config.type, command: config.command, args: [...config.args] }
    case 'sdk':
      return { type: config.type, name: config.name }
    default:
      return { type: config.type, url: config.url }
  }
}
