import { isObject, type JsonObject } from '@antiphon/contract'
import { connectMcpServers } from '../connect-mcp-servers.ts'
import { createMemoryLogins } from '../login/login-store.ts'
import { parseMcpServers } from '../parse-mcp-servers.ts'

/**
 * The client that the official conformance suite judges: this engine's own, with a person who agrees to everything. The
 * suite gives the server's address as last argument and what it wants in variables.
 */
const url = process.argv.at(-1) ?? ''
const context: unknown = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}')

/** Of a person who has made themselves known to the server by hand, or whose program has a page of its own. */
function toOauth({ name, client_id, client_secret }: Readonly<Record<string, unknown>>): JsonObject {
  const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? name
  return {
    ...(typeof client_id === 'string' && { clientId: client_id }),
    ...(typeof client_secret === 'string' && { clientSecret: client_secret }),
    ...(scenario === 'auth/client-credentials-basic' && { grant: 'client_credentials' }),
    clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
  }
}

/** The browser: the suite's authorization server agrees at once and sends it back to us. */
async function visit(link: string): Promise<boolean> {
  await fetch(link)
  return true
}

/** Something of each kind that a schema wants. */
function fill(schema: unknown): JsonObject {
  if (!isObject(schema) || !isObject(schema.properties)) return {}
  const samples: JsonObject = { number: 2, integer: 2, string: 'two', boolean: true, array: [], object: {} }
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [
      name,
      samples[isObject(field) ? String(field.type) : ''] ?? null,
    ]),
  )
}

async function run(): Promise<number> {
  const signal = AbortSignal.timeout(80_000)
  const { configs } = parseMcpServers(
    { server: { type: 'http', url, oauth: toOauth(isObject(context) ? context : {}) } },
    { source: 'the suite', env: {} },
  )
  const servers = await connectMcpServers(configs, {
    cwd: process.cwd(),
    env: process.env,
    signal,
    logins: createMemoryLogins(),
    onProblem: ({ what, whatToDo }) => console.error(`${what}; ${whatToDo}`),
    onElicitation: async ({ mode, url: page }) =>
      mode === 'url'
        ? { action: (await visit(page ?? '')) ? 'accept' : 'decline' }
        : { action: 'accept', content: {} },
  })
  if (servers.status()[0]?.status === 'needs-auth') await servers.login('server', { show: visit, signal })
  let failures = 0
  for (const tool of servers.tools.filter(({ name }) => name.startsWith('mcp__server__')))
    try {
      console.error(JSON.stringify(await servers.call(tool.name, fill(tool.inputSchema), signal)))
    } catch (error) {
      failures += 1
      console.error(String(error))
    }
  console.error(JSON.stringify(servers.status()))
  await servers.close()
  return failures > 0 || servers.servers.some(({ status }) => status === 'failed') ? 1 : 0
}

void run().then(code => process.exit(code))
