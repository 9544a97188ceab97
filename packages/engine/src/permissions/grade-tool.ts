import type { JsonObject } from '@antiphon/contract'
import { type Grade, type GradeContext, UNKNOWN_GRADE } from './grade.ts'
import { matchToolName } from './match-tool-name.ts'
import { matchWildcard } from './match-wildcard.ts'
import { type CompiledRule, selectRules } from './rule-set.ts'

/** What rules say about the tool as a whole, and about single fields of its input. */
export function gradeToolName(input: JsonObject, context: GradeContext): Grade {
  const { rules, toolName } = context
  const bare = (behavior: 'allow' | 'deny' | 'ask') =>
    selectRules(rules, behavior, [toolName]).find(
      rule => rule.content === null || (behavior !== 'allow' && matchField(rule, input)),
    )?.source ?? null
  const unreadable = rules.unreadable.find(({ tool }) => tool === '' || matchToolName(tool, toolName, 'deny'))
  return {
    ...UNKNOWN_GRADE,
    denied: bare('deny'),
    asked: bare('ask'),
    allowedBy: bare('allow'),
    doubt: unreadable === undefined ? null : `the rule ${unreadable.source} cannot be read`,
  }
}

/** What rules say about a tool that does whatever it does: a skill, a subagent, an MCP tool. */
export function gradeToolUse(detail: string | undefined, context: GradeContext): Grade {
  const { rules, toolName } = context
  const find = (behavior: 'allow' | 'deny' | 'ask') =>
    selectRules(rules, behavior, [toolName]).find(
      rule => rule.content === null || (detail !== undefined && matchDetail(rule.content, detail)),
    )?.source ?? null
  // A subagent's own calls are decided on one by one.
  const isAgent = matchToolName('Task', toolName, 'deny')
  return {
    ...UNKNOWN_GRADE,
    denied: find('deny'),
    asked: find('ask'),
    allowedBy: find('allow'),
    isHarmless: isAgent,
    reason: `it would use ${toolName}${detail === undefined ? '' : ` for ${detail}`}`,
    suggestions: [suggest(toolName, detail)],
  }
}

function suggest(toolName: string, detail: string | undefined): string {
  const isPlain = detail !== undefined && !toolName.startsWith('mcp__') && /^[\w./@-]+$/.test(detail)
  return isPlain ? `${toolName}(${detail})` : toolName
}

function matchDetail(content: string, detail: string): boolean {
  if (content.endsWith(':*')) {
    const prefix = content.slice(0, -2)
    return detail === prefix || detail.startsWith(`${prefix}:`) || detail.startsWith(`${prefix} `)
  }
  return content.includes('*') ? matchWildcard(content, detail) : content === detail
}

/** `Agent(model:opus)`: a field of the input with that value. It can forbid or ask; one field alone makes nothing safe. */
function matchField({ content }: CompiledRule, input: JsonObject): boolean {
  const { name, value } = /^(?<name>[A-Za-z_]\w*)\s*:\s*(?<value>.+)$/s.exec(content ?? '')?.groups ?? {}
  if (name === undefined || value === undefined || !Object.hasOwn(input, name)) return false
  const actual = input[name]
  const isScalar = typeof actual === 'string' || typeof actual === 'number' || typeof actual === 'boolean'
  return isScalar && matchWildcard(value, String(actual))
}
