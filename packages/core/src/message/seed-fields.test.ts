import type {
  ContentBlock,
  ContentBlockParam,
  TextBlock,
  ToolResultBlock,
  ToolUseBlock,
} from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { TRANSCRIPT_ENTRY_TYPES } from '../log/transcript-entry.ts'
import { toWireEvents } from '../wire/to-wire-events.ts'
import {
  type APIAssistantMessage,
  type AssistantMessage,
  createAssistantAPIErrorMessage,
  createAssistantMessage,
} from './assistant-message.ts'
import { createAttachmentMessage } from './attachment-message.ts'
import { createInitMessage } from './create-system-message.ts'
import type { AnyMessage, Message, QueryEvent, Signal } from './message.ts'
import { BLOCKS_BY_MESSAGE_TYPE } from './message-blocks.ts'
import { isAssistantMessage, isUserMessage } from './message-guards.ts'
import type { PermissionMode } from './permission-mode.ts'
import { createProgressMessage } from './progress-message.ts'
import type { ResultMessage } from './result-message.ts'
import {
  createToolUseSummaryMessage,
  type RequestStartEvent,
  type StreamEvent,
  type TombstoneMessage,
  type ToolUseSummaryMessage,
} from './signal.ts'
import type { SystemInitMessage } from './system-message.ts'
import type { Usage } from './usage.ts'
import { type APIUserMessage, createUserMessage, type UserMessage } from './user-message.ts'

// Each value is checked twice: by the build against its type, and here against what makes or reads it.
const uuid = '9e503a42-53d3-4c76-a7ec-31e89bbb1ebb'
const timestamp = '2026-02-01T00:00:00.000Z'

const USER = {
  type: 'user',
  message: { role: 'user', content: [{ type: 'text', text: '1+1=' }] } satisfies APIUserMessage,
  isMeta: true,
  isVisibleInTranscriptOnly: true,
  isVirtual: true,
  isCompactSummary: true,
  uuid,
  timestamp,
  toolUseResult: { oldTodos: [], newTodos: [{ content: 'test' }] },
  sourceToolAssistantUUID: '44c59e05-9c06-4dad-abd6-7e2d0c11b1d5',
  mcpMeta: { _meta: { trace: 1 }, structuredContent: { rows: [] } },
  imagePasteIds: [1, 2],
  permissionMode: 'acceptEdits',
  summarizeMetadata: { messagesSummarized: 12 },
  origin: 'human',
} as const satisfies UserMessage

const USAGE = {
  input_tokens: 1,
  output_tokens: 2,
  cache_creation_input_tokens: 3,
  cache_read_input_tokens: 4,
  service_tier: 'standard',
  server_tool_use: { web_search_requests: 5, web_fetch_requests: 6 },
  cache_creation: { ephemeral_1h_input_tokens: 7, ephemeral_5m_input_tokens: 8 },
  inference_geo: 'eu',
  iterations: 1,
  speed: 'fast',
} as const satisfies Usage

const ASSISTANT = {
  type: 'assistant',
  uuid,
  timestamp,
  message: {
    id: 'msg_1',
    container: null,
    model: 'claude-opus-5-5',
    role: 'assistant',
    stop_reason: 'end_turn',
    stop_sequence: null,
    type: 'message',
    usage: USAGE,
    content: [{ type: 'text', text: '2' }],
    context_management: null,
  } satisfies APIAssistantMessage,
  requestId: 'req_1',
  isApiErrorMessage: true,
  apiError: 'max_output_tokens',
  error: 'invalid_request',
  errorDetails: 'details',
  isVirtual: true,
  isMeta: true,
  advisorModel: 'claude-opus-5-5',
} as const satisfies AssistantMessage

const INIT = {
  sessionId: '350d4477-5c09-4e94-8c8b-afd2616c048e',
  apiKeySource: 'user',
  cwd: '/project',
  version: '2.1.15',
  tools: ['Task', 'Bash', 'WebSearch'],
  mcp_servers: [{ name: 'docs', status: 'connected' }],
  model: 'claude-opus-5-5',
  permissionMode: 'default',
} as const satisfies Partial<SystemInitMessage>

const RESULT = {
  type: 'result',
  subtype: 'success',
  uuid,
  sessionId: INIT.sessionId,
  timestamp,
  duration_ms: 12_345,
  duration_api_ms: 9_876,
  num_turns: 3,
  is_error: false,
  result: '2',
  total_cost_usd: 0.25,
  usage: {
    input_tokens: 1,
    output_tokens: 2,
    cache_creation_input_tokens: 3,
    cache_read_input_tokens: 4,
  },
} as const satisfies ResultMessage

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

