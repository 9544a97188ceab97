import { afterEach, describe, expect, it } from 'vitest'
import { createEngineKit, type EngineKit, refusals, run } from './engine-kit.ts'

let kit: EngineKit
afterEach(() => kit.close())

const call = (thinking: string) => ({ thinking, calls: [{ name: 'Echo', input: { text: 'a' } }] })

describe('thinking that was made for another past', () => {
  it('is refused once, then dropped for the rest of the session', async () => {
    kit = await createEngineKit([call('one'), 'One.', call('two'), call('three'), 'Two.', 'Three.'])
    const first = await kit.open()
    await run(first.engine, 'first')
    await first.close()
    // As after another program, with another system prompt, or after an update of this one.
    const second = await kit.open({ system: 'You are another test.' })
    expect((await run(second.engine, 'second')).result.text).toBe('Two.')
    expect((await run(second.engine, 'third')).result.text).toBe('Three.')
    await second.close()
    expect(refusals(kit.simulator)).toHaveLength(1)
  })
})
