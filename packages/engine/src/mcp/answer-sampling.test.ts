import { createScriptModel, startSimulator } from '@antiphon/simulator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PermissionAnswer, PermissionQuestion } from '../permissions/permission.ts'
import { createAnthropicProvider } from '../provider/create-anthropic-provider.ts'
import { createSampling } from './answer-sampling.ts'
import { MCP_LIMITS } from './mcp-limits.ts'
import { createMcpHarness, findTool, type McpHarness, stdio } from './testing/mcp-harness.ts'

let mcp: McpHarness
beforeEach(async () => {
  mcp = await createMcpHarness()
})
afterEach(() => mcp.close())

const signal = new AbortController().signal

async function start(answer: PermissionAnswer, denied: readonly string[] = []) {
  const simulator = await startSimulator({
    model: createScriptModel(Array.from({ length: 99 }, () => 'Eight.')),
  })
  mcp.closeLater(simulator)
  const questions: PermissionQuestion[] = []
  const provider = createAnthropicProvider({ apiKey: 'any', baseURL: simulator.url })
  const onSampling = createSampling({
    ...{ provider, model: 'claude-opus-5-5', denied },
    ask: async question => {
      questions.push(question)
      return answer
    },
  })
  return { onSampling, questions }
}

const QUESTION = { messages: [{ role: 'user', content: { type: 'text', text: 'How many?' } }], maxTokens: 9 }

describe('a server that asks the model', () => {
  it('gets its answer when the person has read what it asks and allowed it', async () => {
    const { onSampling, questions } = await start({ behavior: 'allow' })
    const servers = await mcp.connect({ rich: stdio('rich') }, { onSampling })
    const { text } = await mcp.run(findTool(servers, 'mcp__rich__think'), {})
    expect(JSON.parse(text)).toMatchObject({ role: 'assistant', content: { type: 'text', text: 'Eight.' } })
    expect(questions).toMatchObject([
      {
        toolName: 'mcp__rich__sampling',
        input: {
          messages: [{ role: 'user', content: 'How many legs has a spider?' }],
          system: 'Be short.',
          maxTokens: 50,
        },
      },
    ])
  })

  it('reads why not: refused, forbidden by a rule, or not possible here', async () => {
    const refused = await start({ behavior: 'deny' })
    const servers = await mcp.connect({ rich: stdio('rich') }, { onSampling: refused.onSampling })
    expect((await mcp.run(findTool(servers, 'mcp__rich__think'), {})).text).toContain(
      'the person does not want',
    )
    const forbidden = await start({ behavior: 'allow' }, ['mcp__rich'])
    const asked = forbidden.onSampling({ serverName: 'rich', params: QUESTION }, signal)
    await expect(asked).rejects.toThrow('a rule forbids')
    expect(forbidden.questions).toEqual([])
    const alone = await mcp.connect({ rich: stdio('rich') })
    expect((await mcp.run(findTool(alone, 'mcp__rich__think'), {})).text).toContain('Method not found')
  })

  it('is bounded in how often, how long and what', async () => {
    const { onSampling } = await start({ behavior: 'allow' })
    const ask = (params: Readonly<Record<string, unknown>>) => onSampling({ serverName: 's', params }, signal)
    await expect(ask({ messages: [] })).rejects.toThrow('nothing')
    await expect(ask({ messages: [{ role: 'user', content: { type: 'audio' } }] })).rejects.toThrow('audio')
    for (let count = 0; count < MCP_LIMITS.samplings; count++) await ask(QUESTION)
    await expect(ask(QUESTION)).rejects.toThrow(`${MCP_LIMITS.samplings} times`)
    // Another server has bounds of its own.
    await onSampling({ serverName: 'other', params: QUESTION }, signal)
  })

  it('takes the session’s own model only where it asks for its kind', async () => {
    const { onSampling, questions } = await start({ behavior: 'allow' })
    const modelPreferences = { hints: [{ name: 'opus' }] }
    await onSampling({ serverName: 's', params: { ...QUESTION, modelPreferences } }, signal)
    await onSampling({ serverName: 's', params: QUESTION }, signal)
    expect(questions.map(({ input }) => input.model)).toEqual(['claude-opus-5-5', 'claude-haiku-5-5'])
  })
})

it('a server logs for whoever looks at it, in lines that do nothing to a terminal', async () => {
  const servers = await mcp.connect({ rich: stdio('rich') })
  await mcp.run(findTool(servers, 'mcp__rich__note'), {})
  expect(servers.log('rich')).toEqual(['warning lamp: it is dark'])
})