describe('a user message', () => {
  it('has every field of the seeds, and the factory keeps each', () => {
    const { type, message, ...fields } = USER
    expect(createUserMessage({ content: message.content, ...fields })).toEqual(USER)
    expect(isUserMessage(USER)).toBe(true)
  })

  it.each(['human', 'agent', 'system'] as const)('may come from %s', origin => {
    expect(createUserMessage({ content: 'x', origin }).origin).toBe(origin)
  })

  it.each(['default', 'acceptEdits', 'bypassPermissions', 'plan'] as const satisfies PermissionMode[])(
    'may be typed in the mode %s',
    permissionMode => {
      expect(createUserMessage({ content: 'x', permissionMode }).permissionMode).toBe(permissionMode)
    },
  )
})

describe('an assistant message', () => {
  it('has every field of the seeds, and the factory keeps those that it is given', () => {
    const { type, message, isMeta, isApiErrorMessage, ...fields } = ASSISTANT
    const { content, usage } = message
    const made = createAssistantAPIErrorMessage({ content, usage, ...fields })
    expect(Object.keys({ ...made, isMeta }).sort()).toEqual(Object.keys(ASSISTANT).sort())
    expect(Object.keys(made.message).sort()).toEqual(Object.keys(message).sort())
    expect(made).toMatchObject({ ...fields, isApiErrorMessage, message: { content, usage } })
    expect(isAssistantMessage(ASSISTANT)).toBe(true)
  })
})

describe('the other messages', () => {
  it('begin a session with every field of the seed', () => {
    expect(createInitMessage(INIT)).toMatchObject({ type: 'system', subtype: 'init', ...INIT })
  })

  it.each(['user', 'project', 'org', 'temporary'] as const)('may use a key of the source %s', source => {
    expect(createInitMessage({ ...INIT, apiKeySource: source }).apiKeySource).toBe(source)
  })

  it('close a run with every field of the seed', () => {
    const { sessionId, timestamp: _, ...fields } = RESULT
    expect(toWireEvents(RESULT, { sessionId })).toEqual([
      expect.objectContaining({ ...fields, session_id: sessionId }),
    ])
  })

  it.each(['error_max_turns', 'error_during_execution'] as const)('close a failed run as %s', subtype => {
    const { result, ...fields } = RESULT
    expect(toWireEvents({ ...fields, subtype, is_error: true }, { sessionId: 's' })).toEqual([
      expect.objectContaining({ type: 'result', subtype, is_error: true }),
    ])
  })

  it('name the calls of a summary, the answer of a tombstone, the event of a stream', () => {
    const signals = [
      {
        type: 'tool_use_summary',
        summary: 's',
        precedingToolUseIds: ['t'],
        toolUseIds: ['t'],
        uuid,
        timestamp,
      },
      { type: 'tombstone', message: ASSISTANT },
      { type: 'stream_event', event: { type: 'message_stop' } },
      { type: 'stream_request_start' },
    ] as const satisfies readonly [ToolUseSummaryMessage, TombstoneMessage, StreamEvent, RequestStartEvent]
    expect(signals.map(signal => toWireEvents(signal, { sessionId: 's' }).length)).toEqual([1, 0, 1, 0])
  })
})

it('gives every message that it makes an ISO 8601 time and a uuid of its own', () => {
  const data = { type: 'query_update', query: 'q' } as const
  const made = [
    createUserMessage({ content: 'x' }),
    createAssistantMessage({ content: 'x' }),
    createInitMessage(INIT),
    createAttachmentMessage({ type: 'memory', content: 'x' }),
    createProgressMessage({ toolUseID: 't', parentToolUseID: 't', data }),
    createToolUseSummaryMessage('x', []),
  ]
  for (const message of made) expect(new Date(message.timestamp).toISOString()).toBe(message.timestamp)
  expect(new Set(made.map(message => message.uuid)).size).toBe(made.length)
})

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

  it('hold the blocks of the seeds, each where its message may carry it', () => {
    const carriers = BLOCKS.map(({ type }) =>
      Object.entries(BLOCKS_BY_MESSAGE_TYPE)
        .filter(([, blocks]) => blocks.includes(type))
        .map(([carrier]) => carrier),
    )
    expect(carriers).toEqual([['user', 'assistant'], ['assistant'], ['user'], ['assistant'], ['assistant']])
  })
})
