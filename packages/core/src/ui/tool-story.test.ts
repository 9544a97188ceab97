import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INTERRUPT_MESSAGE_FOR_TOOL_USE } from '../message/synthetic-texts.ts'
import { arbitraryHostileLog, arbitraryUiLog } from '../testing/arbitrary-ui-log.ts'
import { answer, entry, prompt, text, toolResult, toolUse } from '../testing/ui-messages.ts'
import { normalizeMessages } from './normalize-messages.ts'
import { readToolPart } from './tool-part.ts'
import { buildToolStories } from './tool-story.ts'

const statuses = (...log: Parameters<typeof buildToolStories>[0]) =>
  buildToolStories(log).map(story => story.status)

describe('buildToolStories', () => {
  it('tells a call with everything that belongs to it', () => {
    const call = answer('m1', [toolUse('t1', 'Bash', { command: 'ls' })], {
      timestamp: '2026-01-01T00:00:00.000Z',
    })
    const before = entry('attachment', {
      attachment: { type: 'hook_success', hookEvent: 'PreToolUse', toolUseID: 't1' },
    })
    const after = entry('progress', {
      toolUseID: 't1',
      data: { type: 'hook_progress', hookEvent: 'PostToolUse' },
    })
    const progress = [1, 2].map(second =>
      entry('progress', {
        parentToolUseID: 't1',
        data: { type: 'bash_progress', elapsedTimeSeconds: second },
      }),
    )
    const result = toolResult('t1', 'a.txt', { timestamp: '2026-01-01T00:00:02.500Z' })
    expect(buildToolStories([call, before, ...progress, result, after])).toEqual([
      {
        id: 't1',
        name: 'Bash',
        title: 'Bash: ls',
        input: { command: 'ls' },
        status: 'done',
        call,
        result,
        preHooks: [before],
        postHooks: [after],
        progress: progress[1],
        children: [],
        startedAt: '2026-01-01T00:00:00.000Z',
        endedAt: '2026-01-01T00:00:02.500Z',
        durationMs: 2500,
        isDurationAtMost: true,
      },
    ])
  })

  it('has no duration where the times make none', () => {
    const [story] = buildToolStories([
      answer('m1', [toolUse('t1')], { timestamp: '2026-01-01T00:00:09.000Z' }),
      toolResult('t1', 'ok', { timestamp: '2026-01-01T00:00:01.000Z' }),
    ])
    expect(story).not.toHaveProperty('durationMs')
  })

  it('is running while the call is the last thing that happened', () => {
    expect(statuses(answer('m1', [toolUse('t1')]))).toEqual(['running'])
  })

  it('is running while results of the same answer come in', () => {
    const log = [answer('m1', [toolUse('t1')]), answer('m1', [toolUse('t2')]), toolResult('t2')]
    expect(statuses(...log)).toEqual(['running', 'done'])
  })

  it.each([
    ['a person went on', prompt('next')],
    ['a person interrupted', prompt([text(INTERRUPT_MESSAGE_FOR_TOOL_USE)])],
    ['the model answered again', answer('m2', [text('so')])],
  ])('is interrupted when %s', (_what, later) => {
    expect(statuses(answer('m1', [toolUse('t1')]), later)).toEqual(['interrupted'])
  })

  it('is not interrupted by messages for the model alone', () => {
    expect(statuses(answer('m1', [toolUse('t1')]), prompt('note', { isMeta: true }))).toEqual(['running'])
  })

  it('is denied and failed as its result says', () => {
    const denied = toolResult('t1', 'no', { toolDenialKind: 'user' })
    const failed = prompt([{ type: 'tool_result', tool_use_id: 't2', content: 'x', is_error: true }])
    expect(statuses(answer('m1', [toolUse('t1'), toolUse('t2')]), denied, failed)).toEqual([
      'denied',
      'failed',
    ])
  })

  it('interrupts what is open in a subagent when its call is over', () => {
    const inner = answer('s1', [toolUse('t2')], { parentToolUseID: 't1' })
    const outer = answer('m1', [toolUse('t1', 'Task')])
    expect(statuses(outer, inner)).toEqual(['running', 'running'])
    expect(statuses(outer, inner, toolResult('t1'))).toEqual(['done', 'interrupted'])
    const launched = toolResult('t1', 'started', {
      toolUseResult: { isAsync: true, status: 'async_launched' },
    })
    expect(statuses(outer, inner, launched)).toEqual(['done', 'running'])
  })

  it('tells a call that was stored twice once, and two calls with one id twice', () => {
    const call = toolUse('t1', 'Bash', { command: 'ls' })
    expect(statuses(answer('m1', [call]), answer('m2', [call]), toolResult('t1'))).toEqual(['done'])
    const other = toolUse('t1', 'Bash', { command: 'pwd' })
    expect(statuses(answer('m1', [call]), toolResult('t1'), answer('m2', [other]), toolResult('t1'))).toEqual(
      ['done', 'done'],
    )
  })

  it('tells calls of tools that the API runs, and calls without id', () => {
    const log = answer('m1', [
      { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'x' } },
      { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
      { type: 'tool_use', name: 'Bash' },
    ])
    expect(buildToolStories([log]).map(story => [story.id, story.status])).toEqual([
      ['s1', 'done'],
      ['', 'running'],
    ])
  })

  it('tells every call exactly once (law)', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryUiLog(), arbitraryHostileLog()), log => {
        const stories = buildToolStories(log)
        const told = stories.map(story => story.call.uuid)
        expect(new Set(told).size).toBe(told.length)
        const ids = new Set(stories.map(story => story.id))
        const calls = normalizeMessages(log).filter(part => readToolPart(part)?.role === 'call')
        for (const call of calls) expect(ids.has(readToolPart(call)?.id ?? '')).toBe(true)
        expect(stories.filter(story => !isNested(story.call.uuid)).length).toBeLessThanOrEqual(calls.length)
      }),
      { numRuns: 2000 },
    )
  })

  it('uses every result, hook and progress of a call once (law)', () => {
    fc.assert(
      fc.property(arbitraryUiLog(), log => {
        const used = buildToolStories(log).flatMap(story => [
          ...story.preHooks,
          ...story.postHooks,
          ...(story.result ? [story.result] : []),
          ...(story.progress ? [story.progress] : []),
        ])
        expect(new Set(used).size).toBe(used.length)
      }),
      { numRuns: 2000 },
    )
  })
})

// The generator names what it puts into progress so; those calls are in no message of their own.
function isNested(uuid: string): boolean {
  return uuid.startsWith('nested')
}
