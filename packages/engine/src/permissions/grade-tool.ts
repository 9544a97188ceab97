import type { JsonObject } from '@antiphon/contract'
import { matchWildcard } from './command-pattern.ts'
import { type Grade, type GradeContext, UNKNOWN_GRADE } from './grade.ts'
import { matchDomain, trimDot } from './match-domain.ts'
import { matchToolName } from './parse-permission-rule.ts'
import { type CompiledRule, gradeByRules } from './rule-set.ts'

/** What rules say about the tool as a whole, and about single fields of its input. */
export function gradeToolName(input: JsonObject, context: GradeContext): Grade {
  const { rules, toolName } = context
  const unreadable = rules.unreadable.find(({ tool }) => tool === '' || matchToolName(tool, toolName, 'deny'))
  return {
    ...UNKNOWN_GRADE,
    ...gradeByRules(
      rules,
      [toolName],
      rule => rule.content === null || (rule.behavior !== 'allow' && matchField(rule, input)),
    ),
    doubt: unreadable === undefined ? null : `the rule ${unreadable.source} cannot be read`,
  }
}

/** What rules say about a tool that does whatever it does: a skill, a subagent, an MCP tool. */
export function gradeToolUse(detail: string | undefined, context: GradeContext): Grade {
  const { rules, toolName } = context
  // A subagent's own calls are decided on one by one.
  const isAgent = matchToolName('Task', toolName, 'deny')
  return {
    ...UNKNOWN_GRADE,
    ...gradeByRules(
      rules,
      [toolName],
      ({ content }) => content === null || (detail !== undefined && matchDetail(content, detail)),
    ),
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

/** What rules say about fetching a page. */
export function gradeFetch(url: string, context: GradeContext): Grade {
  const host = readHost(url)
  if (host === null)
    return { ...UNKNOWN_GRADE, doubt: `${JSON.stringify(url.slice(0, 200))} is no address of a web page` }
  return {
    ...UNKNOWN_GRADE,
    ...gradeByRules(context.rules, ['WebFetch', context.toolName], rule => fits(rule, host)),
    reason: `it would fetch from ${host}`,
    suggestions: [`WebFetch(domain:${host})`],
  }
}

function readHost(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, hostname } = new URL(url)
  const host = trimDot(hostname)
  return /^https?:$/.test(protocol) && host !== '' ? host : null
}

/** A rule without a domain is about every page. */
function fits({ content }: CompiledRule, host: string): boolean {
  return content === null || matchDomain(content.replace(/^domain:\s*/, ''), host)
}
