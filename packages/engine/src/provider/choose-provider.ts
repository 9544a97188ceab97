import type { UsageLedger } from '@antiphon/core/usage'
import { createAnthropicProvider } from './create-anthropic-provider.ts'
import type { Provider } from './provider.ts'

type ChooseProviderOptions = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Starts the demo model and gives its URL; asked only where there is no key. */
  readonly startDemo: () => Promise<string>
  /** Where every answer is written down. */
  readonly spending?: UsageLedger
}

/** The provider that the environment asks for: Bedrock, Vertex, the API or a compatible URL; without a key the demo model. */
export async function chooseProvider(options: ChooseProviderOptions): Promise<Provider> {
  const { env, startDemo, spending } = options
  if (isOn(env.CLAUDE_CODE_USE_BEDROCK))
    return (await import('./create-cloud-provider.ts')).createBedrockProvider(env, spending)
  if (isOn(env.CLAUDE_CODE_USE_VERTEX))
    return (await import('./create-cloud-provider.ts')).createVertexProvider(env, spending)
  const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_AUTH_TOKEN: authToken, ANTHROPIC_BASE_URL: baseURL } = env
  if (apiKey || authToken)
    return createAnthropicProvider({
      apiKey: apiKey || undefined,
      authToken: authToken || undefined,
      baseURL: baseURL || undefined,
      spending,
    })
  return createAnthropicProvider({ apiKey: 'demo', baseURL: await startDemo(), name: DEMO_NAME, spending })
}

/** Said to everyone who talks to it. */
const DEMO_NAME = 'demo model (no API key; set ANTHROPIC_API_KEY for a real one)'

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false'
}
