import { describe, expect, it } from 'vitest'
import { createTurnProgress } from './turn-progress.ts'
import type { WireEvent } from './wire-event.ts'

describe('notices of a turn', () => {
  it.each([
    ['info', 'hello', { type: 'system', subtype: 'informational', level: 'info', content: 'hello' }],
    [
      'warning',
      'careful',
      { type: 'system', subtype: 'informational', level: 'warning', content: 'careful' },
    ],
    ['info', 'Cost: 1', { type: 'system', subtype: 'local_command_output', content: 'Cost: 1' }],
    ['info', 'ding', { type: 'system', subtype: 'notification', text: 'ding' }],
    ['warning', 'no', { type: 'system', subtype: 'model_refusal_no_fallback', content: 'no' }],
    [
      'warning',
      'Bash was denied: rule',
      { type: 'system', subtype: 'permission_denied', tool_name: 'Bash', message: 'rule' },
    ],
    [
      'info',
      'Context compacted, 900 tokens before.',
      { type: 'system', subtype: 'compact_boundary', compact_metadata: { trigger: 'auto', pre_tokens: 900 } },
    ],
    ['info', 'Compacting the context.', { type: 'system', subtype: 'status', status: 'compacting' }],
    ['warning', 'too big', { type: 'system', subtype: 'status', status: null, compact_error: 'too big' }],
    [
      'warning',
      'Hook fmt failed: exit 1',
      { type: 'system', subtype: 'hook_response', outcome: 'error', hook_name: 'fmt', stderr: 'exit 1' },
    ],
    [
      'warning',
      'Plugin p failed: gone',
      { type: 'system', subtype: 'plugin_install', status: 'failed', name: 'p', error: 'gone' },
    ],
    ['warning', 'The transcript mirror failed: x', { type: 'system', subtype: 'mirror_error', error: 'x' }],
    [
      'warning',
      'The disk is full; lost: transcript',
      { type: 'system', subtype: 'session_writes_lost', lost: ['transcript'] },
    ],
    [
      'warning',
      'The program is shutting down: update',
      { type: 'system', subtype: 'worker_shutting_down', reason: 'update' },
    ],
    ['info', 'Read two files', { type: 'tool_use_summary', summary: 'Read two files' }],
    ['warning', 'log in', { type: 'auth_status', error: 'log in' }],
    [
      'warning',
      'Rate limit: rejected',
      { type: 'rate_limit_event', rate_limit_info: { status: 'rejected' } },
    ],
    [
      'warning',
      'Rate limit: allowed warning, five hour, 85 % used, until 2026-11-15 10:00',
      {
        type: 'rate_limit_event',
        rate_limit_info: {
          status: 'allowed_warning',
          rateLimitType: 'five_hour',
          utilization: 0.85,
          resetsAt: 1_794_736_800,
        },
      },
    ],
    [
      'info',
      'Context compacted, 900 tokens before, 90 after.',
      { type: 'system', subtype: 'compact_boundary', compact_metadata: { pre_tokens: 900, post_tokens: 90 } },
    ],
    [
      'warning',
      'A task failed: no disk',
      { type: 'system', subtype: 'task_updated', patch: { status: 'failed', error: 'no disk' } },
    ],
    [
      'warning',
      'A task was killed',
      { type: 'system', subtype: 'task_updated', patch: { status: 'killed' } },
    ],
    ['info', 'A new conversation begins.', { type: 'conversation_reset' }],
    [
      'info',
      'Asks for permission: Bash: rm x',
      {
        type: 'control_request',
        request: { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'rm x' } },
      },
    ],
  ])('notices (%s) %s', (level, text, event) => {
    expect(createTurnProgress().push(event as WireEvent)).toEqual([
      { kind: 'notice', level, text, parentToolUseId: null },
    ])
  })

  it.each([
    ['a heartbeat', { type: 'keep_alive' }],
    ['a raw stream event', { type: 'stream_event', event: { type: 'ping' } }],
    ['a task that goes well', { type: 'system', subtype: 'task_updated', patch: { status: 'completed' } }],
    ['thinking tokens', { type: 'system', subtype: 'thinking_tokens', estimated_tokens: 3 }],
    ['a rate limit that allows', { type: 'rate_limit_event', rate_limit_info: { status: 'allowed' } }],
    ['a hook that succeeds', { type: 'system', subtype: 'hook_response', outcome: 'success' }],
    ['a plugin that installs', { type: 'system', subtype: 'plugin_install', status: 'installed' }],
    ['another request', { type: 'control_request', request: { subtype: 'hook_callback' } }],
    ['blank text', { type: 'assistant', message: { content: [{ type: 'text', text: ' \n' }] } }],
  ])('shows nothing for %s', (_, event) => {
    expect(createTurnProgress().push(event as WireEvent)).toEqual([])
  })
})
