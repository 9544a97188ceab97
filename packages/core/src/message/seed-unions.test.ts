import { describe, expect, it } from 'vitest'
import { TRANSCRIPT_ENTRY_TYPES } from '../log/transcript-entry.ts'
import type {
  ContentBlock,
  ContentBlockParam,
  TextBlock,
  ToolResultBlock,
  ToolUseBlock,
} from './content-block.ts'
import {
  createAgentsKilledMessage,
  createApiMetricsMessage,
  createAwaySummaryMessage,
  createBridgeStatusMessage,
  createCommandInputMessage,
  createCompactBoundaryMessage,
  createInitMessage,
  createMemorySavedMessage,
  createMicrocompactBoundaryMessage,
  createPermissionRetryMessage,
  createScheduledTaskFireMessage,
  createStopHookSummaryMessage,
  createSystemAPIErrorMessage,
  createSystemMessage,
  createTurnDurationMessage,
} from './create-system-message.ts'
import type { AnyMessage, Message, QueryEvent, Signal } from './message.ts'
import { BLOCKS_BY_MESSAGE_TYPE } from './message-blocks.ts'
import { createProgressMessage, type ToolProgressData } from './progress-message.ts'

const INIT = {
  sessionId: 's',
  apiKeySource: 'user',
  cwd: '/project',
  version: '2.1.15',
  tools: [],
  mcp_servers: [],
  model: 'claude-opus-5-5',
  permissionMode: 'default',
} as const

const STOP_HOOKS = {
  hookCount: 1,
  hookInfos: [{ command: 'lint.sh' }],
  hookErrors: [],
  preventedContinuation: false,
  hasOutput: false,
  level: 'info',
} as const

const BLOCKS = [
  { type: 'text', text: '好的' } satisfies TextBlock,
  { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: 'a' } } satisfies ToolUseBlock,
  {
    type: 'tool_result',
    tool_use_id: 'toolu_1',
    content: 'words',
    is_error: true,
  } satisfies ToolResultBlock,
  { type: 'thinking', thinking: 'hm' },
  { type: 'redacted_thinking' },
] as const satisfies readonly ContentBlock[] & readonly ContentBlockParam[]

describe('the unions of the seeds', () => {
  it('hold seven types of messages, of which five are history', () => {
    // The build fails where the union has one more or one less.
    const history = { user: 1, assistant: 1, system: 1, attachment: 1, progress: 1 } satisfies {
      [T in Message['type']]: 1
    }
    const signals = {
      tombstone: 1,
      tool_use_summary: 1,
      stream_event: 1,
      stream_request_start: 1,
      progress: 1,
    } satisfies { [T in Signal['type']]: 1 }
    const yielded = { ...history, ...signals } satisfies { [T in QueryEvent['type']]: 1 }
    const all = { ...yielded, result: 1, summary: 1 } satisfies { [T in AnyMessage['type']]: 1 }
    expect(Object.keys(BLOCKS_BY_MESSAGE_TYPE).sort()).toEqual(Object.keys(all).sort())
    expect([...TRANSCRIPT_ENTRY_TYPES].sort()).toEqual(Object.keys(history).sort())
  })

  it('hold every subtype of a system message that the seeds name, each with its factory', () => {
    const messages = [
      createInitMessage(INIT),
      createCompactBoundaryMessage({ trigger: 'auto', preTokens: 1 }),
      createCommandInputMessage('/compact'),
      createSystemAPIErrorMessage({ error: {}, retryInMs: 1, retryAttempt: 1, maxRetries: 2 }),
      createSystemMessage('hello', 'info'),
      createMicrocompactBoundaryMessage({ preTokens: 1, tokensSaved: 1, compactedToolIds: [] }),
      createMemorySavedMessage(['a.md']),
      createStopHookSummaryMessage(STOP_HOOKS),
      createTurnDurationMessage(1),
      createApiMetricsMessage({ ttftMs: 1, otps: 1 }),
      createPermissionRetryMessage(['ls']),
      createBridgeStatusMessage('https://example.com'),
      createAwaySummaryMessage('away'),
      createAgentsKilledMessage(['a1']),
      createScheduledTaskFireMessage('nightly'),
    ]
    expect(messages.map(({ subtype }) => subtype)).toEqual([
      'init',
      'compact_boundary',
      'local_command',
      'api_error',
      'informational',
      'microcompact_boundary',
      'memory_saved',
      'stop_hook_summary',
      'turn_duration',
      'api_metrics',
      'permission_retry',
      'bridge_status',
      'away_summary',
      'agents_killed',
      'scheduled_task_fire',
    ])
    for (const message of messages) {
      expect(message.type).toBe('system')
      expect(new Date(message.timestamp).toISOString()).toBe(message.timestamp)
    }
    expect(new Set(messages.map(message => message.uuid)).size).toBe(messages.length)
  })

  it('hold the blocks of the seeds, each where its message may carry it', () => {
    const carriers = BLOCKS.map(({ type }) =>
      Object.entries(BLOCKS_BY_MESSAGE_TYPE)
        .filter(([, blocks]) => blocks.includes(type))
        .map(([carrier]) => carrier),
    )
    expect(carriers).toEqual([['user', 'assistant'], ['assistant'], ['user'], ['assistant'], ['assistant']])
  })

  it.each([
    { type: 'bash_progress', output: 'a', fullOutput: 'a', elapsedTimeSeconds: 1, totalLines: 1 },
    { type: 'agent_progress', prompt: 'look', agentId: 'a1' },
    { type: 'mcp_progress', status: 'started', serverName: 'docs', toolName: 'find' },
    { type: 'repl_tool_call', toolName: 'Read' },
    { type: 'skill_progress', prompt: 'look', agentId: 'a1' },
    { type: 'waiting_for_task', taskDescription: 'build', taskType: 'bash' },
    { type: 'query_update', query: 'q' },
    { type: 'search_results_received', query: 'q', resultCount: 3 },
  ] as const satisfies readonly ToolProgressData[])('hold the progress of each tool: $type', data => {
    const message = createProgressMessage({ toolUseID: 't1', parentToolUseID: 't0', data })
    expect(message).toMatchObject({ type: 'progress', data, toolUseID: 't1', parentToolUseID: 't0' })
  })
})
