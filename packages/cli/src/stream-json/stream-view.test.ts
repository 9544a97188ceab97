import { describe, expect, it } from 'vitest'
import { plainScreen } from '../../test/plain-screen.ts'
import { answer, call, delta, initEvent, toolResult, wire } from '../../test/wire-events.ts'
import { createStreamView, type StreamView } from './stream-view.ts'

let time = 0

function open(isLive: boolean): StreamView {
  time = 0
  return createStreamView({ screen: () => plainScreen(60), isLive, now: () => time })
}

const badLine = {
  kind: 'bad',
  line: 7,
  offset: 90,
  reason: 'not-json',
  size: 5,
  excerpt: 'hel\u001b[1mlo',
} as const

describe('createStreamView on a pipe', () => {
  it('prints each story when it has ended, subagents under their call', () => {
    const view = open(false)
    const events = [
      initEvent(),
      answer({ type: 'text', text: 'I look around.' }),
      call('t1', 'Read', { file_path: '/home/dev/lighthouse/a.ts' }),
      call('t2', 'Task', { description: 'Find copies', subagent_type: 'Explore' }),
      toolResult('t1', 'one\ntwo'),
      call('t3', 'Grep', { pattern: 'every' }, 't2'),
      toolResult('t3', 'a.ts:3', { parent: 't2' }),
      toolResult('t2', 'Exit code 1', { isError: true }),
      wire('system', {
        subtype: 'api_retry',
        attempt: 1,
        max_retries: 10,
        retry_delay_ms: 600,
        error_status: 529,
        error: 'overloaded',
      }),
      answer({ type: 'text', text: 'Done.' }),
      wire('result', { subtype: 'success', is_error: false, result: 'Done.', num_turns: 2, duration_ms: 10 }),
    ]
    expect(`\n${events.map(view.event).join('')}${view.end()}`).toMatchInlineSnapshot(`
      "
      · claude-opus-5-5 · /home/dev/lighthouse · 2 tools · accept…

      ● I look around.

      ✓ Read a.ts
        │ one
        │ two
      … Task Find copies (Explore) · started
        ┊ ✓ Grep every
        ┊   │ a.ts:3
      ✗ Task Find copies (Explore)
        │ Exit code 1
      ! API: 529 overloaded; trying again in 600 ms (attempt 1 of
        10)

      ● Done.
      "
    `)
  })

  it('announces a call only when it has run for a second', () => {
    const view = open(false)
    view.event(call('t1', 'Bash', { command: 'npm test' }))
    time = 900
    expect(view.tick()).toBe('')
    time = 1000
    expect(view.tick()).toBe('… Bash npm test · started\n')
    expect(view.tick()).toBe('')
    time = 61_000
    expect(view.event(toolResult('t1', ''))).toBe('✓ Bash npm test · 1 min 1 s\n')
  })

  it('notes bad lines, cleaned, and stops before they fill the screen', () => {
    const view = open(false)
    expect(view.badLine(badLine)).toBe('! Line 7 is no event (not-json): hello\n')
    const more = Array.from({ length: 50 }, () => view.badLine(badLine)).join('')
    expect(more.split('\n').filter(Boolean)).toHaveLength(5)
    expect(more).toContain('only counted')
  })

  it('names the calls that are left without a result', () => {
    const view = open(false)
    view.event(call('t1', 'Bash', { command: 'sleep 100' }))
    expect(view.end()).toBe('⊘ Bash sleep 100 · no result\n')
  })

  it('prints nothing of partial answers', () => {
    expect(open(false).event(delta('The lamp'))).toBe('')
  })

  it('tells why a run failed', () => {
    const result = { subtype: 'error_max_turns', is_error: true, errors: ['Reached 3 turns'], num_turns: 3 }
    expect(open(false).event(wire('result', result))).toBe('✗ error max turns: Reached 3 turns\n')
  })
})

