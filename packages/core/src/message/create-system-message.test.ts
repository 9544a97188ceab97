import { describe, expect, it } from 'vitest'
import { normalizeMessagesForAPI } from '../api/normalize-messages-for-api.ts'
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
import type { SystemMessage, SystemSubtype } from './system-message.ts'

type SeedSubtype = Exclude<SystemSubtype, 'model_refusal_fallback' | 'snip_boundary'>

const SEGMENT = { headUuid: 'h', anchorUuid: 'a', tailUuid: 't' }

/** One of each subtype that the seeds name; a new one breaks the build here. */
const MADE: Readonly<Record<SeedSubtype, { message: SystemMessage; fields: object }>> = {
  init: {
    message: createInitMessage({
      sessionId: 's',
      apiKeySource: 'user',
      cwd: '/p',
      version: '2.1.15',
      tools: ['Bash'],
      mcp_servers: [],
      model: 'claude-opus-5-5',
      permissionMode: 'plan',
    }),
    fields: {
      sessionId: 's',
      apiKeySource: 'user',
      cwd: '/p',
      version: '2.1.15',
      tools: ['Bash'],
      mcp_servers: [],
      model: 'claude-opus-5-5',
      permissionMode: 'plan',
    },
  },
  informational: {
    message: createSystemMessage('已切换到 Sonnet 模型', 'info'),
    fields: { content: '已切换到 Sonnet 模型', level: 'info', isMeta: false },
  },
  local_command: {
    message: createCommandInputMessage('$ ls\nREADME.md'),
    fields: { content: '$ ls\nREADME.md', level: 'info', isMeta: false },
  },
  permission_retry: {
    message: createPermissionRetryMessage(['ls', 'cat a']),
    fields: { content: 'Allowed ls, cat a', commands: ['ls', 'cat a'], level: 'info', isMeta: false },
  },
  bridge_status: {
    message: createBridgeStatusMessage('https://example.com/s', 'upgrade'),
    fields: {
      content: expect.stringContaining('https://example.com/s'),
      url: 'https://example.com/s',
      upgradeNudge: 'upgrade',
      isMeta: false,
    },
  },
  scheduled_task_fire: {
    message: createScheduledTaskFireMessage('every morning'),
    fields: { content: 'every morning', isMeta: false },
  },
  stop_hook_summary: {
    message: createStopHookSummaryMessage({
      hookCount: 1,
      hookInfos: [{ command: 'npm test' }],
      hookErrors: ['red'],
      preventedContinuation: true,
      stopReason: 'tests fail',
      hasOutput: true,
      level: 'warning',
    }),
    fields: {
      hookCount: 1,
      hookInfos: [{ command: 'npm test' }],
      hookErrors: ['red'],
      preventedContinuation: true,
      stopReason: 'tests fail',
      hasOutput: true,
      level: 'warning',
    },
  },
  turn_duration: {
    message: createTurnDurationMessage(1234, { tokens: 5, limit: 10, nudges: 1 }, 7),
    fields: {
      durationMs: 1234,
      budgetTokens: 5,
      budgetLimit: 10,
      budgetNudges: 1,
      messageCount: 7,
      isMeta: false,
    },
  },
  away_summary: {
    message: createAwaySummaryMessage('The build is green.'),
    fields: { content: 'The build is green.', isMeta: false },
  },
  memory_saved: {
    message: createMemorySavedMessage(['CLAUDE.md']),
    fields: { writtenPaths: ['CLAUDE.md'], isMeta: false },
  },
  agents_killed: {
    message: createAgentsKilledMessage(['a1']),
    fields: { agentIds: ['a1'], isMeta: false },
  },
  api_metrics: {
    message: createApiMetricsMessage({ ttftMs: 300, otps: 80 }),
    fields: { ttftMs: 300, otps: 80, isMeta: false },
  },
  api_error: {
    message: createSystemAPIErrorMessage({
      error: { status: 529 },
      retryInMs: 500,
      retryAttempt: 1,
      maxRetries: 10,
    }),
    fields: { error: { status: 529 }, retryInMs: 500, retryAttempt: 1, maxRetries: 10, level: 'error' },
  },
  compact_boundary: {
    message: createCompactBoundaryMessage({
      trigger: 'manual',
      preTokens: 9,
      lastPreCompactMessageUuid: 'u-9',
      preservedSegment: SEGMENT,
    }),
    fields: {
      content: 'Conversation compacted',
      level: 'info',
      isMeta: false,
      logicalParentUuid: 'u-9',
      compactMetadata: { trigger: 'manual', preTokens: 9, preservedSegment: SEGMENT },
    },
  },
  microcompact_boundary: {
    message: createMicrocompactBoundaryMessage({ preTokens: 9, tokensSaved: 4, compactedToolIds: ['t'] }),
    fields: {
      content: 'Context microcompacted',
      level: 'info',
      isMeta: false,
      microcompactMetadata: { trigger: 'auto', preTokens: 9, tokensSaved: 4, compactedToolIds: ['t'] },
    },
  },
}

