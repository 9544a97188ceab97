import { toServerLine } from './clean-server-text.ts'
import type { McpProblem } from './mcp-config.ts'
import { MCP_LIMITS } from './mcp-limits.ts'

/** Passes on what is wrong with one server: each thing once, in one line, and not without end. */
export function createProblemReporter(
  onProblem: (problem: McpProblem) => void,
): (problem: McpProblem) => void {
  const told = new Set<string>()
  return ({ server, what, whatToDo }) => {
    const line = toServerLine(what, MCP_LIMITS.line)
    if (told.has(line) || told.size >= MCP_LIMITS.problems) return
    told.add(line)
    const isLast = told.size === MCP_LIMITS.problems
    onProblem({ server, what: line, whatToDo: isLast ? `${whatToDo}; more of it is not told` : whatToDo })
  }
}
