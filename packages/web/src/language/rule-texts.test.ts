import { readRuleDescriptions } from '@antiphon/core/chat'
import type { RuleDescription } from '@antiphon/core/wire'
import { describe, expect, it } from 'vitest'
import { RULES_CHINESE, RULES_ENGLISH } from './rule-texts.ts'

const ALL: readonly (readonly [RuleDescription, english: string, chinese: string])[] = [
  [{ kind: 'every-use', tool: 'Bash' }, 'Allows every command', '允许所有命令'],
  [{ kind: 'every-use', tool: 'Read' }, 'Allows every use of Read', '允许对 Read 的一切使用'],
  [
    { kind: 'server', server: 'github' },
    'Allows every tool of the server “github”',
    '允许服务器“github”的所有工具',
  ],
  [
    { kind: 'tools', pattern: 'mcp__a__*' },
    'Allows every tool whose name fits “mcp__a__*”',
    '允许名称符合“mcp__a__*”的所有工具',
  ],
  [{ kind: 'command', command: 'ls' }, 'Allows this one command: “ls”', '允许仅这一条命令：“ls”'],
  [
    { kind: 'command-prefix', words: 'npm test' },
    'Allows every command that begins with “npm test”',
    '允许以“npm test”开头的所有命令',
  ],
  [
    { kind: 'command-pattern', pattern: 'git * main' },
    'Allows every command that fits “git * main”, where * stands for anything',
    '允许符合“git * main”的所有命令（* 代表任意内容）',
  ],
  [
    { kind: 'files', use: 'read', tool: 'Read', reach: 'one', pattern: '~/x' },
    'Allows reading “~/x”, and all that is in it where it is a folder',
    '允许读取“~/x”；若它是文件夹，则包括其中的一切',
  ],
  [
    { kind: 'files', use: 'write', tool: 'Edit', reach: 'pattern', pattern: 'src/**' },
    'Allows changing every file anywhere below the folder “src” in the working folder',
    '允许修改工作文件夹里的“src”文件夹及其所有下级文件夹里的所有文件',
  ],
  [
    { kind: 'files', use: 'write', tool: 'Edit', reach: 'pattern', pattern: '//tmp/notes/*.md' },
    'Allows changing every file whose name ends in “.md” directly in the folder “/tmp/notes”',
    '允许修改“/tmp/notes”文件夹里的名称以“.md”结尾的所有文件',
  ],
  [
    { kind: 'files', use: 'read', tool: 'Read', reach: 'pattern', pattern: '**/*.ts' },
    'Allows reading every file whose name ends in “.ts” in the working folder and all folders below it',
    '允许读取工作文件夹及其所有下级文件夹里的名称以“.ts”结尾的所有文件',
  ],
  [
    { kind: 'files', use: 'write', tool: 'Edit', reach: 'pattern', pattern: 'a?/b*.{ts,js}' },
    'Allows changing every file that fits “a?/b*.{ts,js}” in the working folder',
    '允许修改工作文件夹里符合“a?/b*.{ts,js}”的所有文件',
  ],
  [
    { kind: 'files', use: 'write', tool: 'Edit', reach: 'one', pattern: '//etc/hosts' },
    'Allows changing “/etc/hosts”, and all that is in it where it is a folder',
    '允许修改“/etc/hosts”；若它是文件夹，则包括其中的一切',
  ],
  [
    { kind: 'files', use: 'tool', tool: 'Grep', reach: 'any-depth', pattern: 'logs' },
    'Allows Grep on everything called “logs” in the working folder and in all folders below it',
    '允许用 Grep 处理工作文件夹及其所有下级文件夹里名为“logs”的一切',
  ],
  [
    { kind: 'pages', reach: 'below', domain: 'a.org' },
    'Allows fetching every page of every host below a.org',
    '允许获取 a.org 之下所有主机的所有网页',
  ],
  [
    { kind: 'detail', tool: 'Skill', detail: 'pdf', reach: 'exact' },
    'Allows Skill for “pdf”',
    '允许将 Skill 用于“pdf”',
  ],
  [
    { kind: 'nothing', problem: 'it is empty' },
    'Allows nothing, since the rule cannot be read: it is empty',
    '允许的内容为空，因为无法读懂此规则：it is empty',
  ],
]

describe('what a rule allows', () => {
  it.each(ALL)('is said of %j', (description, english, chinese) => {
    expect(RULES_ENGLISH.allows(description)).toBe(english)
    expect(RULES_CHINESE.allows(description)).toBe(chinese)
  })
  it('is read from what the server tells, and nothing else', () => {
    const read = (description: unknown): unknown =>
      readRuleDescriptions({ rule_descriptions: [{ rule: 'r', description }] }).get('r')
    for (const [description] of ALL) expect(read(description)).toEqual(description)
    expect(read({ kind: 'command', command: 'a\u202eb' })).toEqual({ kind: 'command', command: 'a<U+202E>b' })
    for (const strange of [
      null,
      'x',
      {},
      { kind: 'pages', reach: 'moon', domain: 'x' },
      { kind: 'command' },
      { kind: 'constructor' },
    ])
      expect(read(strange)).toBeUndefined()
    expect(readRuleDescriptions(null).size).toBe(0)
  })
})