const TABLE = Object.entries(MADE).map(([subtype, made]) => ({ subtype, ...made }))

describe('the system messages of both seeds', () => {
  it.each(TABLE)('makes $subtype with uuid, time and its own fields, and no others', made => {
    expect(made.message).toStrictEqual({
      type: 'system',
      subtype: made.subtype,
      uuid: expect.stringMatching(/^[0-9a-f]{8}-/),
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      ...made.fields,
    })
  })

  it.each(TABLE)('sends $subtype to the model only if it is a local command', ({ message, subtype }) => {
    const repairs: string[] = []
    const sent = JSON.stringify(
      normalizeMessagesForAPI([message], [], { report: ({ rule }) => repairs.push(rule) }),
    )
    if (subtype === 'local_command') {
      expect(sent).toContain('$ ls\\nREADME.md')
      expect(repairs).toEqual([])
    } else {
      expect(sent).not.toContain(message.uuid)
      expect(repairs).toContain('SEED-system')
    }
  })

  it('gives each its own uuid', () => {
    expect(new Set(TABLE.map(({ message }) => message.uuid)).size).toBe(15)
  })
})

describe('createSystemMessage', () => {
  it.each(['info', 'warning', 'error', 'suggestion', 'notice'] as const)('speaks at the level %s', level => {
    expect(createSystemMessage('x', level).level).toBe(level)
  })

  it('names the call that it is about, and stops the loop only where asked to', () => {
    expect(createSystemMessage('x', 'info', 'toolu_1', true)).toMatchObject({
      toolUseID: 'toolu_1',
      preventContinuation: true,
    })
    const plain = createSystemMessage('x', 'info', undefined, false)
    expect(plain).not.toHaveProperty('toolUseID')
    expect(plain).not.toHaveProperty('preventContinuation')
  })
})

describe('what is optional', () => {
  it('is left out, not written as undefined', () => {
    expect(Object.keys(createTurnDurationMessage(1)).sort()).toEqual(
      ['type', 'subtype', 'uuid', 'timestamp', 'durationMs', 'isMeta'].sort(),
    )
    expect(createBridgeStatusMessage('u')).not.toHaveProperty('upgradeNudge')
    expect(createCompactBoundaryMessage({ trigger: 'auto', preTokens: 1 })).not.toHaveProperty(
      'logicalParentUuid',
    )
    expect(createAgentsKilledMessage().agentIds).toEqual([])
  })

  it('leaves a logical parent out of the metadata', () => {
    const { compactMetadata } = createCompactBoundaryMessage({
      trigger: 'auto',
      preTokens: 1,
      lastPreCompactMessageUuid: 'u',
    })
    expect(compactMetadata).toEqual({ trigger: 'auto', preTokens: 1 })
  })
})
