import { join } from 'node:path'
import type { RuleDescription, RuleOfFiles } from '@antiphon/core/wire'
import { wordSet } from '../text/word-set.ts'
import { parseCommandPattern, splitAtStars } from './command-pattern.ts'
import { decidePermission } from './decide-permission.ts'
import {
  isSafeToolWildcard,
  PATH_TOOLS,
  type PermissionRule,
  parsePermissionRule,
} from './parse-permission-rule.ts'
import type { Access } from './permission.ts'

export type DescribeRuleOptions = { readonly cwd: string; readonly home: string }

/**
 * What an allow rule would allow. Total: whatever cannot be read is said to allow nothing, as it does. An example is only
 * given where the rule alone makes `decidePermission` allow it.
 */
export function describeRule(source: string, places: DescribeRuleOptions): RuleDescription {
  const rule = parsePermissionRule(source)
  if (rule.kind === 'malformed') return { kind: 'nothing', problem: rule.problem }
  if (!isSafeToolWildcard(rule.tool))
    return { kind: 'nothing', problem: 'a wildcard for tools may allow something only behind one server' }
  return describe(rule, places)
}

type Rule = Extract<PermissionRule, { readonly kind: 'rule' }>

function describe(rule: Rule, places: DescribeRuleOptions): RuleDescription {
  const { tool, content } = rule
  if (content === null) return describeTool(rule, places)
  if (tool === 'Bash') return describeCommand(rule, content, places)
  if (PATH_TOOLS.has(tool)) return describeFiles(rule, content, places)
  if (tool === 'WebFetch') return describePages(rule, content.replace(/^domain:\s*/, ''), places)
  const reach = content.endsWith(':*') ? 'prefix' : content.includes('*') ? 'pattern' : 'exact'
  return { kind: 'detail', tool, detail: reach === 'prefix' ? content.slice(0, -2) : content, reach }
}

function describeTool(rule: Rule, places: DescribeRuleOptions): RuleDescription {
  const { tool } = rule
  if (tool === 'Bash') {
    const example = choose(rule, ['rm -r folder', 'mkdir folder'], toCommand, places)
    return { kind: 'every-use', tool, ...example }
  }
  if (tool.includes('*')) {
    const toTool = (toolName: string): Use => ({ toolName, access: { kind: 'tool' } })
    const example = choose(rule, [tool.replaceAll('*', 'example')], toTool, places)
    return { kind: 'tools', pattern: tool, ...example }
  }
  const server = /^mcp__(?<server>.+?)$/.exec(tool)?.groups?.server
  return server !== undefined && !server.includes('__')
    ? { kind: 'server', server }
    : { kind: 'every-use', tool }
}

function describeCommand(rule: Rule, content: string, places: DescribeRuleOptions): RuleDescription {
  const { kind, text } = parseCommandPattern(content)
  if (kind === 'exact') return { kind: 'command', command: text }
  if (kind === 'prefix') {
    const candidates = [
      `${text} ${TYPICAL.get(text) ?? 'anything'}`,
      `${text} anything`,
      `${text} --anything`,
    ]
    return { kind: 'command-prefix', words: text, ...choose(rule, candidates, toCommand, places) }
  }
  const filled = ['anything', 'folder/anything', '1'].map(word => splitAtStars(text).join(word))
  return { kind: 'command-pattern', pattern: text, ...choose(rule, filled, toCommand, places) }
}

/** What people add to these, so that the example is one that they know. */
const TYPICAL: ReadonlyMap<string, string> = new Map([
  ['npm test', '-- --watch'],
  ['npm run', 'anything'],
  ['git log', '--all'],
  ['git diff', '--cached'],
  ['git commit', '--amend'],
  ['git push', '--force'],
  ['git checkout', 'another-branch'],
  ['npm install', 'any-package'],
  ['pip install', 'any-package'],
  ['cargo test', '--release'],
  ['docker run', 'any-image'],
])

