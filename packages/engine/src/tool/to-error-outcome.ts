import type { ToolOutcome } from './agent-tool.ts'

/** An outcome that says what went wrong; programs find the words behind `Error: `. */
export function toErrorOutcome(content: string): ToolOutcome {
  return { content, isError: true, data: `Error: ${content}` }
}
