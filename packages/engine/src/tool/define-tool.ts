import { isObject, type JsonObject } from '@antiphon/contract'
import { z } from 'zod'
import type { AgentTool, InputProblem, PreparedCall } from './agent-tool.ts'
import type { ToolContext } from './tool-context.ts'

/** A tool whose input is described by a schema: the model reads the schema, and every input is checked against it. */
export type ToolDefinition<Schema extends z.ZodObject> = {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly description: string
  readonly isDeferred?: boolean
  readonly internalInputFields?: readonly string[]
  readonly addInternalInput?: AgentTool['addInternalInput']
  readonly schema: Schema
  /** Looks at an input of the right shape. */
  readonly prepare: (
    input: z.infer<Schema>,
    context: ToolContext,
  ) => PreparedCall | InputProblem | Promise<PreparedCall | InputProblem>
}

/** Makes a tool of its definition. */
export function defineTool<Schema extends z.ZodObject>(definition: ToolDefinition<Schema>): AgentTool {
  const { name, aliases = [], description, isDeferred = false, schema, prepare } = definition
  const { internalInputFields, addInternalInput } = definition
  return {
    name,
    aliases,
    description,
    isDeferred,
    ...(internalInputFields && { internalInputFields }),
    ...(addInternalInput && { addInternalInput }),
    inputSchema: toInputSchema(schema),
    prepare(input, context) {
      const parsed = schema.safeParse(isObject(input) ? input : {})
      return parsed.success
        ? prepare(parsed.data, context)
        : { problem: describeProblems(name, parsed.error) }
    },
  }
}

function toInputSchema(schema: z.ZodObject): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  // JSON Schema is JSON.
  return rest as JsonObject
}

/** What is wrong, field by field, in words for a model. */
function describeProblems(name: string, { issues }: z.ZodError): string {
  const lines = issues.map(
    ({ path, message }) => `- ${path.length === 0 ? 'input' : path.join('.')}: ${message}`,
  )
  return `${name} cannot be called like this:\n${lines.join('\n')}`
}
