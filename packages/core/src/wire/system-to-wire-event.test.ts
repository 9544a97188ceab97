import { describe, expect, it } from 'vitest'
import {
  createCommandInputMessage,
  createCompactBoundaryMessage,
  createInitMessage,
  createSystemAPIErrorMessage,
  createSystemMessage,
  createTurnDurationMessage,
} from '../message/create-system-message.ts'
import type { SystemMessage } from '../message/system-message.ts'
import { systemToWireEvent } from './system-to-wire-event.ts'

describe('systemToWireEvent', () => {
  it('spells a compact boundary in the wire’s names', () => {
    const preservedSegment = { headUuid: 'h', anchorUuid: 'a', tailUuid: 't' }
    const message = createCompactBoundaryMessage({ trigger: 'manual', preTokens: 1200, preservedSegment })
    expect(systemToWireEvent(message, 's-1')).toEqual({
      type: 'system',
      subtype: 'compact_boundary',
      compact_metadata: {
        trigger: 'manual',
        pre_tokens: 1200,
        preserved_segment: { head_uuid: 'h', anchor_uuid: 'a', tail_uuid: 't' },
      },
      uuid: message.uuid,
      session_id: 's-1',
    })
  })

  it('shows a remark, with `error` as the wire’s highest level', () => {
    expect(systemToWireEvent(createSystemMessage('bad', 'error', 'toolu_1', true), 's-1')).toMatchObject({
      subtype: 'informational',
      content: 'bad',
      level: 'warning',
      tool_use_id: 'toolu_1',
      prevent_continuation: true,
    })
  })

  it.each([
    [529, 'overloaded'],
    [429, 'rate_limit'],
    [500, 'server_error'],
    [400, 'invalid_request'],
    [401, 'authentication_failed'],
    [402, 'billing_error'],
    [undefined, 'unknown'],
  ])('shows an API error of status %s as a retry after %s', (status, error) => {
    const message = createSystemAPIErrorMessage({
      error: { status },
      retryInMs: 623,
      retryAttempt: 1,
      maxRetries: 10,
    })
    expect(systemToWireEvent(message, 's-1')).toEqual({
      type: 'system',
      subtype: 'api_retry',
      attempt: 1,
      max_retries: 10,
      retry_delay_ms: 623,
      error_status: status ?? null,
      error,
      uuid: message.uuid,
      session_id: 's-1',
    })
  })

  it('shows init with every field that a host reads', () => {
    const message = createInitMessage({
      sessionId: 's-1',
      apiKeySource: 'user',
      cwd: '/p',
      version: '1.2.3',
      tools: ['Bash'],
      mcp_servers: [],
      model: 'm',
      permissionMode: 'default',
    })
    expect(systemToWireEvent(message, 's-1')).toMatchObject({
      subtype: 'init',
      claude_code_version: '1.2.3',
      tools: ['Bash'],
      slash_commands: [],
      skills: [],
      plugins: [],
    })
  })

  it('shows the output of a local command and a change of model', () => {
    expect(systemToWireEvent(createCommandInputMessage('out'), 's-1')).toMatchObject({
      subtype: 'local_command_output',
      content: 'out',
    })
    const refusal = {
      type: 'system',
      subtype: 'model_refusal_fallback',
      uuid: 'u',
      timestamp: '',
      originalModel: 'a',
      fallbackModel: 'b',
      retractedMessageUuids: ['x'],
    } as const
    expect(systemToWireEvent(refusal, 's-1')).toMatchObject({
      original_model: 'a',
      fallback_model: 'b',
      retracted_message_uuids: ['x'],
      direction: 'retry',
    })
  })

  it('shows nothing of what only a person at the screen needs', () => {
    expect(systemToWireEvent(createTurnDurationMessage(5), 's-1')).toBeNull()
  })

  it('spells a boundary of a foreign log that lacks its metadata', () => {
    const { compactMetadata: _, ...bare } = createCompactBoundaryMessage({ trigger: 'auto', preTokens: 1 })
    expect(systemToWireEvent(bare as SystemMessage, 's-1')).toMatchObject({
      compact_metadata: { trigger: 'auto', pre_tokens: 0 },
    })
  })
})
