import { createScriptModel } from '@antiphon/simulator'
import { expect, it } from 'vitest'
import { createHeadlessKit, DRIVEN, type Line } from './headless-kit.ts'

const name = (digit: number): string => `${digit}`.repeat(8).concat('-1111-4111-8111-111111111111')

/** What Claude Code 2.1.325 does with each was tried. */
it('answers a user message without a prompt by a result, and goes on', async () => {
  const kit = await createHeadlessKit(createScriptModel([{ text: 'first' }, { text: 'second' }]))
  try {
    const agent = kit.start(DRIVEN)
    const tell = (content: unknown, uuid: string): void =>
      void agent.child.stdin.write(`${JSON.stringify({ type: 'user', uuid, message: { content } })}\n`)
    const result = (uuid: string) => (event: Line) =>
      event.type === 'result' && event.user_message_uuid === uuid
    tell('hello', name(1))
    const first = await agent.until(result(name(1)))
    tell(' \n', name(2))
    expect(await agent.until(result(name(2)))).toMatchObject({
      ...{ subtype: 'success', is_error: false, result: '', num_turns: 0 },
      // All that was spent so far, as in any result.
      total_cost_usd: first?.total_cost_usd,
    })
    tell(5, name(3))
    expect(await agent.until(result(name(3)))).toMatchObject({
      ...{ subtype: 'error_during_execution', is_error: true, num_turns: 0 },
      errors: ['line 3: a user message needs message.content, a text or blocks'],
    })
    expect(kit.simulator.log.all()).toHaveLength(1)
    tell('', name(4))
    expect(await agent.until(result(name(4)))).toMatchObject({ is_error: false, result: 'second' })
    agent.hush()
    expect((await agent.ended).code).toBe(0)
    expect(agent.events.filter(({ subtype }) => subtype === 'init').length).toBe(4)
    expect(agent.events.find(({ subtype }) => subtype === 'informational')).toMatchObject({
      level: 'warning',
      content: expect.stringContaining('nothing was sent to the model'),
    })
  } finally {
    await kit.close()
  }
})
