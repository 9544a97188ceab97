import { createAnthropicProvider } from './create-anthropic-provider.ts'
import type { Provider } from './provider.ts'

export type ChooseProviderOptions = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Starts the demo model and gives its URL; asked only where there is no key. */
  readonly startDemo: () => Promise<string>
}

/** The provider that the environment asks for: Bedrock, Vertex, the API or a compatible URL; without a key the demo model. */
export async function chooseProvider({ env, startDemo }: ChooseProviderOptions): Promise<Provider> {
  if (isOn(env.CLAUDE_CODE_USE_BEDROCK))
    return (await import('./create-bedrock-provider.ts')).createBedrockProvider(env)
  if (isOn(env.CLAUDE_CODE_USE_VERTEX))
    return (await import('./create-vertex-provider.ts')).createVertexProvider(env)
  const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_AUTH_TOKEN: authToken, ANTHROPIC_BASE_URL: baseURL } = env
  if (apiKey || authToken)
    return createAnthropicProvider({
      ...(apiKey && { apiKey }),
      ...(authToken && { authToken }),
      ...(baseURL && { baseURL }),
    })
  return createAnthropicProvider({ apiKey: 'demo', baseURL: await startDemo(), name: DEMO_NAME })
}

/** Said to everyone who talks to it. */
export const DEMO_NAME = 'demo model (no API key; set ANTHROPIC_API_KEY for a real one)'

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false'
}
