import { describe, expect, it } from 'vitest'
import type { KnownAttachment } from '../../message/attachment.ts'
import type { AnyFileAttachment } from '../../message/attachment-file.ts'
import { ATTACHMENT_RENDERERS, isKnownAttachmentType } from './attachment-renderers.ts'
import { normalizeAttachmentForAPI } from './normalize-attachment-for-api.ts'
import { FILE_RENDERERS } from './render-file-attachments.ts'
import { wrapInSystemReminder } from './wrap-in-system-reminder.ts'

type Fields<T extends string> = Omit<Extract<KnownAttachment, { readonly type: T }>, 'type'>
type Case<T extends string> = readonly [fields: Fields<T>, expected: string | readonly object[] | null]

const reminder = (text: string) => ({ type: 'text', text: wrapInSystemReminder(text) })
const hook = { hookName: 'PostToolUse:Edit', hookEvent: 'PostToolUse', toolUseID: 'toolu_1' }
const BEN = { kind: 'human', author: { id: 'b', name: 'Ben' } } as const
const png = { type: 'base64', media_type: 'image/png', data: 'aGk=' } as const

// The kinds of files have their cases beside their renderers.
type Kind = Exclude<KnownAttachment['type'], AnyFileAttachment['type']>

const CASES: { readonly [T in Kind]: Case<T> } = {
  memory: [{ content: 'likes tabs' }, 'Memory:\nlikes tabs'],
  nested_memory: [
    { path: '/p/x/CLAUDE.md', content: { type: 'Project', path: '/p/x/CLAUDE.md', content: 'be kind' } },
    'Instructions for this folder (/p/x/CLAUDE.md):\nbe kind',
  ],
  relevant_memories: [
    {
      memories: [
        { path: 'a.md', content: 'one' },
        { path: 'b.md', content: 'two', header: 'Saved today:' },
      ],
    },
    'Memory (a.md):\none\n\nSaved today:\ntwo',
  ],

  hook_success: [{ ...hook, content: 'ok', stdout: 'ok' }, null],
  hook_additional_context: [
    { ...hook, content: ['one', 'two'] },
    'The hook PostToolUse:Edit adds:\none\ntwo',
  ],
  hook_blocking_error: [
    { ...hook, blockingError: { blockingError: 'no tests', command: 'lint.sh' } },
    'The hook PostToolUse:Edit (lint.sh) blocked this:\nno tests',
  ],
  hook_non_blocking_error: [{ ...hook, stderr: 'oops', exitCode: 1 }, null],
  hook_error_during_execution: [{ ...hook, content: 'oops' }, null],
  hook_cancelled: [hook, null],
  hook_system_message: [{ ...hook, content: 'for the person' }, null],
  hook_stopped_continuation: [
    { ...hook, message: 'review first' },
    'The hook PostToolUse:Edit stopped the work here: review first',
  ],
  hook_permission_decision: [{ decision: 'deny', toolUseID: 'toolu_1', hookEvent: 'PreToolUse' }, null],
  async_hook_response: [
    {
      hookName: 'Stop',
      hookEvent: 'Stop',
      response: { systemMessage: 'done', hookSpecificOutput: { additionalContext: 'more' } },
    },
    'The hook Stop answers:\ndone\n\nmore',
  ],

  deferred_tools_delta: [
    {
      addedNames: ['A'],
      addedLines: ['A: does a'],
      removedNames: ['B'],
      readdedNames: ['C'],
      pendingMcpServers: ['d'],
      needsAuthMcpServers: ['e'],
      failedMcpServers: ['f'],
    },
    'These deferred tools can be used now. Load their schemas with ToolSearch before you call them:\nA: does a\nC\n\nThese deferred tools are gone. Do not call them:\nB\n\nMCP servers that are still connecting:\nd\n\nMCP servers that the user must authorize first:\ne\n\nMCP servers that failed to connect:\nf',
  ],
  agent_listing_delta: [
    {
      addedTypes: ['x'],
      addedLines: ['- x: does x'],
      removedTypes: ['y'],
      isInitial: true,
      showConcurrencyNote: true,
    },
    'These types of agents can be started now:\n- x: does x\n\nThese types of agents are gone:\ny\n\nStart agents that do not depend on each other in one message, so that they work side by side.',
  ],
  agent_mention: [
    { agentType: 'reviewer' },
    'The user asks for the agent reviewer. Start it and give it all that it needs to know.',
  ],
  mcp_instructions_delta: [
    { addedNames: ['a'], addedBlocks: ['## a\nask nicely'], removedNames: ['b'] },
    '# Instructions of MCP servers\n\n## a\nask nicely\n\nThese MCP servers are gone, and their instructions with them:\nb',
  ],
  skill_listing: [
    { content: '- pdf: reads PDFs', skillCount: 1, isInitial: true },
    'These skills can be called with the Skill tool:\n- pdf: reads PDFs',
  ],
  skill_discovery: [
    { skills: [{ name: 'pdf', description: 'reads PDFs' }], signal: 's', source: 'native' },
    'These skills may help with the task. Call the Skill tool by name to use one:\n- pdf: reads PDFs',
  ],
  dynamic_skill: [{ skillDir: '/p/skills', skillNames: ['pdf'] }, null],
  invoked_skills: [
    { skills: [{ name: 'pdf', path: '/p/skills/pdf', content: 'do this' }] },
    'These skills were called in this session. Go on following them:\n\n## pdf (/p/skills/pdf)\ndo this',
  ],

  plan_mode: [
    { reminderType: 'full', isSubAgent: false, planFilePath: '/plan.md', planExists: false },
    'Plan mode is on: read, search and ask, but change nothing and run nothing that has effects until the user has approved the plan.\n\nThe only file that you may write is the plan, /plan.md. It does not exist yet: create it.\n\nWhen the plan is complete, ask for its approval with ExitPlanMode and end the turn.',
  ],
  plan_mode_reentry: [
    { planFilePath: '/plan.md' },
    'Plan mode is on again.\n\n/plan.md holds the plan from last time. Read it first: carry it on if the task is the same, replace it if it is another.',
  ],
  plan_mode_exit: [
    { planFilePath: '/plan.md', planExists: true },
    'Plan mode is off: you may edit files and run commands again.\n\nThe plan is in /plan.md.',
  ],
  plan_file_reference: [
    { planFilePath: '/plan.md', planContent: '1. begin' },
    'The plan from plan mode (/plan.md):\n1. begin\n\nGo on with it if it bears on the task and is not finished.',
  ],
  verify_plan_reminder: [
    {},
    'The plan has been carried out. Check now, yourself, that each of its items is done.',
  ],
  auto_mode: [{ reminderType: 'sparse' }, 'Auto mode is still on: go on without asking.'],
  auto_mode_exit: [{}, 'Auto mode is off: ask again where you would have asked before.'],
  ultra_effort_enter: [
    { reminderType: 'full' },
    'The user wants the utmost effort from here on: think each step through and check your results.',
  ],
  ultra_effort_exit: [{}, 'The usual effort is enough again.'],
  ultrathink_effort: [{ level: 'high' }, 'The user asks you to think harder about this turn (effort: high).'],
  output_style: [{ style: 'Terse' }, 'The output style Terse is on. Keep to it.'],
  output_style_instructions: [
    { style: { name: 'Terse', prompt: 'Few words.' } },
    '# Output style: Terse\nFew words.',
  ],

  todo_reminder: [
    { content: [{ content: 'test', status: 'pending', activeForm: 'testing' }], itemCount: 1 },
    'The todo list has not been used for a while. If it would help with the task, bring it up to date. Ignore this if it does not apply, and do not mention it to the user.\n\nAs it stands:\n1. [pending] test',
  ],
  task_reminder: [
    { content: [{ id: '7', subject: 'test', status: 'pending' }], itemCount: 1 },
    'The task tools have not been used for a while. If they would help, add what is to be done and bring the states up to date. Ignore this if it does not apply, and do not mention it to the user.\n\nAs it stands:\n#7. [pending] test',
  ],
  critical_system_reminder: [{ content: 'never push' }, 'never push'],
  silent_turn_reminder: [{ text: 'say something' }, 'say something'],
  total_tokens_reminder: [{ text: '9 left' }, '9 left'],
  token_usage: [{ used: 1, total: 10, remaining: 9 }, 'Token usage: 1 of 10 used, 9 left.'],
  budget_usd: [{ used: 0, total: 0, remaining: 0 }, 'Budget in USD: $0 of $0 used, $0 left.'],
  output_token_usage: [
    { turn: 5, session: 50, budget: 100 },
    'Output tokens: 5 of 100 in this turn, 50 in this session.',
  ],
  companion_intro: [
    { name: 'Pip', species: 'duck' },
    'Beside the input box sits Pip, a duck. It is not you and speaks for itself: when the user talks to it, leave the answer to it.',
  ],

  date: [{ date: '2026-01-02' }, 'Today is 2026-01-02.'],
  date_change: [
    { newDate: '2026-01-03' },
    'The date has changed: today is 2026-01-03. There is no need to tell the user.',
  ],
  environment: [
    {
      snapshot: {
        workingDirectory: '/p',
        isWorktree: true,
        isGitRepo: true,
        additionalWorkingDirectories: ['/q'],
        platform: 'linux',
        shell: 'bash',
        osVersion: 'Linux 6',
      },
    },
    '# Environment\n- Working directory: /p\n- Further working directories: /q\n- Git repository: yes\n- Git worktree: yes\n- Platform: linux\n- Shell: bash\n- Operating system: Linux 6',
  ],
  model: [{ identity: { modelId: 'claude-x' }, text: 'You are X.' }, 'You are X.'],
  session_context: [{ context: { claudeMd: 'be kind', empty: ' ' } }, '# claudeMd\nbe kind'],
  remote_session_change: [
    { url: null, commit: 'Co-Authored-By: X', pr: 'Made with X' },
    'End commit messages with:\nCo-Authored-By: X\n\nEnd descriptions of pull requests with:\nMade with X',
  ],

  queued_command: [
    {
      prompt: [
        { type: 'text', text: 'and this' },
        { type: 'image', source: png },
      ],
      commandMode: 'prompt',
    },
    [
      reminder('The user sent this while you were working. See to it when the step at hand is done:'),
      { type: 'text', text: 'and this' },
      { type: 'image', source: png },
    ],
  ],
  task_status: [
    {
      taskId: 't1',
      taskType: 'local_agent',
      description: 'search',
      status: 'running',
      deltaSummary: 'half done',
      outputFilePath: '/tmp/t1',
    },
    'Background task search, t1 (local_agent): running.\n\nhalf done\n\nIts output is in /tmp/t1.',
  ],
  teammate_mailbox: [{ messages: [{ from: 'ann', text: 'ready' }] }, 'Message from the teammate ann:\nready'],
  team_context: [
    { agentName: 'ann', teamName: 'core', teamConfigPath: '/t.json', taskListPath: '/tasks' },
    'You are ann of the team core.\n\nIts members are listed in /t.json.\n\nIts tasks are listed in /tasks.',
  ],

  peer_prompt: [
    { origin: BEN, previous: { id: 'a', name: 'Ann' } },
    'Several people share this session. The next prompt is by "Ben"; the one before it was by "Ann".',
  ],
  peer_answer: [
    {
      origin: BEN,
      behavior: 'deny',
      toolName: 'Bash',
      toolUseID: 'toolu_1',
      promptAuthor: { id: 'a', name: 'Ann' },
    },
    '"Ben", not "Ann", whose prompt you are working on, refused the call of Bash (toolu_1).',
  ],
  peer_edit: [
    { origin: BEN, path: 'src/a.ts', note: 'renamed it' },
    '"Ben" changed src/a.ts. What you know of that file may be out of date: read it again before you rely on it or change it, and do not undo the change without being asked to.\n\nThey say of it: renamed it',
  ],

  command_permissions: [{ allowedTools: ['Bash'] }, null],
  max_turns_reached: [{ maxTurns: 3, turnCount: 3 }, null],
  structured_output: [{ data: { answer: 1 } }, null],
  prompt_snapshot: [{ systemPrompt: ['You are X.'] }, null],
  prompt_render_point: [{}, null],
  deferred_tools_record: [{}, null],
  batching_reminder_sent: [{ text: 'call tools together', model: 'claude-x' }, null],
  secondary_reminder_sent: [{ text: 'again' }, null],
  thinking_drop: [{}, null],
  thinking_stripped: [{}, null],
  goal_status: [{ met: false, condition: 'tests pass' }, null],
  credential_org: [{}, null],
  context_efficiency: [{}, null],
}

describe('ATTACHMENT_RENDERERS', () => {
  it('has a case for every kind', () => {
    const kinds = [...Object.keys(CASES), ...Object.keys(FILE_RENDERERS)]
    expect(kinds.sort()).toEqual(Object.keys(ATTACHMENT_RENDERERS).sort())
  })

  it.each(Object.entries(CASES))('renders %s', (type, [fields, expected]) => {
    // The table ties each type to its fields; `Object.entries` forgets that.
    const attachment = { type, ...fields } as KnownAttachment
    const message = normalizeAttachmentForAPI({ type: 'attachment', attachment, uuid: 'u1', timestamp: 't1' })
    const content = typeof expected === 'string' ? [reminder(expected)] : expected
    expect(message?.message.content ?? null).toEqual(content)
  })

  it('takes no name from the prototype of objects for a kind', () => {
    expect(['constructor', '__proto__', 'toString', undefined, 1].some(isKnownAttachmentType)).toBe(false)
  })
})
