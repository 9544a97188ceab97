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
export const PATH_TOOLS: ReadonlySet<string> = new Set([
  'Read',
  'Edit',
  'Write',
  'MultiEdit',
  'NotebookEdit',
  'NotebookRead',
  'Grep',
  'Glob',
  'LS',
])

// Rules have checks of their own for these fields; by name a compound command would get past them.
const PRIMARY_FIELDS = /^(command|file_path|path|notebook_path|url)\s*:/

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not stand in a rule
const HIDDEN_CHARACTERS = /[\u0000-\u001f\u007f]/
