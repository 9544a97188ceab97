import { type MessagesClient, toProvider } from './create-anthropic-provider.ts'
import type { Provider } from './provider.ts'
import { ProviderError } from './provider-error.ts'

/** Amazon Bedrock through the official client, which is installed by those who need it. */
export async function createBedrockProvider(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Provider> {
  const name = '@anthropic-ai/bedrock-sdk'
  const { default: Client } = await importClient(name)
  const client = new Client({
    ...(env.AWS_REGION && { awsRegion: env.AWS_REGION }),
    ...(env.ANTHROPIC_BEDROCK_BASE_URL && { baseURL: env.ANTHROPIC_BEDROCK_BASE_URL }),
    maxRetries: 0,
    logLevel: 'off',
  })
  return toProvider({ client, platform: 'bedrock', name: 'Amazon Bedrock' })
}

type ClientModule = { readonly default: new (options: object) => MessagesClient }

/** Loads an official client that is no dependency of ours, since it brings many megabytes. */
export async function importClient(name: string): Promise<ClientModule> {
  try {
    return (await import(name)) as ClientModule
  } catch (cause) {
    throw new ProviderError(
      'connection',
      `${name} is not installed. Run \`npm install --no-save ${name}\` where antiphon is installed, and try again.`,
      { cause },
    )
  }
}
