import type { ApiTool } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { CLAUDE_CODE_TOOLS, tool } from '../testing/claude-code-tools.ts'
import { toRequest } from '../testing/converse.ts'
import type { Ability, Request } from './abilities.ts'
import { offeredTools } from './offered-tools.ts'
import { toPlanCall } from './to-plan-call.ts'
import { createToolbox } from './toolbox.ts'

const TEXT = { type: 'string' }

function call(tools: readonly ApiTool[], ability: Ability, request: Request, cwd?: string): unknown {
  const made = createToolbox(offeredTools(toRequest('x', { tools })), cwd).call(ability, request)
  return made && [made.name, made.input]
}

describe('tools of other harnesses', () => {
  const cases: readonly (readonly [ApiTool, Ability, Request, unknown])[] = [
    [tool('read_file', { path: TEXT }, ['path']), 'read', { path: 'a' }, { path: 'a' }],
    [
      tool('mcp__files__read_file', { paths: { type: 'array', items: TEXT } }, ['paths']),
      'read',
      { path: 'a' },
      { paths: ['a'] },
    ],
    [
      tool('read_file', { target_file: TEXT, explanation: TEXT }, ['target_file', 'explanation']),
      'read',
      { path: 'a', title: 'Read a' },
      { target_file: 'a', explanation: 'Read a' },
    ],
    [tool('list_directory', { path: TEXT }, ['path']), 'list', {}, { path: '.' }],
    [
      tool('list_dir', { relative_workspace_path: TEXT }, []),
      'list',
      { folder: 'src' },
      { relative_workspace_path: 'src' },
    ],
    [tool('grep_search', { query: TEXT }, ['query']), 'search', { pattern: 'x' }, { query: 'x' }],
    [
      tool('bash', { command: TEXT }, ['command']),
      'search',
      { pattern: "it's", folder: 'src' },
      { command: `grep -rnE --exclude-dir=node_modules --exclude-dir=.git -e 'it'\\''s' src | head -100` },
    ],
    [
      tool('shell', { command: { type: 'array', items: TEXT } }, ['command']),
      'run',
      { command: 'ls' },
      { command: ['bash', '-lc', 'ls'] },
    ],
    [{ type: 'bash_20250124', name: 'bash' }, 'read', { path: 'a b' }, { command: "cat 'a b'" }],
    [
      { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' },
      'edit',
      { path: 'a', old: 'x', new: 'y' },
      { command: 'str_replace', path: 'a', old_str: 'x', new_str: 'y' },
    ],
    [
      { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' },
      'write',
      { path: 'a', content: 'x' },
      { command: 'create', path: 'a', file_text: 'x' },
    ],
    [
      tool('str_replace_editor', { command: { enum: ['view', 'create'] }, path: TEXT }, ['command', 'path']),
      'read',
      { path: 'a' },
      { command: 'view', path: 'a' },
    ],
    [
      tool('replace', { filePath: TEXT, oldString: TEXT, newString: TEXT }, []),
      'edit',
      { path: 'a', old: 'x', new: 'y' },
      { filePath: 'a', oldString: 'x', newString: 'y' },
    ],
    [
      tool(
        'Agent',
        {
          prompt: TEXT,
          subagent_type: { enum: ['Explore', 'Plan'] },
          level: { type: 'integer', minimum: 2 },
        },
        ['prompt', 'subagent_type', 'level'],
      ),
      'delegate',
      { prompt: 'p', agent: 'general-purpose' },
      { prompt: 'p', subagent_type: 'Explore', level: 2 },
    ],
  ]
  it.each(cases)('%j', ({ name = '', ...rest }, ability, request, input) => {
    expect(call([{ name, ...rest }], ability, request)).toEqual([name, input])
  })

  it('leaves a tool alone that has no place for what is needed, is deferred, or is the API’s own', () => {
    expect(call([tool('Read', { id: { type: 'number' } }, ['id'])], 'read', { path: 'a' })).toBeNull()
    expect(
      call([{ ...tool('Read', { path: TEXT }, []), defer_loading: true }], 'read', { path: 'a' }),
    ).toBeNull()
    expect(
      call([{ type: 'web_search_20250305', name: 'web_search' }], 'searchWeb', { query: 'a' }),
    ).toBeNull()
  })

  it('calls a deferred tool once it was found', () => {
    const tools = [{ ...tool('Read', { path: TEXT }, []), defer_loading: true }]
    const content = [
      { type: 'tool_result', tool_use_id: 't', content: [{ type: 'tool_reference', tool_name: 'Read' }] },
    ] as const
    expect(offeredTools(toRequest(null, { tools, messages: [{ role: 'user', content }] }))).toHaveLength(1)
  })

  it('makes paths absolute where the schema asks for it and the folder is known', () => {
    expect(call(CLAUDE_CODE_TOOLS, 'read', { path: './a.ts' }, '/w/')).toEqual([
      'Read',
      { file_path: '/w/a.ts' },
    ])
    expect(call(CLAUDE_CODE_TOOLS, 'read', { path: 'a.ts' }, 'C:\\w')).toEqual([
      'Read',
      { file_path: 'C:\\w\\a.ts' },
    ])
    expect(call(CLAUDE_CODE_TOOLS, 'read', { path: '/x/a.ts' }, '/w')).toEqual([
      'Read',
      { file_path: '/x/a.ts' },
    ])
    expect(call(CLAUDE_CODE_TOOLS, 'read', { path: 'a.ts' })).toEqual(['Read', { file_path: 'a.ts' }])
  })

  it('shows a plan in any to-do list', () => {
    const items = [
      { title: 'one', status: 'in_progress' },
      { title: 'two', status: 'pending' },
    ] as const
    const inputOf = (name: string, properties: object, required: readonly string[]): unknown =>
      toPlanCall(offeredTools(toRequest('x', { tools: [tool(name, properties as never, required)] })), items)
        ?.input
    const step = {
      type: 'object',
      properties: { step: TEXT, status: { enum: ['todo', 'doing', 'done'] } },
      required: ['step', 'status'],
    }
    expect(
      inputOf('update_plan', { explanation: TEXT, plan: { type: 'array', items: step } }, ['plan']),
    ).toMatchObject({
      plan: [
        { step: 'one', status: 'doing' },
        { step: 'two', status: 'todo' },
      ],
    })
    expect(inputOf('todo', { todos: TEXT }, ['todos'])).toEqual({ todos: '- [~] one\n- [ ] two' })
    const numbered = {
      type: 'object',
      properties: { id: { type: 'number' }, title: TEXT, done: { type: 'boolean' } },
    }
    expect(inputOf('write_todos', { list: { type: 'array', items: numbered } }, ['list'])).toEqual({
      list: [
        { id: 1, title: 'one', done: false },
        { id: 2, title: 'two', done: false },
      ],
    })
    expect(toPlanCall([], items)).toBeNull()
  })
})