describe('createStreamView on a stream of several turns', () => {
  const result = (fields: object) =>
    wire('result', { subtype: 'success', is_error: false, num_turns: 1, duration_ms: 1200, ...fields })

  it('closes each turn but the last with its own share of the cost', () => {
    const view = open(false)
    const events = [
      answer({ type: 'text', text: 'One.' }),
      result({ total_cost_usd: 0.01 }),
      answer({ type: 'text', text: 'Two.' }),
      result({ total_cost_usd: 0.015 }),
      wire('system', { subtype: 'session_state_changed', state: 'idle' }),
      answer({ type: 'text', text: 'Three.' }),
      result({ total_cost_usd: 0.015 }),
    ]
    expect(`\n${events.map(view.event).join('')}${view.end()}`).toMatchInlineSnapshot(`
      "
      ● One.

      · Result 1 · 1 turn · 1.2 s · $0.0100

      ● Two.

      · Result 2 · 1 turn · 1.2 s · $0.0050

      ● Three.
      "
    `)
  })

  it('shows what an agent does in the background under its call, wherever that is', () => {
    const view = open(false)
    const task = (subtype: string, fields: object) =>
      wire('system', { subtype, task_id: 'a1', tool_use_id: 't1', ...fields })
    const events = [
      call('t1', 'Task', { description: 'Look', subagent_type: 'Explore' }),
      task('task_started', { description: 'Look' }),
      toolResult('t1', 'launched'),
      call('t2', 'Bash', { command: 'ls' }, 't1'),
      answer({ type: 'text', text: 'It looks.' }),
      toolResult('t2', 'a.ts', { parent: 't1' }),
      answer({ type: 'text', text: 'Still.' }),
      answer({ type: 'text', text: 'One file.' }, 't1'),
      task('task_notification', { status: 'completed', summary: 'One file.' }),
      answer({ type: 'text', text: 'Done.' }),
    ]
    expect(`\n${events.map(view.event).join('')}${view.end()}`).toMatchInlineSnapshot(`
      "
      ✓ Task Look (Explore)
        │ launched

      ● It looks.

      … Task Look (Explore) · in the background
        ┊ ✓ Bash ls
        ┊   │ a.ts

      ● Still.

      … Task Look (Explore) · in the background
        ┊ ● One file.
        ┊ · Subagent ended: One file.

      ● Done.
      "
    `)
  })

  it('names a task that never reported its end', () => {
    const view = open(false)
    view.event(call('t1', 'Task', { description: 'Look', subagent_type: 'Explore' }))
    view.event(
      wire('system', { subtype: 'task_started', task_id: 'a1', tool_use_id: 't1', description: 'Look' }),
    )
    view.event(toolResult('t1', 'launched'))
    expect(view.end()).toBe('⊘ Task Look (Explore) · its task did not report an end\n')
  })

  it('tells a call that was denied from one that failed', () => {
    const view = open(false)
    view.event(call('t1', 'Bash', { command: 'rm -rf x' }))
    const denied = { ...toolResult('t1', 'no deleting', { isError: true }) }
    const meta = [{ id: 't1', permission_decision: { decision: 'reject' } }]
    expect(view.event({ ...denied, tool_result_meta: meta } as typeof denied)).toBe(
      '⊘ Bash rm -rf x · denied\n  │ no deleting\n',
    )
  })
})

describe('createStreamView on a terminal', () => {
  it('draws running calls in place, and takes them away when they end', () => {
    const view = open(true)
    expect(view.event(call('t1', 'Bash', { command: 'npm test' }))).toBe('⠋ Bash npm test\n')
    time = 2500
    expect(view.tick()).toBe('\u001b[1A\r\u001b[0J⠙ Bash npm test · 2.5 s\n')
    expect(view.event(toolResult('t1', 'ok'))).toBe('\u001b[1A\r\u001b[0J✓ Bash npm test · 2.5 s\n  │ ok\n')
    expect(view.tick()).toBe('')
  })

  it('draws what the model is saying until it has said it', () => {
    const view = open(true)
    expect(view.event(delta('The lamp is'))).toBe('● The lamp is\n')
    expect(view.event(answer({ type: 'text', text: 'The lamp is dark.' }))).toBe(
      '\u001b[1A\r\u001b[0J● The lamp is dark.\n',
    )
  })
})
