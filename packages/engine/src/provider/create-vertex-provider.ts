import { toProvider } from './create-anthropic-provider.ts'
import { importClient } from './create-bedrock-provider.ts'
import type { Provider } from './provider.ts'

/** Google Vertex through the official client, which is installed by those who need it. */
export async function createVertexProvider(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Provider> {
  const { default: Client } = await importClient('@anthropic-ai/vertex-sdk')
  const client = new Client({
    ...(env.CLOUD_ML_REGION && { region: env.CLOUD_ML_REGION }),
    ...(env.ANTHROPIC_VERTEX_PROJECT_ID && { projectId: env.ANTHROPIC_VERTEX_PROJECT_ID }),
    ...(env.ANTHROPIC_VERTEX_BASE_URL && { baseURL: env.ANTHROPIC_VERTEX_BASE_URL }),
    maxRetries: 0,
    logLevel: 'off',
  })
  return toProvider({ client, platform: 'vertex', name: 'Google Vertex AI' })
}
