import type { JsonObject, JsonValue } from '@antiphon/contract'
import type { z } from 'zod'
import type { AgentTool, ToolOutcome, ToolProgress } from './agent-tool.ts'
import { defineTool } from './define-tool.ts'

/** A tool of an embedder: what the model reads of it, and the function that it calls. */
export type FunctionTool<Schema extends z.ZodObject> = {
  readonly name: string
  readonly description: string
  readonly schema: Schema
  /** It changes nothing, so it may run beside others. Rules and modes judge it by its name all the same. */
  readonly isReadOnly?: boolean
  /** Gives what the model reads: a text, or any JSON value. What it throws is told to the model as an error. */
  readonly run: (input: z.infer<Schema>, options: { readonly signal: AbortSignal }) => unknown
}

/** A tool from a function. */
export function createTool<Schema extends z.ZodObject>(tool: FunctionTool<Schema>): AgentTool {
  const { name, description, schema, isReadOnly = false, run } = tool
  return defineTool({
    ...{ name, description, schema },
    prepare: (input, { signal }) => ({
      // It came as JSON from the model and fits the schema.
      input: input as JsonObject,
      access: { kind: 'tool' },
      ...{ isReadOnly, isConcurrencySafe: isReadOnly },
      title: name,
      run: () => runFunction(() => run(input, { signal })),
    }),
  })
}

// biome-ignore lint/correctness/useYield: a function has no progress to report
async function* runFunction(run: () => unknown): AsyncGenerator<ToolProgress, ToolOutcome, undefined> {
  try {
    const value = await run()
    if (typeof value === 'string') return { content: value }
    const json = JSON.stringify(value) ?? 'null'
    return { content: json, data: JSON.parse(json) as JsonValue }
  } catch (error) {
    return { content: error instanceof Error ? error.message : String(error), isError: true }
  }
}
