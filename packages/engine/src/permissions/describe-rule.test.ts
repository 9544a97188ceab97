import { join } from 'node:path'
import type { RuleDescription } from '@antiphon/core/wire'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { decidePermission } from './decide-permission.ts'
import { describeRule } from './describe-rule.ts'
import type { Access } from './permission.ts'
import { createPermissionScene } from './testing/permission-scene.ts'

const scene = createPermissionScene()
afterAll(() => scene.remove())
const { cwd, home } = scene
const describeHere = (rule: string): RuleDescription => describeRule(rule, { cwd, home })

describe('describeRule', () => {
  it.each<[string, RuleDescription]>([
    [
      'Bash(npm test:*)',
      { kind: 'command-prefix', words: 'npm test', example: expect.stringMatching(/^npm test ./) },
    ],
    ['Bash(npm test)', { kind: 'command', command: 'npm test' }],
    ['Bash(mkdir *)', { kind: 'command-prefix', words: 'mkdir', example: 'mkdir anything' }],
    ['Bash', { kind: 'every-use', tool: 'Bash', example: expect.any(String) }],
    ['Read', { kind: 'every-use', tool: 'Read' }],
    ['mcp__github__search', { kind: 'every-use', tool: 'mcp__github__search' }],
    ['mcp__github', { kind: 'server', server: 'github' }],
    [
      'mcp__github__get_*',
      { kind: 'tools', pattern: 'mcp__github__get_*', example: 'mcp__github__get_example' },
    ],
    [
      'Edit(src/**)',
      {
        kind: 'files',
        use: 'write',
        tool: 'Edit',
        reach: 'pattern',
        pattern: 'src/**',
        example: 'src/folder/example.txt',
      },
    ],
    [
      'Edit(./README.md)',
      { kind: 'files', use: 'write', tool: 'Edit', reach: 'one', pattern: './README.md' },
    ],
    [
      'Read(~/notes/*.md)',
      {
        kind: 'files',
        use: 'read',
        tool: 'Read',
        reach: 'pattern',
        pattern: '~/notes/*.md',
        example: '~/notes/example.md',
      },
    ],
    [
      'Read(//etc/**)',
      {
        kind: 'files',
        use: 'read',
        tool: 'Read',
        reach: 'pattern',
        pattern: '//etc/**',
        example: '//etc/folder/example.txt',
      },
    ],
    [
      'Edit(notes.md)',
      {
        kind: 'files',
        use: 'write',
        tool: 'Edit',
        reach: 'any-depth',
        pattern: 'notes.md',
        example: 'folder/notes.md',
      },
    ],
    // What can change what runs later is asked about all the same.
    ['Edit(.git/**)', { kind: 'files', use: 'write', tool: 'Edit', reach: 'pattern', pattern: '.git/**' }],
    [
      'WebFetch(domain:example.org)',
      { kind: 'pages', reach: 'host', domain: 'example.org', example: 'https://example.org/any/page' },
    ],
    [
      'WebFetch(domain:*.example.org)',
      { kind: 'pages', reach: 'below', domain: 'example.org', example: 'https://any.example.org/any/page' },
    ],
    ['Skill(pdf)', { kind: 'detail', tool: 'Skill', detail: 'pdf', reach: 'exact' }],
    ['Skill(team:*)', { kind: 'detail', tool: 'Skill', detail: 'team', reach: 'prefix' }],
    ['Bash(', { kind: 'nothing', problem: 'its parenthesis is not closed' }],
    ['mcp__*', { kind: 'nothing', problem: expect.stringContaining('wildcard') }],
  ])('takes %s apart', (rule, description) => {
    expect(describeHere(rule)).toEqual(description)
  })

  it('has an answer for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(describeHere(text).kind).toBeTypeOf('string')
      }),
    )
  })

  it('gives no example that the rule alone does not allow', () => {
    let examples = 0
    fc.assert(
      fc.property(RULE, rule => {
        const description = describeHere(rule)
        if (!('example' in description) || description.example === undefined) return
        examples += 1
        const use = toUse(rule, description.example)
        const rules = { allow: [rule], deny: [], ask: [] }
        const state = { mode: 'default' as const, rules, cwd, home, additionalDirectories: [] }
        expect({
          rule,
          use,
          ...decidePermission({ ...use, input: {}, isReadOnly: false }, state),
        }).toMatchObject({ behavior: 'allow' })
      }),
      { numRuns: 600 },
    )
    expect(examples).toBeGreaterThan(100)
  })
})

const WORD = fc.constantFrom(
  ...[
    'npm',
    'git',
    'test',
    'log',
    'push',
    'rm',
    '-rf',
    'sed',
    '-n',
    'make',
    'x=1',
    '$(id)',
    '&&',
    ';',
    '"a',
    'sudo',
  ],
)
const COMMAND = fc.array(WORD, { minLength: 1, maxLength: 3 }).map(words => words.join(' '))
const SEGMENT = fc.constantFrom(
  'src',
  '**',
  '*',
  '*.ts',
  '[ab]c',
  'a?',
  '.git',
  '..',
  '.claude',
  '\\*',
  'é',
  ' ',
)
const PATH = fc
  .tuple(
    fc.constantFrom('', './', '~/', '//', '/', '../'),
    fc.array(SEGMENT, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '/'),
  )
  .map(([start, segments, end]) => `${start}${segments.join('/')}${end}`)
const RULE = fc.oneof(
  fc
    .tuple(COMMAND, fc.constantFrom('', ':*', ' *', ' * main', '*'))
    .map(([text, end]) => `Bash(${text}${end})`),
  fc.tuple(fc.constantFrom('Read', 'Edit', 'Write', 'Grep'), PATH).map(([tool, path]) => `${tool}(${path})`),
  fc
    .constantFrom('*', 'a.b', '*.a.b', 'x*.b', 'a.*.b', 'LOCALHOST', '[::1]', 'é.org')
    .map(domain => `WebFetch(domain:${domain})`),
  fc.constantFrom('Bash', 'mcp__a', 'mcp__a__*', 'mcp__a__b*c', 'WebFetch', 'Task(x)'),
)

/** The call that an example speaks of, read by itself. */
function toUse(rule: string, example: string): { readonly toolName: string; readonly access: Access } {
  const [toolName = ''] = rule.split('(')
  if (toolName === 'Bash') return { toolName, access: { kind: 'command', command: example, cwd } }
  if (toolName === 'WebFetch') return { toolName, access: { kind: 'fetch', url: example } }
  if (toolName.startsWith('mcp__')) return { toolName: example, access: { kind: 'tool' } }
  const path = example.startsWith('//')
    ? example.slice(1)
    : example.startsWith('~/')
      ? join(home, example.slice(2))
      : join(cwd, example)
  const kind = toolName === 'Read' || toolName === 'Grep' ? 'read' : 'write'
  return { toolName, access: { kind, paths: [path] } }
}
