import type { Message } from '@antiphon/core'
import type { PermissionState } from '@antiphon/engine'

/** What suggestions are made of: the folder in which an agent works, what it may read there, and what was said. */
export type Workspace = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly permissions: () => PermissionState
  readonly messages: () => readonly Message[]
}
