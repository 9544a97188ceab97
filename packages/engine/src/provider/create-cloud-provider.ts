import type { UsageLedger } from '@antiphon/core/usage'

import type { Provider } from './provider.ts'
import { ProviderError } from './provider-error.ts'
import { type MessagesClient, toProvider } from './to-provider.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Amazon Bedrock through the official client, which is installed by those who need it. */
export async function createBedrockProvider(env: Environment, spending?: UsageLedger): Promise<Provider> {
  const client = await openClient('@anthropic-ai/bedrock-sdk', {
    ...(env.AWS_REGION && { awsRegion: env.AWS_REGION }),
    ...(env.ANTHROPIC_BEDROCK_BASE_URL && { baseURL: env.ANTHROPIC_BEDROCK_BASE_URL }),
  })
  return toProvider({ client, platform: 'bedrock', name: 'Amazon Bedrock', spending })
}

/** Google Vertex in the same way. */
export async function createVertexProvider(env: Environment, spending?: UsageLedger): Promise<Provider> {
  const client = await openClient('@anthropic-ai/vertex-sdk', {
    ...(env.CLOUD_ML_REGION && { region: env.CLOUD_ML_REGION }),
    ...(env.ANTHROPIC_VERTEX_PROJECT_ID && { projectId: env.ANTHROPIC_VERTEX_PROJECT_ID }),
    ...(env.ANTHROPIC_VERTEX_BASE_URL && { baseURL: env.ANTHROPIC_VERTEX_BASE_URL }),
  })
  return toProvider({ client, platform: 'vertex', name: 'Google Vertex AI', spending })
}

type ClientModule = { readonly default: new (options: object) => MessagesClient }

/** Loads an official client that is no dependency of ours, since it brings many megabytes. */
async function openClient(name: string, options: object): Promise<MessagesClient> {
  let module: ClientModule
  try {
    module = (await import(name)) as ClientModule
  } catch (cause) {
    throw new ProviderError(
      'connection',
      `${name} is not installed. Run \`npm install --no-save ${name}\` where antiphon is installed, and try again.`,
      { cause },
    )
  }
  return new module.default({ ...options, maxRetries: 0, logLevel: 'off' })
}
