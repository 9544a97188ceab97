import type { ToolUseBlock } from '@antiphon/contract'
import type { AssistantMessage, Message } from '@antiphon/core'
import type { ReadFilter } from '../permissions/create-read-filter.ts'
import type { PermissionState } from '../permissions/permission.ts'
import type { FileMemory } from './file-memory.ts'
import type { SessionServices } from './session-services.ts'

/** What a tool may touch of the world around it. */
export type ToolContext = {
  readonly toolUseId: string
  /** Where relative paths begin. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted when the person interrupts, or the call takes too long. */
  readonly signal: AbortSignal
  readonly now: () => Date
  /** Which files were read, and as what. */
  readonly files: FileMemory
  /** What rules let a tool show of the files that it finds. */
  readonly createReadFilter: (toolName: string) => ReadFilter
  /** What decides on calls now. */
  readonly permissions: () => PermissionState
  readonly services: SessionServices
  /** Makes another call, which is decided on and run like any; missing where a tool is only looked at. */
  readonly callTool?: CallTool
}

/** A call that another call makes: gives progress, then its result and whatever belongs behind it. */
export type CallTool = (call: {
  readonly block: ToolUseBlock
  readonly assistantMessage: AssistantMessage
}) => AsyncGenerator<
  Message,
  { readonly messages: readonly Message[]; readonly stop: string | null },
  undefined
>
