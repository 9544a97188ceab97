import { wordSet } from '../text/word-set.ts'
import { matchWildcard } from './command-pattern.ts'
import type { PermissionRules } from './permission.ts'

/** A rule of the settings, taken apart. What cannot be read keeps its source and says what is wrong. */
export type PermissionRule =
  | {
      readonly kind: 'rule'
      readonly source: string
      /** The tool's name; in rules that forbid or ask it may hold `*`. */
      readonly tool: string
      /** What stands in the parentheses; null for every use of the tool. */
      readonly content: string | null
    }
  | { readonly kind: 'malformed'; readonly source: string; readonly tool: string; readonly problem: string }

export type RuleBehavior = 'allow' | 'deny' | 'ask'

/** Takes a rule apart: `Tool` or `Tool(content)`. Never throws. */
export function parsePermissionRule(source: string): PermissionRule {
  const trimmed = source.trim()
  const open = trimmed.indexOf('(')
  const tool = (open === -1 ? trimmed : trimmed.slice(0, open)).trim()
  const problem = findProblem(trimmed, tool, open)
  if (problem !== null) return { kind: 'malformed', source, tool, problem }
  const content = open === -1 ? null : trimmed.slice(open + 1, -1).trim()
  return { kind: 'rule', source, tool, content: content === '*' ? null : content }
}

function findProblem(rule: string, tool: string, open: number): string | null {
  if (rule === '') return 'it is empty'
  if (!/^[\w*.-]+$/.test(tool)) return `"${tool}" is no name of a tool`
  if (HIDDEN_CHARACTERS.test(rule)) return 'it holds control characters'
  if (open === -1) return rule.includes(')') ? 'it closes a parenthesis that it never opened' : null
  if (!rule.endsWith(')')) return 'its parenthesis is not closed'
  const content = rule.slice(open + 1, -1).trim()
  if (content === '') return `its parentheses are empty; write ${tool} for every use of the tool`
  if (tool.startsWith('mcp__') && content !== '*')
    return 'a rule for an MCP tool has no parentheses; write mcp__server__tool'
  if (tool === 'WebFetch' && !isDomainContent(content)) return 'write WebFetch(domain:example.org)'
  if (PATH_TOOLS.has(tool) && content.startsWith('!')) return 'a path rule cannot be negated'
  if (PRIMARY_FIELDS.test(content) && !PATH_TOOLS.has(tool))
    return 'a rule cannot match this field by its name; write the command, path or domain itself'
  return null
}

function isDomainContent(content: string): boolean {
  return content === '*' || /^domain:\s*[\p{L}\p{N}*.:[\]_-]+$/u.test(content)
}

/** Tools whose rules hold a path. */
export const PATH_TOOLS: ReadonlySet<string> = wordSet(
  'Read Edit Write MultiEdit NotebookEdit NotebookRead Grep Glob LS',
)

// Rules have checks of their own for these fields; by name a compound command would get past them.
const PRIMARY_FIELDS = /^(command|file_path|path|notebook_path|url)\s*:/

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not stand in a rule
const HIDDEN_CHARACTERS = /[\u0000-\u001f\u007f]/

/** A rule that does not do what its author hopes. */
export type RuleProblem = {
  readonly behavior: RuleBehavior
  readonly rule: string
  readonly problem: string
}

/** The rules that cannot be used, each with what is wrong with it. */
export function findRuleProblems(rules: PermissionRules): RuleProblem[] {
  return (['allow', 'deny', 'ask'] as const).flatMap(behavior =>
    rules[behavior].flatMap(rule => {
      const problem = explainRule(rule, behavior)
      return problem === null ? [] : [{ behavior, rule, problem }]
    }),
  )
}

function explainRule(source: string, behavior: RuleBehavior): string | null {
  const rule = parsePermissionRule(source)
  if (rule.kind === 'malformed') return rule.problem
  if (behavior === 'allow' && !isSafeToolWildcard(rule.tool))
    return 'an allow rule may have a wildcard only behind mcp__server__'
  return null
}

/** The rules of a command line: commas and spaces separate them, except inside and before their parentheses. */
export function splitRules(value: string): readonly string[] {
  const rules = ['']
  let depth = 0
  const parts = value.split(/(\s+|[,()])/).filter(part => part !== '')
  for (const [index, part] of parts.entries()) {
    // `Bash`, split off, would allow more than the `Bash (ls)` that is meant.
    const isBetween = part === ',' || (part.trim() === '' && parts[index + 1] !== '(')
    if (part === '(') depth++
    // One that was never opened stays, so that whoever reads the rule can say so.
    if (part === ')' && depth > 0) depth--
    if (depth === 0 && isBetween) rules.push('')
    else rules[rules.length - 1] += part
  }
  return rules.map(rule => rule.trim()).filter(rule => rule !== '')
}

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
