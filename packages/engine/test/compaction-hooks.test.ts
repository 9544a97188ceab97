import { afterEach, describe, expect, it } from 'vitest'
import { refusals, run } from './engine-kit.ts'
import { close, context, FILLED, open, seen, sent } from './hooks-kit.ts'

afterEach(close)

describe('a command hook at a compaction', () => {
  const SUMMARY = '<summary>They said one.</summary>'

  it('adds to the instructions before it, and hears the summary after it', async () => {
    const hooks = [
      { event: 'PreCompact', script: 'echo keep the file names' },
      context('PostCompact', 'the summary was checked'),
    ] as const
    const { kit, session } = await open(['One.', SUMMARY, 'Two.'], hooks)
    await run(session.engine, 'first')
    for await (const _ of session.engine.compact('be brief'));
    await run(session.engine, 'second')
    expect(seen('PreCompact')).toMatchObject([{ trigger: 'manual', custom_instructions: 'be brief' }])
    expect(sent(1)).toMatch(/be brief.*keep the file names/)
    expect(seen('PostCompact')[0]).toMatchObject({ trigger: 'manual' })
    expect(seen('PostCompact')[0]?.compact_summary).toContain('They said one.')
    expect(sent(2)).toContain('the summary was checked')
    expect(refusals(kit.simulator)).toEqual([])
  })

  it('that blocks it where the API finds the conversation too long ends the turn with the error', async () => {
    const { kit, session } = await open(
      ['One.', 'Two.'],
      [{ event: 'PreCompact', script: 'echo not now >&2; exit 2' }],
    )
    await run(session.engine, 'first')
    const message = 'prompt is too long: 1000001 tokens > 1000000 maximum'
    kit.simulator.faults.add({ fault: { kind: 'error', status: 400, message } })
    expect((await run(session.engine, 'second')).result.end).toMatchObject({
      reason: 'failed',
      detail: message,
    })
    expect(seen('PreCompact')).toMatchObject([{ trigger: 'auto' }])
    expect((await run(session.engine, 'third')).result.text).toBe('Two.')
    expect(refusals(kit.simulator)).toHaveLength(1)
  })

  it.each(['manual', 'auto'] as const)('may block a %s one with its reason', async trigger => {
    const call = { name: 'Glob', input: { pattern: '*.txt' } }
    const { kit, session } = await open(
      [{ text: 'One.', ...FILLED }, { calls: [call], ...FILLED }, 'Two.'],
      [{ event: 'PreCompact', script: 'echo not now >&2; exit 2' }],
    )
    await run(session.engine, 'first')
    if (trigger === 'manual') for await (const _ of session.engine.compact());
    else expect((await run(session.engine, 'second')).result.text).toBe('Two.')
    // Asked once a turn, however many requests the turn has.
    expect(seen('PreCompact')).toMatchObject([{ trigger }])
    const messages = JSON.stringify(session.engine.messages())
    expect(messages).toContain('The conversation was not compacted: not now')
    expect(messages).not.toContain('compact_boundary')
    expect(refusals(kit.simulator)).toEqual([])
  })
})
