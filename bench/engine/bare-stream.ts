// The floor of stream-json: the official client's events as lines of JSON, and nothing else.
import Anthropic from '@anthropic-ai/sdk'
import { LONG_PROMPT } from './words.ts'

const client = new Anthropic({
  apiKey: 'any',
  baseURL: process.env.ANTHROPIC_BASE_URL ?? null,
  maxRetries: 0,
})
const stream = await client.messages.create({
  model: 'claude-opus-5-5',
  max_tokens: 128_000,
  stream: true,
  messages: [{ role: 'user', content: LONG_PROMPT }],
})
for await (const event of stream) process.stdout.write(`${JSON.stringify({ type: 'stream_event', event })}\n`)
