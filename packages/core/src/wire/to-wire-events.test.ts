import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAssistantAPIErrorMessage, createAssistantMessage } from '../message/assistant-message.ts'
import { createSystemMessage, createTurnDurationMessage } from '../message/create-system-message.ts'
import type { AnyMessage } from '../message/message.ts'
import { createProgressMessage } from '../message/progress-message.ts'
import { createTombstoneMessage, createToolUseSummaryMessage } from '../message/signal.ts'
import { EMPTY_USAGE } from '../message/usage.ts'
import { createUserMessage } from '../message/user-message.ts'
import { encodeWireEvent } from './encode-wire-event.ts'
import { toWireEvents } from './to-wire-events.ts'

const context = { sessionId: 's-1', uuid: () => 'u-new' }

describe('toWireEvents', () => {
  it('shows a tool result with what the tool returned', () => {
    const message = createUserMessage({
      content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }],
      toolUseResult: { stdout: 'ok' },
    })
    expect(toWireEvents(message, context)).toEqual([
      {
        type: 'user',
        message: message.message,
        parent_tool_use_id: null,
        session_id: 's-1',
        uuid: message.uuid,
        timestamp: message.timestamp,
        tool_use_result: { stdout: 'ok' },
      },
    ])
  })

  it('says of a message that nobody typed that it is synthetic', () => {
    const message = createUserMessage({ content: 'reminder', isMeta: true, origin: 'system' })
    expect(toWireEvents(message, context)).toMatchObject([
      { type: 'user', isSynthetic: true, origin: 'system' },
    ])
  })

  it('shows an answer whole, with its request, under the call of its subagent', () => {
    const message = createAssistantMessage({ content: 'hi', requestId: 'req_1' })
    expect(toWireEvents(message, { ...context, parentToolUseId: 'toolu_s1' })).toEqual([
      {
        type: 'assistant',
        message: message.message,
        parent_tool_use_id: 'toolu_s1',
        session_id: 's-1',
        uuid: message.uuid,
        timestamp: message.timestamp,
        request_id: 'req_1',
      },
    ])
  })

  it('shows why an answer is an error, was broken off, or replaces others', () => {
    const failed = createAssistantAPIErrorMessage({ content: 'Too many', error: 'rate_limit' })
    const message = { ...failed, isAbortedMidStream: true, supersedesUuids: ['old'] }
    expect(toWireEvents(message, context)).toMatchObject([
      { error: 'rate_limit', aborted: true, supersedes: ['old'] },
    ])
  })

  it('shows a system message under the name of the session', () => {
    expect(toWireEvents(createSystemMessage('hi', 'info'), context)).toMatchObject([
      { type: 'system', subtype: 'informational', session_id: 's-1' },
    ])
  })

  it('shows a summary of calls by their ids, under either name of the field', () => {
    const message = createToolUseSummaryMessage('Read two files', ['a', 'b'])
    expect(toWireEvents(message, context)).toMatchObject([
      { type: 'tool_use_summary', summary: 'Read two files', preceding_tool_use_ids: ['a', 'b'] },
    ])
    const { precedingToolUseIds: _, ...old } = { ...message, toolUseIds: ['c'] }
    expect(toWireEvents(old as unknown as AnyMessage, context)).toMatchObject([
      { preceding_tool_use_ids: ['c'] },
    ])
  })

  it('passes a raw event of the model on, with a name of its own', () => {
    expect(toWireEvents({ type: 'stream_event', event: { type: 'ping' } }, context)).toEqual([
      {
        type: 'stream_event',
        event: { type: 'ping' },
        parent_tool_use_id: null,
        session_id: 's-1',
        uuid: 'u-new',
      },
    ])
  })

  it('shows how long a command has been running, by the id of its call', () => {
    const data = {
      type: 'bash_progress',
      output: '',
      fullOutput: '',
      elapsedTimeSeconds: 4,
      totalLines: 0,
    } as const
    const message = createProgressMessage({ toolUseID: 'bash-progress-0', parentToolUseID: 'toolu_1', data })
    expect(toWireEvents(message, context)).toMatchObject([
      {
        type: 'tool_progress',
        tool_use_id: 'toolu_1',
        tool_name: 'Bash',
        elapsed_time_seconds: 4,
        parent_tool_use_id: null,
      },
    ])
  })

  it('shows the time of an MCP tool only where it is known', () => {
    const data = { type: 'mcp_progress', status: 'progress', serverName: 'calc', toolName: 'add' } as const
    const ids = { toolUseID: 't', parentToolUseID: 't' }
    expect(toWireEvents(createProgressMessage({ ...ids, data }), context)).toEqual([])
    const timed = createProgressMessage({ ...ids, data: { ...data, elapsedTimeMs: 1500 } })
    expect(toWireEvents(timed, context)).toMatchObject([
      { tool_name: 'mcp__calc__add', elapsed_time_seconds: 1.5 },
    ])
    const far = { ...data, elapsedTimeMs: 1500, progress: 1, total: 3, progressMessage: 'reads' }
    expect(toWireEvents(createProgressMessage({ ...ids, data: far }), context)).toMatchObject([
      { tool_name: 'mcp__calc__add', output: '33 % · reads' },
    ])
  })

  it('shows what a subagent said instead of its progress', () => {
    const inner = createAssistantMessage({ content: 'sub' })
    const data = { type: 'agent_progress', prompt: 'p', agentId: 'a', message: inner } as const
    const message = createProgressMessage({ toolUseID: 'agent_1', parentToolUseID: 'toolu_s1', data })
    expect(toWireEvents(message, context)).toMatchObject([
      { type: 'assistant', uuid: inner.uuid, parent_tool_use_id: 'toolu_s1', agent_id: 'a' },
    ])
  })

  it('names the subagent that a message belongs to', () => {
    const agent = { agentId: 'a1', agentType: 'Explore', description: 'look' }
    const message = createAssistantMessage({ content: 'sub' })
    expect(toWireEvents(message, { ...context, parentToolUseId: 'toolu_s1', agent })).toMatchObject([
      {
        parent_tool_use_id: 'toolu_s1',
        agent_id: 'a1',
        subagent_type: 'Explore',
        task_description: 'look',
      },
    ])
    expect(toWireEvents(message, context)[0]).not.toHaveProperty('agent_id')
  })

  it('shows a result in the wire’s names', () => {
    const message = {
      type: 'result',
      subtype: 'success',
      uuid: 'u',
      sessionId: 's-2',
      timestamp: 't',
      duration_ms: 1,
      duration_api_ms: 1,
      num_turns: 1,
      is_error: false,
      result: 'done',
      total_cost_usd: 0,
      usage: EMPTY_USAGE,
    } as const
    const { sessionId, ...rest } = message
    expect(toWireEvents(message, context)).toEqual([{ ...rest, session_id: sessionId }])
  })

  it.each([
    ['a tombstone', createTombstoneMessage(createAssistantMessage({ content: 'x' }))],
    ['a request that starts', { type: 'stream_request_start' }],
    ['a summary', { type: 'summary', summary: 's', leafUuid: 'l' }],
    ['an attachment', { type: 'attachment', attachment: { type: 'date_change' }, uuid: 'u', timestamp: 't' }],
    ['a turn’s duration', createTurnDurationMessage(5)],
    ['a later version’s message', { type: 'hologram' }],
  ])('shows nothing of %s', (_, message) => {
    expect(toWireEvents(message as AnyMessage, context)).toEqual([])
  })

  it('never throws on a message from a foreign log, and what it gives can be written', () => {
    const type = fc.constantFrom(
      'user',
      'assistant',
      'system',
      'progress',
      'tool_use_summary',
      'stream_event',
      'result',
      'x',
    )
    const subtype = fc.constantFrom(
      'init',
      'compact_boundary',
      'informational',
      'api_error',
      'local_command',
      'model_refusal_fallback',
    )
    const progress = fc.constantFrom('bash_progress', 'mcp_progress', 'agent_progress', 'skill_progress')
    const value = fc.jsonValue({ maxDepth: 2 })
    const data = fc.oneof(
      value,
      fc.tuple(progress, value, type).map(([kind, other, inner]) => ({
        type: kind,
        message: { type: inner, message: other, data: other },
      })),
    )
    const message = fc.tuple(type, subtype, value, data).map(([kind, sub, other, inner]) => ({
      type: kind,
      subtype: sub,
      message: other,
      data: inner,
      compactMetadata: other,
      error: other,
      toolUseResult: other,
    }))
    fc.assert(
      fc.property(message, item => {
        for (const event of toWireEvents(item as unknown as AnyMessage, context)) {
          expect(JSON.parse(encodeWireEvent(event))).toHaveProperty('type', event.type)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
