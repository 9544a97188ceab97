import { afterEach, describe, expect, it } from 'vitest'
import { createToolbox } from '../src/index.ts'
import { createEngineKit, createTestTools, type EngineKit, run } from './engine-kit.ts'

let kit: EngineKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

describe('setToolbox', () => {
  it('leaves the turn that runs alone, and counts from the next on', async () => {
    kit = await createEngineKit([
      { calls: [{ name: 'Echo', input: { text: 'one' } }] },
      { text: 'first' },
      { calls: [{ name: 'Alone', input: { text: 'two' } }] },
      { text: 'second' },
    ])
    const { engine, close } = await kit.open({ toolbox: createToolbox(createTestTools().slice(0, 1)) })
    const next = createToolbox(createTestTools().slice(1, 3))
    await run(engine, 'go', event => {
      if (event.type === 'assistant') engine.setToolbox(next)
    })
    expect(engine.toolNames()).toEqual(['Alone', 'Slow'])
    expect((await run(engine, 'again')).result.text).toBe('second')
    const sent = kit.simulator.log.all().map(({ request }) => request?.tools?.map(({ name }) => name))
    expect(sent).toEqual([['Echo'], ['Echo'], ['Alone', 'Slow'], ['Alone', 'Slow']])
    expect(JSON.stringify(engine.messages())).toContain('alone: two')
    await close()
  })

  it('counts at once between two turns', async () => {
    kit = await createEngineKit([{ text: 'hello' }])
    const { engine, close } = await kit.open()
    engine.setToolbox(createToolbox(createTestTools().slice(0, 1)))
    expect(engine.toolNames()).toEqual(['Echo'])
    await run(engine, 'hi')
    expect(kit.simulator.log.all()[0]?.request?.tools).toHaveLength(1)
    await close()
  })
})
