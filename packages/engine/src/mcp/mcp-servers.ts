import type { JsonObject } from '@antiphon/contract'
import type { AgentTool } from '../tool/agent-tool.ts'
import type { ManifestVerdict } from './host-manifest.ts'
import type { McpServerConfigs } from './mcp-config.ts'
import type { McpServerStatus } from './mcp-server-status.ts'
import type { McpResult } from './open-mcp-session.ts'

/** The servers of a session; what they are may change while it runs. */
export interface McpServers {
  /** In the order of their configuration, the failed ones too. */
  readonly servers: readonly McpServerState[]
  /** The tools of all servers, by name. */
  readonly tools: readonly AgentTool[]
  /** How it stands with each, as hosts read it. */
  status(): readonly McpServerStatus[]
  /** Resolves when no server is still being connected. */
  settled(): Promise<void>
  /** Hears of every change of a status or a list of tools, until the function that comes back is called. */
  onChange(listener: () => void): () => void
  /** Makes these the servers that were set; those of files and flags stay unless they are named. */
  setServers(configs: McpServerConfigs): Promise<McpSetServersResult>
  /** Adds servers that live in the host; those that are there already are left alone. */
  addHostServers(names: readonly string[], manifests?: unknown): Promise<AddedHostServers>
  /** Throws where the server is unknown, or does not come back. */
  toggle(name: string, isEnabled: boolean): Promise<void>
  /** Throws where the server is unknown, disabled, or does not come back. */
  reconnect(name: string): Promise<void>
  /** Calls a tool by the name that models call, without a model; throws what went wrong. */
  call(tool: string, input: JsonObject, signal?: AbortSignal): Promise<McpResult>
  /** The `contents` of a resource; throws what went wrong. */
  readResource(server: string, uri: string, signal?: AbortSignal): Promise<McpResult>
  /** Takes what a server in the host says by itself; false where there is no such server. */
  receive(server: string, message: JsonObject): boolean
  /** Ends every connection and every process that was started for one. */
  close(): Promise<void>
}

export type McpServerState = {
  readonly name: string
  readonly status: McpServerStatus['status']
  /** What the server wants a model to know. */
  readonly instructions: string
}

export type McpSetServersResult = {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** Why some of them cannot be used, by name. */
  readonly errors: Readonly<Record<string, string>>
}

export type AddedHostServers = {
  /** What became of each manifest. */
  readonly parked: Readonly<Record<string, ManifestVerdict>>
  /** Resolves when all of them are connected or have failed. */
  readonly ready: Promise<void>
}
