import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStreamJsonParser } from './stream-json-parser.ts'
import { createTurnProgress } from './turn-progress.ts'
import type { TurnStep } from './turn-step.ts'
import type { WireEvent } from './wire-event.ts'

describe('createTurnProgress', () => {
  it('shows a turn with parallel calls as steps, each end with the title of its beginning', () => {
    const steps = follow('claude-2.1.325-parallel.jsonl')
    expect(steps.map(step => step.kind)).toEqual([
      'session',
      'thinking',
      'text',
      'tool-start',
      'tool-start',
      'tool-start',
      'tool-end',
      'tool-end',
      'tool-end',
      'text',
      'result',
    ])
    const starts = steps.filter(step => step.kind === 'tool-start')
    const ends = steps.filter(step => step.kind === 'tool-end')
    expect(ends.map(end => end.title)).toEqual(starts.map(start => start.title).reverse())
    expect(ends.map(end => end.isError)).toEqual([true, false, false])
    expect(ends[2]).toMatchObject({ name: 'Bash', text: 'a.txt\ndot.png' })
    expect(ends.every(end => (end.elapsedMs ?? -1) >= 0)).toBe(true)
    expect(steps.at(-1)).toMatchObject({
      kind: 'result',
      isError: false,
      costUsd: 0.002796,
      turns: 4,
      pending: [],
    })
  })

  it('nests what a subagent does under the call that started it', () => {
    const steps = follow('claude-2.1.88-subagent.jsonl')
    expect(steps).toContainEqual(
      expect.objectContaining({ kind: 'tool-start', name: 'Bash', parentToolUseId: 'toolu_s1' }),
    )
    const subagent = steps.filter(step => step.kind === 'subagent')
    expect(subagent.map(({ phase, parentToolUseId }) => [phase, parentToolUseId])).toEqual([
      ['started', 'toolu_s1'],
      ['working', 'toolu_s1'],
      ['ended', 'toolu_s1'],
    ])
    expect(subagent[2]).toMatchObject({ text: 'look', isError: false, elapsedMs: 230 })
    expect(steps).toContainEqual(
      expect.objectContaining({
        kind: 'text',
        role: 'user',
        text: 'list files please',
        parentToolUseId: 'toolu_s1',
      }),
    )
  })

  it('says once which session it is, although every turn opens with init', () => {
    const steps = follow('claude-2.1.325-subagent.jsonl')
    expect(steps.filter(step => step.kind === 'session')).toMatchObject([
      { model: 'claude-opus-5-5', toolCount: 22 },
    ])
    expect(steps.filter(step => step.kind === 'result')).toHaveLength(2)
  })

  it('shows that a request is tried again', () => {
    expect(follow('claude-2.1.325-overload.jsonl')).toContainEqual({
      kind: 'retry',
      attempt: 1,
      maxRetries: 10,
      delayMs: 623,
      status: 529,
      error: 'overloaded',
    })
  })

  it('knows at any time which calls are running, and for how long', () => {
    const progress = createTurnProgress()
    push(progress, call('a', 'Bash', { command: 'sleep 9' }))
    push(progress, call('b', 'Read', { file_path: '/x' }))
    push(progress, { type: 'tool_progress', tool_use_id: 'a', tool_name: 'Bash', elapsed_time_seconds: 3 })
    expect(progress.pending()).toMatchObject([
      { id: 'a', title: 'Bash: sleep 9', elapsedMs: 3000 },
      { id: 'b' },
    ])
    expect(push(progress, result('a', 'done'))).toMatchObject([
      { kind: 'tool-end', id: 'a', elapsedMs: 3000 },
    ])
    expect(progress.pending().map(({ id }) => id)).toEqual(['b'])
    expect(
      push(progress, { type: 'result', subtype: 'success', is_error: false, result: 'ok' }),
    ).toMatchObject([{ kind: 'result', text: 'ok', pending: [{ id: 'b' }] }])
  })

  it('finds the call of a report that has an id of its own', () => {
    const progress = createTurnProgress()
    push(progress, call('a', 'Bash', {}))
    push(progress, {
      type: 'tool_progress',
      tool_use_id: 'bash-progress-1',
      parent_tool_use_id: 'a',
      elapsed_time_seconds: 2,
    })
    expect(progress.pending()).toMatchObject([{ id: 'a', elapsedMs: 2000 }])
  })

  it('shows a call once when the stream shows it twice', () => {
    const progress = createTurnProgress()
    expect(push(progress, call('a', 'Bash', {}))).toHaveLength(1)
    expect(push(progress, call('a', 'Bash', {}))).toEqual([])
  })

  it('measures a call by the times of its events', () => {
    const progress = createTurnProgress()
    push(progress, { ...call('a', 'Bash', {}), timestamp: '2026-01-01T00:00:00.000Z' })
    const [end] = push(progress, { ...result('a', ''), timestamp: '2026-01-01T00:00:01.500Z' })
    expect(end).toMatchObject({ elapsedMs: 1500 })
  })

  it('takes the tool’s own time where its result tells it: a person may have been asked before', () => {
    const progress = createTurnProgress()
    push(progress, { ...call('a', 'Bash', {}), timestamp: '2026-01-01T00:00:00.000Z' })
    const late = { timestamp: '2026-01-01T00:05:00.000Z', tool_duration_ms: 40 }
    expect(push(progress, { ...result('a', ''), ...late })).toMatchObject([{ elapsedMs: 40 }])
  })

  it('shows a result whose call it never saw', () => {
    expect(push(createTurnProgress(), result('zz', 'late'))).toMatchObject([
      { kind: 'tool-end', id: 'zz', name: 'unknown', text: 'late' },
    ])
  })

  it('ends a call of the API with its result, also when that is an error', () => {
    const progress = createTurnProgress()
    const error = { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' }
    const blocks = [
      { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } },
      { type: 'web_search_tool_result', tool_use_id: 's', content: error },
    ]
    expect(push(progress, { type: 'assistant', message: { content: blocks } })).toMatchObject([
      { kind: 'tool-start', name: 'web_search' },
      { kind: 'tool-end', name: 'web_search', isError: true, text: 'max_uses_exceeded' },
    ])
  })

  it('marks the text that stands where the API failed', () => {
    const event = {
      type: 'assistant',
      error: 'rate_limit',
      message: { content: [{ type: 'text', text: 'Too many' }] },
    }
    expect(push(createTurnProgress(), event)).toMatchObject([{ kind: 'text', isError: true }])
  })

  it('gives the errors of a result that has no text', () => {
    const event = {
      type: 'result',
      subtype: 'error_during_execution',
      is_error: true,
      errors: ['boom', 'bang'],
    }
    expect(push(createTurnProgress(), event)).toMatchObject([{ isError: true, text: 'boom\nbang' }])
  })

  it('never throws, whatever the events hold, and every call that began has ended or is pending', () => {
    const value = fc.jsonValue({ maxDepth: 2 })
    const type = fc.constantFrom(
      'assistant',
      'user',
      'system',
      'result',
      'tool_progress',
      'control_request',
      'x',
    )
    const subtype = fc.constantFrom(
      'init',
      'api_retry',
      'task_progress',
      'compact_boundary',
      'informational',
      'status',
    )
    const block = fc.record(
      {
        type: fc.constantFrom('tool_use', 'tool_result', 'text', 'thinking'),
        id: value,
        tool_use_id: value,
        name: value,
        text: value,
        content: value,
        input: value,
      },
      { requiredKeys: ['type'] },
    )
    const event = fc.tuple(type, subtype, fc.array(block), value).map(([name, sub, content, other]) => ({
      type: name,
      subtype: sub,
      message: { content },
      tool_use_id: other,
      usage: other,
      compact_metadata: other,
      request: other,
      timestamp: other,
    }))
    fc.assert(
      fc.property(fc.array(event, { maxLength: 6 }), events => {
        const progress = createTurnProgress()
        const steps = events.flatMap(item => push(progress, item))
        const started = steps.filter(step => step.kind === 'tool-start').length
        const ended = steps.filter(step => step.kind === 'tool-end' && step.name !== 'unknown').length
        expect(progress.pending().length + ended).toBe(started)
      }),
      { numRuns: 2000 },
    )
  })
})

function push(progress: ReturnType<typeof createTurnProgress>, event: object): readonly TurnStep[] {
  return progress.push(event as WireEvent)
}

function call(id: string, name: string, input: object): object {
  return { type: 'assistant', message: { content: [{ type: 'tool_use', id, name, input }] } }
}

function result(id: string, content: string): object {
  return { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content }] } }
}

function follow(name: string): readonly TurnStep[] {
  const url = new URL(`../../fixtures/stream-json/${name}`, import.meta.url)
  const progress = createTurnProgress()
  return createStreamJsonParser()
    .push(readFileSync(url))
    .flatMap(line => (line.kind === 'event' ? progress.push(line.event) : []))
}
