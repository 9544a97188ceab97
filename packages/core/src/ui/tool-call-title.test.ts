import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toolCallTitle } from './tool-call-title.ts'

describe('toolCallTitle', () => {
  it.each([
    ['Bash', { command: 'npm test', description: 'Run tests' }, 'Bash: npm test'],
    ['Bash', { command: 'npm start', run_in_background: true }, 'Bash: npm start (in background)'],
    ['Read', { file_path: 'src/a.ts' }, 'Read: src/a.ts'],
    ['Read', { file_path: 'src/a.ts', offset: 10, limit: 5 }, 'Read: src/a.ts (lines 10-14)'],
    ['Read', { file_path: 'src/a.ts', offset: 10 }, 'Read: src/a.ts (from line 10)'],
    ['Write', { file_path: 'a.txt', content: 'x'.repeat(2048) }, 'Write: a.txt (2.0 KB)'],
    ['Edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }, 'Edit: a.ts'],
    ['Edit', { file_path: 'a.ts', replace_all: true }, 'Edit: a.ts (every occurrence)'],
    ['MultiEdit', { file_path: 'a.ts', edits: [{}, {}] }, 'MultiEdit: a.ts (2 edits)'],
    [
      'NotebookEdit',
      { notebook_path: 'n.ipynb', cell_number: 3, edit_mode: 'insert' },
      'NotebookEdit: n.ipynb insert cell 3',
    ],
    ['Glob', { pattern: '**/*.ts', path: 'src' }, 'Glob: **/*.ts in src'],
    ['Grep', { pattern: 'foo.*', path: 'src', glob: '*.ts' }, 'Grep: foo.* in src *.ts'],
    ['LS', { path: '/etc' }, 'LS: /etc'],
    [
      'TodoWrite',
      {
        todos: [
          { content: 'A', status: 'completed' },
          { content: 'B', status: 'in_progress', activeForm: 'Doing B' },
        ],
      },
      'TodoWrite: 1 of 2 done Doing B',
    ],
    ['Task', { description: 'Find it', subagent_type: 'Explore', prompt: '…' }, 'Task: Find it (Explore)'],
    ['Agent', { prompt: 'look around' }, 'Agent: look around'],
    ['WebFetch', { url: 'https://example.org', prompt: 'p' }, 'WebFetch: https://example.org'],
    ['WebSearch', { query: 'antiphon' }, 'WebSearch: antiphon'],
    ['Skill', { skill: 'pdf', args: 'a.pdf' }, 'Skill: pdf a.pdf'],
    ['ToolSearch', { query: 'select:Read', max_results: 3 }, 'ToolSearch: select:Read'],
    [
      'AskUserQuestion',
      { questions: [{ question: 'Which?' }, { question: 'Why?' }] },
      'AskUserQuestion: Which? (and 1 more)',
    ],
    ['EnterPlanMode', {}, 'EnterPlanMode'],
    ['ExitPlanMode', { plan: '# Plan\n\n1. Do it' }, 'ExitPlanMode: # Plan 1. Do it'],
    ['Snip', { message_ids: ['a', 'b'] }, 'Snip: 2 messages'],
    ['TaskOutput', { task_id: 'b1', block: true }, 'TaskOutput: b1'],
    ['BashOutput', { bash_id: 'bash_1' }, 'BashOutput: bash_1'],
    ['KillShell', { shell_id: 's1' }, 'KillShell: s1'],
    ['TaskCreate', { subject: 'Write docs' }, 'TaskCreate: Write docs'],
    ['TaskUpdate', { taskId: '3', status: 'completed' }, 'TaskUpdate: 3 completed'],
    ['SendMessage', { to: 'lead', summary: 'Done' }, 'SendMessage: lead Done'],
    ['LSP', { operation: 'hover', filePath: 'a.ts', line: 4 }, 'LSP: hover a.ts line 4'],
    ['mcp__github__create_issue', { title: 'Bug', body: 'x'.repeat(500) }, 'github/create_issue: Bug'],
    ['mcp__a__b__c', {}, 'a/b__c'],
  ])('titles %s %j', (name, input, title) => {
    expect(toolCallTitle(name, input)).toBe(title)
  })

  it('shows the first short fields of a tool it does not know', () => {
    const input = { long: 'x'.repeat(500), one: 'a', count: 3, two: 'b', three: 'c', four: 'd' }
    expect(toolCallTitle('Foreign', input)).toBe('Foreign: a, b, c')
  })

  it('shows the head of the first field where all are long', () => {
    const title = toolCallTitle('Foreign', { text: 'word '.repeat(200) })
    expect(title.startsWith('Foreign: word word')).toBe(true)
    expect(title.endsWith('…')).toBe(true)
  })

  it('finds nothing under names that objects inherit', () => {
    expect(toolCallTitle('constructor', { a: 'b' })).toBe('constructor: b')
    expect(toolCallTitle('__proto__', null)).toBe('__proto__')
  })

  it('neutralises escapes and line feeds', () => {
    expect(toolCallTitle('Bash', { command: '\u001b[31mrm\u001b[0m \\\n  -rf\u0007 x\u202e' })).toBe(
      'Bash: rm \\ -rf x<U+202E>',
    )
  })

  it('is one safe line of at most 100 code points for any name and input (law)', () => {
    const known = fc.constantFrom('Bash', 'Read', 'TodoWrite', 'Task', 'AskUserQuestion', 'Grep', 'mcp__a__b')
    const name = fc.oneof(known, fc.string({ unit: 'binary' }))
    const input = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(
        fc.constantFrom('command', 'file_path', 'path', 'pattern', 'todos', 'questions', 'offset', 'limit'),
        fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.jsonValue()),
      ),
    )
    fc.assert(
      fc.property(name, input, (tool, value) => {
        const title = toolCallTitle(tool, value)
        expect([...title].length).toBeLessThanOrEqual(100)
        expect(title).toMatch(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u)
      }),
      { numRuns: 2000 },
    )
  })
})
