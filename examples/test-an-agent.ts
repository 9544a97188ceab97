// The Messages API on your own machine: a script for the model, a fault, and what the cache says about your prompt.
// Run: node --import tsx --conditions=@antiphon/source examples/test-an-agent.ts
import Anthropic from '@anthropic-ai/sdk'
import { createScriptModel, startSimulator } from '@antiphon/simulator'

const simulator = await startSimulator({
  model: createScriptModel([{ thinking: 'a greeting', text: 'Hello!' }, 'Hello again!']),
  faults: [{ fault: { kind: 'error', status: 529 } }],
})
const client = new Anthropic({ baseURL: simulator.url, apiKey: 'any' })
const system = (now: string): Anthropic.TextBlockParam[] => [
  { type: 'text', text: `${'Be kind. '.repeat(400)} It is ${now}.`, cache_control: { type: 'ephemeral' } },
]
const ask = (now: string): Anthropic.MessageCreateParamsNonStreaming => ({
  model: 'claude-opus-5-5',
  max_tokens: 100,
  system: system(now),
  messages: [{ role: 'user', content: 'hello' }],
})

// The client tries again by itself after the 529.
const first = await client.messages.create(ask('10:41'))
console.log(first.content.map(block => block.type).join(', '))
await client.messages.create(ask('10:42'))
for (const { status, cache } of simulator.log.all()) console.log(status, cache?.miss ?? '')
const refused = await client.messages
  .create({ ...ask('10:42'), messages: [{ role: 'assistant', content: 'I speak first.' }] })
  .catch((error: Error) => error.message)
console.log(refused)
await simulator.close()
