import type { ContentBlock, JsonObject, JsonValue } from '@antiphon/contract'
import type { McpMeta, Message } from '@antiphon/core'
import type { Access } from '../permissions/permission.ts'
import type { ToolContext } from './tool-context.ts'

/** Something that the agent can do. */
export interface AgentTool {
  readonly name: string
  /** Other names by which a model or an old session may call it. */
  readonly aliases: readonly string[]
  /** What the model reads about it. */
  readonly description: string
  /** JSON Schema of its input, as the API takes it. */
  readonly inputSchema: JsonObject
  /** Told to the model only when it searches for it. */
  readonly isDeferred: boolean
  /** Fields of a stored input that are ours: they are kept for people and programs, and not sent to the model. */
  readonly internalInputFields?: readonly string[]
  /** What is stored of a call in those fields; asked once, before the call is stored. */
  addInternalInput?(input: JsonObject, context: ToolContext): Promise<JsonObject>
  /** Checks an input before anything happens: gives the call that it means, or says what is wrong so that a model can do better. */
  prepare(
    input: unknown,
    context: ToolContext,
  ): PreparedCall | InputProblem | Promise<PreparedCall | InputProblem>
}

/** A call that can be decided on and then run. */
export type PreparedCall = {
  /** The input as it was understood: defaults filled in, paths absolute. */
  readonly input: JsonObject
  /** What it would touch: what permission rules decide on. */
  readonly access: Access
  /** It changes nothing. */
  readonly isReadOnly: boolean
  /** It may run beside others of its kind. */
  readonly isConcurrencySafe: boolean
  /** What a person reads while it runs: `Read src/a.ts`. */
  readonly title: string
  /** Does it. Progress is shown and not stored; whatever goes wrong inside is an outcome with `isError`, not a throw. */
  run(): AsyncGenerator<ToolProgress, ToolOutcome, undefined>
}

/** Why an input cannot be used, in words for a model. */
export type InputProblem = { readonly problem: string }

/** What happens while a tool runs; `data` becomes a progress message. */
export type ToolProgress = { readonly data: JsonObject }

/** What a tool gives back. */
export type ToolOutcome = {
  /** What the model reads. */
  readonly content: string | readonly ContentBlock[]
  readonly isError?: boolean
  /** What programs and people read: the entry's `toolUseResult`. */
  readonly data?: JsonValue
  /** What an MCP server said beside its content: the entry's `mcpMeta`. */
  readonly mcpMeta?: McpMeta
  /** Messages that follow the result: attachments, memory, a skill's instructions. */
  readonly messages?: readonly Message[]
  /** Why the loop has to stop, where a call that this one made says so. */
  readonly stop?: string | null
}
