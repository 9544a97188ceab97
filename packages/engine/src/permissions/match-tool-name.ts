import { matchWildcard } from './match-wildcard.ts'
import type { RuleBehavior } from './parse-permission-rule.ts'

/** Whether a rule names this tool: by its name, by its MCP server, or by a wildcard where those are safe. */
export function matchToolName(ruleTool: string, toolName: string, behavior: RuleBehavior): boolean {
  if (ruleTool === toolName || (AGENT_NAMES.has(ruleTool) === true && AGENT_NAMES.has(toolName))) return true
  if (!ruleTool.includes('*')) return isServerName(ruleTool) && toolName.startsWith(`${ruleTool}__`)
  return (behavior !== 'allow' || ANCHORED_WILDCARD.test(ruleTool)) && matchWildcard(ruleTool, toolName)
}

/** A wildcard for tools may allow something only behind the name of one server. */
export function isSafeToolWildcard(ruleTool: string): boolean {
  return !ruleTool.includes('*') || ANCHORED_WILDCARD.test(ruleTool)
}

function isServerName(ruleTool: string): boolean {
  return ruleTool.startsWith('mcp__') && !ruleTool.slice('mcp__'.length).includes('__')
}

const AGENT_NAMES: ReadonlySet<string> = new Set(['Task', 'Agent'])

const ANCHORED_WILDCARD = /^mcp__[^*]+?__[^*]*\*/
