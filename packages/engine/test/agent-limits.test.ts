import { createUsageLedger } from '@antiphon/core'
import { afterEach, describe, expect, it } from 'vitest'
import { createAnthropicProvider, createToolbox, createTools, meterProvider } from '../src/index.ts'
import { createEngineKit, createTestTools, type EngineKit, refusals, run } from './engine-kit.ts'

let kit: EngineKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

const TASK = {
  name: 'Task',
  input: { description: 'look', prompt: 'look for it', subagent_type: 'general-purpose' },
}

describe('a subagent', () => {
  it('is told of deferred tools, finds one and calls it', async () => {
    const [echo] = createTestTools()
    if (!echo) throw new Error('a tool')
    const later = { ...echo, name: 'mcp__a__echo', isDeferred: true }
    kit = await createEngineKit([
      { calls: [TASK] },
      { calls: [{ name: 'ToolSearch', input: { query: 'select:mcp__a__echo' } }] },
      { calls: [{ name: later.name, input: { text: 'found' } }] },
      'It says found.',
      'I see.',
    ])
    const { engine, close } = await kit.open({ toolbox: createToolbox([...createTools(), later]) })
    expect((await run(engine, 'go')).result.text).toBe('I see.')
    const asked = kit.simulator.log.all().map(({ request }) => JSON.stringify(request?.messages))
    expect(asked[1]).toContain('mcp__a__echo')
    expect(asked[2]).toContain('"type":"tool_reference","tool_name":"mcp__a__echo"')
    expect(asked[3]).toContain('echo: found')
    expect(refusals(kit.simulator)).toEqual([])
    await close()
  })

  it('spends from the budget of the turn, and ends with it', async () => {
    const used = (output_tokens: number) => ({ usage: { output_tokens } })
    kit = await createEngineKit([
      { calls: [TASK], ...used(10) },
      { calls: [{ name: 'Glob', input: { pattern: '*' } }], ...used(100) },
      'Never said.',
    ])
    const spending = createUsageLedger()
    const provider = meterProvider(
      createAnthropicProvider({ apiKey: 'any', baseURL: kit.simulator.url }),
      spending,
    )
    const { engine, close } = await kit.open({
      provider,
      toolbox: createToolbox(createTools()),
      budget: { turnTokens: 100, spending },
    })
    const { result } = await run(engine, 'go')
    expect(result.end).toMatchObject({ reason: 'max-budget', kind: 'tokens' })
    expect(kit.simulator.log.all()).toHaveLength(2)
    expect(JSON.stringify(engine.messages())).toContain("Reached the turn's budget of 100 output tokens")
    expect(engine.messages().at(-1)).toMatchObject({ budgetTokens: 110, budgetLimit: 100, budgetNudges: 0 })
    await close()
  })
})
