import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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
  createSnipBoundaryMessage,
  createStopHookSummaryMessage,
  createSystemAPIErrorMessage,
  createSystemMessage,
  createTurnDurationMessage,
} from '../message/create-system-message.ts'
import type { SystemMessage } from '../message/system-message.ts'
import { systemMessageText } from './system-message-text.ts'

const refusal: SystemMessage = {
  type: 'system',
  subtype: 'model_refusal_fallback',
  uuid: 'u',
  timestamp: '',
  originalModel: 'a',
  fallbackModel: 'b',
}

const init = createInitMessage({
  sessionId: 's',
  apiKeySource: 'user',
  cwd: '/repo',
  version: '1',
  tools: [],
  mcp_servers: [],
  model: 'claude-opus-5-5',
  permissionMode: 'default',
})

const stopHooks = createStopHookSummaryMessage({
  hookCount: 2,
  hookInfos: [],
  hookErrors: ['lint failed'],
  preventedContinuation: true,
  stopReason: 'not clean',
  hasOutput: true,
  level: 'warning',
})

describe('systemMessageText', () => {
  it.each<[string, SystemMessage]>([
    ['Session started: claude-opus-5-5, /repo', init],
    ['hello world', createSystemMessage('hello\nworld', 'info')],
    ['Set model', createCommandInputMessage('<local-command-stdout>Set model</local-command-stdout>')],
    ['Allowed ls, pwd', createPermissionRetryMessage(['ls', 'pwd'])],
    ['Remote control is active. Continue at https://x', createBridgeStatusMessage('https://x')],
    ['Nightly run', createScheduledTaskFireMessage('Nightly run')],
    ['Ran 2 stop hooks; errors: lint failed; stopped the agent: not clean', stopHooks],
    ['Turn took 1.5 s', createTurnDurationMessage(1500)],
    ['You were away', createAwaySummaryMessage('You were away')],
    ['Saved memory: a.md, b.md', createMemorySavedMessage(['a.md', 'b.md'])],
    ['Ended subagents: a1', createAgentsKilledMessage(['a1'])],
    [
      'API: first token after 350 ms, 41.5 tokens a second',
      createApiMetricsMessage({ ttftMs: 350, otps: 41.5 }),
    ],
    [
      'API error: Overloaded, attempt 2 of 10; again in 4.0 s',
      createSystemAPIErrorMessage({
        error: { message: 'Overloaded' },
        retryInMs: 4000,
        retryAttempt: 2,
        maxRetries: 10,
      }),
    ],
    [
      'Conversation compacted: auto, 155000 tokens',
      createCompactBoundaryMessage({ trigger: 'auto', preTokens: 155_000 }),
    ],
    [
      'Context microcompacted: 1 token saved',
      createMicrocompactBoundaryMessage({ preTokens: 9, tokensSaved: 1, compactedToolIds: [] }),
    ],
    ['Messages dropped from the context: 2 messages', createSnipBoundaryMessage(['a', 'b'])],
    ['a refused; b answered', refusal],
  ])('says %j', (text, message) => {
    expect(systemMessageText(message)).toBe(text)
  })

  it('says what it can of subtypes that it does not know', () => {
    expect(systemMessageText({ type: 'system', subtype: 'slash_command' })).toBe('slash command')
    expect(systemMessageText({ type: 'system', content: 'old form' })).toBe('old form')
    expect(systemMessageText({ type: 'system', message: { content: 'older form' } })).toBe('older form')
    expect(systemMessageText({ type: 'system', subtype: 'toString' })).toBe('toString')
  })

  it('turns no object into text, since some throw when they are', () => {
    const hostile = JSON.parse('[{"toString":1,"valueOf":1}, "a.md"]')
    const message = { type: 'system', subtype: 'memory_saved', writtenPaths: hostile }
    expect(systemMessageText(message)).toBe('Saved memory: a.md')
  })

  it('names the subtype of a message that says nothing visible', () => {
    expect(systemMessageText({ subtype: 'away_summary', content: '\u0000' })).toBe('away summary')
    expect(systemMessageText({ subtype: '\u0000', content: ' ' })).toBe('system message')
  })

  it('is one safe line for any value (law)', () => {
    const fields = fc.dictionary(
      fc.constantFrom(
        'content',
        'error',
        'hookErrors',
        'hookInfos',
        'durationMs',
        'writtenPaths',
        'compactMetadata',
      ),
      fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' })),
    )
    const subtype = fc.constantFrom(
      'stop_hook_summary',
      'api_error',
      'turn_duration',
      'init',
      'memory_saved',
      'x',
    )
    fc.assert(
      fc.property(fields, subtype, fc.jsonValue(), (values, name, other) => {
        for (const value of [{ ...values, subtype: name }, other]) {
          const text = systemMessageText(value)
          expect([...text].length).toBeLessThanOrEqual(300)
          expect(text).toMatch(/^[^\p{Cc}]+$/u)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
