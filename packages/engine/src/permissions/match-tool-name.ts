import { matchWildcard } from './match-wildcard.ts'
import type { RuleBehavior } from './parse-permission-rule.ts'

/** Whether a rule names this tool: by its name, by its MCP server, or by a wildcard where those are safe. */
export function matchToolName(ruleTool: string, toolName: string, behavior: RuleBehavior): boolean {
  if (ruleTool === toolName || areSynonyms(ruleTool, toolName)) return true
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

function areSynonyms(one: string, other: string): boolean {
  return SYNONYMS.some(names => names.includes(one) && names.includes(other))
}

/** Names that a tool had or will have: a rule under any of them is meant. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['Task', 'Agent'],
  ['BashOutput', 'TaskOutput'],
  ['KillShell', 'KillBash', 'TaskStop'],
]

const ANCHORED_WILDCARD = /^mcp__[^*]+?__[^*]*\*/
