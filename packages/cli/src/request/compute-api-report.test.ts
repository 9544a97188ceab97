import { buildConversation, type Entry } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { SAMPLE_SESSION } from '../../test/sample-session.ts'
import { computeApiReport } from './compute-api-report.ts'

function reportOf(entries: readonly Entry[], options: Parameters<typeof computeApiReport>[1] = {}) {
  return computeApiReport(buildConversation(entries), options)
}

function message(uuid: string, parentUuid: string | null, fields: object): Entry {
  return {
    uuid,
    parentUuid,
    isSidechain: false,
    sessionId: 's',
    timestamp: '2026-11-14T08:00:00.000Z',
    ...fields,
  } as Entry
}

const prompt = message('u1', null, { type: 'user', message: { role: 'user', content: 'Run it.' } })
const call = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } }

function answer(model: string): Entry {
  return message('u2', 'u1', {
    type: 'assistant',
    message: { id: 'm1', role: 'assistant', model, content: [call] },
  })
}

describe('computeApiReport', () => {
  it('repairs what the API would refuse, and says where it would have', () => {
    const { request, repairs, violations } = reportOf([prompt, answer('claude-opus-5-5')])
    expect(violations.stored.map(({ rule }) => rule)).toContain('ROL-06')
    expect(violations.request).toEqual([])
    expect(repairs.map(({ rule }) => rule)).toEqual(['TUP-01'])
    expect(request.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  })

  it('counts what is missing at the end of a tried request among what differs', () => {
    const { request, trial } = reportOf([prompt, answer('claude-opus-5-5')], {
      wish: { without: ['pairToolResults', 'placeTurns'] },
    })
    expect(request.messages).toHaveLength(2)
    expect(trial).toMatchObject({ changed: [2], usual: 3 })
  })

  it('leaves a sound session as it is', () => {
    const { request, violations } = reportOf(SAMPLE_SESSION.entries.slice(0, 1))
    expect(violations).toEqual({ stored: [], request: [] })
    expect(request.messages).toHaveLength(1)
  })

  it('sends to the model that answered last, unless another is asked for', () => {
    expect(reportOf([prompt, answer('claude-sonnet-5')]).target.model).toBe('claude-sonnet-5')
    expect(reportOf([prompt, answer('claude-sonnet-5')], { model: 'claude-opus-5' }).target.model).toBe(
      'claude-opus-5',
    )
  })

  it('does not take a model of another maker for its own', () => {
    const report = reportOf([prompt, answer('glm-4.7')])
    expect(report).toMatchObject({
      isModelKnown: true,
      sessionModel: 'glm-4.7',
      target: { model: 'claude-opus-5-5' },
    })
  })

  it('begins at the last compaction', () => {
    const boundary = message('u3', null, {
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      compactMetadata: { trigger: 'auto', preTokens: 1 },
      logicalParentUuid: 'u2',
    })
    const summary = message('u4', 'u3', {
      type: 'user',
      isCompactSummary: true,
      message: { role: 'user', content: 'What was said.' },
    })
    const { request } = reportOf([prompt, answer('claude-opus-5-5'), boundary, summary])
    expect(JSON.stringify(request.messages)).toContain('What was said.')
    expect(JSON.stringify(request.messages)).not.toContain('Run it.')
  })
})
