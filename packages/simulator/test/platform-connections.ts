import { AnthropicBedrock } from '@anthropic-ai/bedrock-sdk'
import type Anthropic from '@anthropic-ai/sdk'
import { AnthropicVertex } from '@anthropic-ai/vertex-sdk'
import type { Simulator } from '../src/index.ts'

/** A question without its model, which each platform names in its own way. */
export const HELLO: Pick<Anthropic.MessageCreateParamsNonStreaming, 'max_tokens' | 'messages'> = {
  max_tokens: 1000,
  messages: [{ role: 'user', content: 'hello' }],
}

/** A client of Bedrock that signs its requests, or holds a key. */
export function connectBedrock(
  { url }: Simulator,
  options: { readonly apiKey?: string } = {},
): AnthropicBedrock {
  const keys = { awsAccessKey: 'AKIAEXAMPLE', awsSecretKey: 'secret', awsRegion: 'eu-west-1' }
  return new AnthropicBedrock({ baseURL: url, apiKey: null, ...keys, ...options, maxRetries: 0 })
}

/** A client of Google's that asks nobody for its token. */
export function connectVertex({ url }: Simulator, token: string | null = 'token'): AnthropicVertex {
  const headers = new Headers(token === null ? {} : { authorization: `Bearer ${token}` })
  const authClient = { projectId: 'project', getRequestHeaders: async () => headers }
  return new AnthropicVertex({
    baseURL: `${url}/v1`,
    region: 'europe-west1',
    projectId: 'project',
    // The client calls nothing else of it.
    authClient: authClient as never,
    maxRetries: 0,
  })
}
