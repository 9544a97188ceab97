import type { Message } from '@antiphon/core'
import type { OfferedResource, PermissionState } from '@antiphon/engine'

/** What suggestions are made of: the folder in which an agent works, what it may read there, and what was said. */
export type Workspace = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly permissions: () => PermissionState
  readonly messages: () => readonly Message[]
  /** What MCP servers offer for reading; absent where another program knows them. */
  readonly resources?: (signal: AbortSignal) => Promise<readonly OfferedResource[]>
}