function describeFiles(rule: Rule, content: string, places: DescribeRuleOptions): RuleDescription {
  const { tool } = rule
  const use = tool === 'Read' ? 'read' : tool === 'Edit' ? 'write' : 'tool'
  const reach = toReach(content)
  const kind = READERS.has(tool) ? 'read' : 'write'
  const examples = reach === 'one' ? [] : listFileExamples(content, places)
  const found = examples.find(({ path }) =>
    isAllowed(rule, { toolName: tool, access: { kind, paths: [path] } }, places),
  )
  const example = found && { example: found.shown }
  return { kind: 'files', use, tool, reach, pattern: content, ...example }
}

const READERS = wordSet('Read NotebookRead Grep Glob LS')

function describePages(rule: Rule, domain: string, places: DescribeRuleOptions): RuleDescription {
  const isBelow = domain.startsWith('*.') && !domain.slice(2).includes('*')
  const reach = domain === '*' ? 'all' : isBelow ? 'below' : domain.includes('*') ? 'pattern' : 'host'
  const host = reach === 'all' ? 'example.org' : domain.replaceAll('*', 'any')
  const toFetch = (url: string): Use => ({ toolName: 'WebFetch', access: { kind: 'fetch', url } })
  const example = choose(rule, [`https://${host}/any/page`], toFetch, places)
  return { kind: 'pages', reach, domain: isBelow ? domain.slice(2) : domain, ...example }
}

type Use = { readonly toolName: string; readonly access: Access }

type ToUse = (example: string, places: DescribeRuleOptions) => Use

const toCommand: ToUse = (command, { cwd }) => ({
  toolName: 'Bash',
  access: { kind: 'command', command, cwd },
})

/** The first example that the rule allows; none where it allows no such thing. */
function choose(
  rule: Rule,
  candidates: readonly string[],
  toUse: ToUse,
  places: DescribeRuleOptions,
): { readonly example?: string } {
  const example = candidates.find(candidate => isAllowed(rule, toUse(candidate, places), places))
  return example === undefined ? {} : { example }
}

function isAllowed({ source }: Rule, { toolName, access }: Use, { cwd, home }: DescribeRuleOptions): boolean {
  const rules = { allow: [source], deny: [], ask: [] }
  const state = { mode: 'default' as const, rules, cwd, home, additionalDirectories: [] }
  return decidePermission({ toolName, input: {}, access, isReadOnly: false }, state).behavior === 'allow'
}

/** A file that a path rule may mean: where it would be, and how a person would write it. */
type FileExample = { readonly path: string; readonly shown: string }

/** How much the content of a path rule names. */
function toReach(content: string): RuleOfFiles['reach'] {
  if (/[*?[\\]/.test(content) || content.endsWith('/') || content === '~') return 'pattern'
  const isAnchored = /^(?:\/|~\/|\.\.?\/)/.test(content)
  return isAnchored || content.includes('/') ? 'one' : 'any-depth'
}

/** Files that a pattern could mean; whether it does, the judge has to say. */
function listFileExamples(
  content: string,
  { cwd, home }: { readonly cwd: string; readonly home: string },
): readonly FileExample[] {
  return ['example.txt', 'example'].flatMap(name =>
    fillPattern(content, name).map(shown => ({ shown, path: toPath(shown, cwd, home) })),
  )
}

function fillPattern(content: string, name: string): readonly string[] {
  const pattern = content === '~' ? '~/' : content
  const filled = pattern
    .replace(/\*\*$|(?<=\/)$/, `folder/${name}`)
    .replaceAll('**', 'folder')
    .replaceAll('*', 'example')
    .replaceAll('?', 'x')
    .replace(/\[([^\]!^])[^\]]*\]/g, '$1')
  // A name without a slash is meant at any depth.
  const isAnyDepth = !/^(?:\/|~\/|\.\.?\/)/.test(content) && !content.slice(0, -1).includes('/')
  return isAnyDepth ? [`folder/${filled}`, filled] : [filled]
}

function toPath(shown: string, cwd: string, home: string): string {
  if (shown.startsWith('//')) return shown.slice(1)
  if (shown.startsWith('~/')) return join(home, shown.slice(2))
  return join(cwd, shown)
}
