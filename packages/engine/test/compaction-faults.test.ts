import { afterEach, describe, expect, it } from 'vitest'
import { createEngineKit, type EngineKit, run } from './engine-kit.ts'

let kit: EngineKit
afterEach(() => kit.close())

async function compact(engine: Parameters<typeof run>[0]): Promise<boolean> {
  const steps = engine.compact()
  for (let step = await steps.next(); ; step = await steps.next()) if (step.done) return step.value
}

describe('a compaction', () => {
  it('asks again with the whole conversation where the API is busy', async () => {
    kit = await createEngineKit(['One.', 'Two.', '<summary>They said one and two.</summary>'])
    const session = await kit.open()
    await run(session.engine, 'the first wish')
    await run(session.engine, 'the second wish')
    kit.simulator.faults.add({ fault: { kind: 'error', status: 529 } })
    expect(await compact(session.engine)).toBe(true)
    const asked = kit.simulator.log.all().slice(2)
    expect(asked.map(({ status }) => status)).toEqual([529, 200])
    for (const { request } of asked) expect(JSON.stringify(request?.messages)).toContain('the first wish')
    await session.close()
  })

  it('takes no half summary for a whole one', async () => {
    kit = await createEngineKit(['One.', { text: '<analysis>long thoughts', stopReason: 'max_tokens' }])
    const session = await kit.open()
    await run(session.engine, 'the first wish')
    expect(await compact(session.engine)).toBe(false)
    expect(JSON.stringify(session.engine.messages())).toContain('the first wish')
    expect(JSON.stringify(session.engine.messages())).toContain('could not be compacted')
    await session.close()
  })
})
