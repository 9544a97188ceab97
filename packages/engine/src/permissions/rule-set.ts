import { type CommandPattern, parseCommandPattern } from './command-pattern.ts'
import type { Grade } from './grade.ts'
import { matchToolName, PATH_TOOLS, parsePermissionRule, type RuleBehavior } from './parse-permission-rule.ts'
import { createPathPattern, type PathPattern } from './path-pattern.ts'
import type { PermissionRules, PermissionState } from './permission.ts'

/** A rule that can be tried on a call. */
export type CompiledRule = {
  readonly source: string
  readonly tool: string
  /** Null for every use of the tool. */
  readonly content: string | null
  readonly behavior: RuleBehavior
  readonly command: CommandPattern | null
  readonly path: PathPattern | null
}

export type RuleSet = Readonly<Record<RuleBehavior, readonly CompiledRule[]>> & {
  /** Rules that forbid or ask but cannot be read: what they could mean is never allowed unseen. */
  readonly unreadable: readonly { readonly source: string; readonly tool: string }[]
}

/** The rules of a state, ready to be tried; the same rules are prepared once. */
export function compileRules({ rules, cwd, home }: PermissionState): RuleSet {
  const known = prepared.get(rules)
  if (known !== undefined && known.cwd === cwd && known.home === home) return known.ruleSet
  const ruleSet = compile(rules, { cwd, home })
  prepared.set(rules, { cwd, home, ruleSet })
  return ruleSet
}

/** The rules of a kind that name one of these tools. */
export function selectRules(
  ruleSet: RuleSet,
  behavior: RuleBehavior,
  toolNames: readonly string[],
): CompiledRule[] {
  return ruleSet[behavior].filter(rule => toolNames.some(name => matchToolName(rule.tool, name, behavior)))
}

/** What rules for these tools say: which forbids, asks or allows. */
export function gradeByRules(
  ruleSet: RuleSet,
  toolNames: readonly string[],
  fits: (rule: CompiledRule) => boolean,
): Pick<Grade, 'denied' | 'asked' | 'allowedBy'> {
  const find = (behavior: RuleBehavior) =>
    selectRules(ruleSet, behavior, toolNames).find(fits)?.source ?? null
  return { denied: find('deny'), asked: find('ask'), allowedBy: find('allow') }
}

function compile(rules: PermissionRules, places: { cwd: string; home: string }): RuleSet {
  const unreadable: { source: string; tool: string }[] = []
  const compileAll = (behavior: RuleBehavior) =>
    rules[behavior].flatMap(source => {
      const rule = compileRule(source, behavior, places)
      if (rule !== null) return [rule]
      if (behavior !== 'allow') unreadable.push({ source, tool: parsePermissionRule(source).tool })
      return []
    })
  return { allow: compileAll('allow'), deny: compileAll('deny'), ask: compileAll('ask'), unreadable }
}

function compileRule(
  source: string,
  behavior: RuleBehavior,
  places: { cwd: string; home: string },
): CompiledRule | null {
  const rule = parsePermissionRule(source)
  if (rule.kind === 'malformed') return null
  const { tool, content } = rule
  const isPath = PATH_TOOLS.has(tool) && content !== null
  const path = isPath ? createPathPattern(content, places) : null
  const command = content === null || isPath ? null : parseCommandPattern(content)
  return { source, tool, content, behavior, command, path }
}

const prepared = new WeakMap<
  PermissionRules,
  { readonly cwd: string; readonly home: string; readonly ruleSet: RuleSet }
>()

/** True for a tool whose every use is forbidden: a model need not hear of it. */
export function isToolForbidden(
  tool: { readonly name: string; readonly aliases?: readonly string[] },
  state: PermissionState,
): boolean {
  const names = [tool.name, ...(tool.aliases ?? [])]
  return selectRules(compileRules(state), 'deny', names).some(({ content }) => content === null)
}
