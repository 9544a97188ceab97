import { describe, expect, it } from 'vitest'
import { mergePermissionRules, NO_RULES } from './current-permissions.ts'
import { findRuleProblems, matchToolName, parsePermissionRule } from './parse-permission-rule.ts'

describe('a rule', () => {
  it.each([
    ['Bash', 'Bash', null],
    ['Bash(*)', 'Bash', null],
    ['  Bash( git log:* ) ', 'Bash', 'git log:*'],
    ['Bash(echo (a))', 'Bash', 'echo (a)'],
    ['Edit(//abs/path)', 'Edit', '//abs/path'],
    ['WebFetch(domain:*.example.org)', 'WebFetch', 'domain:*.example.org'],
    ['mcp__github__search-code', 'mcp__github__search-code', null],
    ['mcp__github__*', 'mcp__github__*', null],
    ['Skill(pdf)', 'Skill', 'pdf'],
  ])('%s is read', (source, tool, content) => {
    expect(parsePermissionRule(source)).toEqual({ kind: 'rule', source, tool, content })
  })

  it.each([
    '',
    '   ',
    'Bash(',
    'Bash(rm',
    'Bash)',
    'Bash()',
    'Bash(rm) x',
    '(rm)',
    'Ba sh(rm)',
    'Bash(rm\0)',
    'WebFetch(example.org)',
    'WebFetch(domain:)',
    'WebFetch(domain:example.org/path)',
    'mcp__github(x)',
    'Bash(command:rm *)',
    'Read(!secret)',
    'rm -rf',
  ])('%j is reported and allows nothing', source => {
    expect(parsePermissionRule(source).kind).toBe('malformed')
    expect(findRuleProblems({ ...NO_RULES, allow: [source] })).toHaveLength(1)
  })

  it.each(['*', 'B*', 'mcp__*', 'mcp__git*__search'])('%s may forbid but not allow', source => {
    const rules = { allow: [source], deny: [source], ask: [source] }
    expect(findRuleProblems(rules).map(({ behavior }) => behavior)).toEqual(['allow'])
  })
})

describe('rules of several sources', () => {
  it('are joined in order, each once', () => {
    const merged = mergePermissionRules({ allow: ['A', 'B'], deny: ['D'] }, { allow: ['B', 'C'] }, {})
    expect(merged).toEqual({ allow: ['A', 'B', 'C'], deny: ['D'], ask: [] })
  })
})

describe('the name of a tool', () => {
  it.each([
    ['Task', 'Agent'],
    ['TaskOutput', 'BashOutput'],
    ['TaskStop', 'KillShell'],
    ['KillBash', 'KillShell'],
  ])('%s in a rule means %s too', (rule, tool) => {
    expect(matchToolName(rule, tool, 'deny')).toBe(true)
    expect(matchToolName(rule, tool, 'allow')).toBe(true)
  })

  it.each([
    ['Task', 'TaskStop'],
    ['KillShell', 'BashOutput'],
    ['Bash', 'BashOutput'],
    ['WebFetch', 'WebSearch'],
  ])('%s in a rule does not mean %s', (rule, tool) => {
    expect(matchToolName(rule, tool, 'deny')).toBe(false)
  })
})
