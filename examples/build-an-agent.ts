// An agent of your own: a tool, somebody who is asked for permission, a log in memory, and the same session again.
// Run: node --import tsx --conditions=@antiphon/source examples/build-an-agent.ts
import { messageText } from '@antiphon/core'
import { createTool } from '@antiphon/engine'
import { createAgent } from '@antiphon/host'
import { createScriptModel, startSimulator } from '@antiphon/simulator'
import { createMemoryStore } from '@antiphon/transcript'
import { z } from 'zod'

// Stands for the API here: it calls the tool, then tells what it read; later it remembers.
const simulator = await startSimulator({
  model: createScriptModel([
    { calls: [{ name: 'Weather', input: { city: 'Bern' } }] },
    'It is 21 degrees in Bern.',
    'I told you about Bern.',
  ]),
})
const weather = createTool({
  name: 'Weather',
  description: 'Tells the temperature of a city.',
  schema: z.object({ city: z.string() }),
  run: ({ city }) => ({ city, celsius: 21 }),
})
const options = {
  env: { ANTHROPIC_BASE_URL: simulator.url, ANTHROPIC_API_KEY: 'any', HOME: process.env.HOME },
  model: 'claude-opus-5-5',
  store: createMemoryStore(),
  builtInTools: [],
  tools: [weather],
  permissions: {
    ask: async ({ title }: { readonly title: string }) => {
      console.log(`may it? ${title}`)
      return { behavior: 'allow' as const }
    },
  },
}

const agent = await createAgent(options)
for await (const event of agent.submit('How warm is it in Bern?'))
  if (event.type === 'assistant' || event.type === 'user') console.log(`${event.type}: ${messageText(event)}`)
await agent.close()

const again = await createAgent({ ...options, resume: agent.sessionId })
console.log((await again.ask('What did you tell me?')).text)
console.log(
  `${again.engine.messages().filter(({ type }) => type === 'user').length} messages of the user's side`,
)
await again.close()
await simulator.close()
