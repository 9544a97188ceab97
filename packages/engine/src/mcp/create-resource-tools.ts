import { isObject, type JsonObject } from '@antiphon/contract'
import { z } from 'zod'
import { cutText } from '../text/cut-text.ts'
import type { AgentTool, ToolOutcome } from '../tool/agent-tool.ts'
import { defineTool } from '../tool/define-tool.ts'
import { prepareCall } from '../tool/prepare-call.ts'
import { boundServerText, toServerLine } from './clean-server-text.ts'
import { MCP_LIMITS } from './mcp-limits.ts'
import { toToolOutcome } from './mcp-result.ts'
import type { McpServer } from './mcp-server.ts'

/** The tools that list and read what servers offer besides tools; none where no server offers anything. */
export function createResourceTools(servers: readonly McpServer[]): readonly AgentTool[] {
  const offering = (): readonly McpServer[] => servers.filter(server => server.hasResources())
  if (offering().length === 0) return []
  const find = (name: string): McpServer => {
    const found = offering().find(server => server.name === name)
    if (found) return found
    const names = offering().map(server => server.name)
    throw new Error(`There is no server ${name} with resources; there is ${names.join(', ') || 'none now'}.`)
  }
  return [createListTool(offering, find), createReadTool(find)]
}

const LIST = 'ListMcpResourcesTool'
const READ = 'ReadMcpResourceTool'

function createListTool(offering: () => readonly McpServer[], find: (name: string) => McpServer): AgentTool {
  return defineTool({
    name: LIST,
    aliases: ['ListMcpResources'],
    description: `Lists the resources of the connected MCP servers: documents, records and whatever else a server offers for reading. Each has the name of its \`server\` and a \`uri\`; read one with ${READ}.`,
    schema: z.object({ server: z.string().optional().describe('Only the resources of this server') }),
    prepare: (input, { signal }) =>
      prepareCall(LIST, {
        ...{ input, access: { kind: 'tool' }, isConcurrencySafe: true },
        async work() {
          const chosen = input.server === undefined ? offering() : [find(input.server)]
          return toListOutcome(await Promise.all(chosen.map(server => listOf(server, signal))))
        },
      }),
  })
}

function createReadTool(find: (name: string) => McpServer): AgentTool {
  return defineTool({
    name: READ,
    aliases: ['ReadMcpResource'],
    description: `Reads one resource of an MCP server, as ${LIST} lists it.`,
    schema: z.object({
      server: z.string().describe('The name of the server'),
      uri: z.string().describe('The uri of the resource'),
    }),
    prepare: (input, { signal }) =>
      prepareCall(READ, {
        ...{ input, access: { kind: 'tool' }, isConcurrencySafe: true },
        async work() {
          const connection = await find(input.server).reach(signal)
          return toReadOutcome(await connection.readResource(input.uri, signal))
        },
      }),
  })
}

type Listing = { readonly resources: readonly JsonObject[]; readonly problem: string | null }

/** A server that fails costs its own resources only. */
async function listOf(server: McpServer, signal: AbortSignal): Promise<Listing> {
  try {
    const { items, cutBecause } = await (await server.reach(signal)).listResources(signal)
    const problem = cutBecause === null ? null : `${server.name}: ${cutBecause}; the rest is left out.`
    return { resources: items.filter(isObject).map(item => toResourceData(item, server.name)), problem }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return {
      resources: [],
      problem: `${server.name} did not list its resources: ${toServerLine(reason)}`,
    }
  }
}

/** What a model needs to choose one. */
function toResourceData(resource: Readonly<Record<string, unknown>>, server: string): JsonObject {
  const fields = ['uri', 'name', 'title', 'description', 'mimeType'].flatMap(field => {
    const value = resource[field]
    return typeof value === 'string' ? [[field, toServerLine(value)] as const] : []
  })
  return { ...Object.fromEntries(fields), server }
}

function toListOutcome(listings: readonly Listing[]): ToolOutcome {
  const all = listings.flatMap(({ resources }) => resources)
  const shown = all.slice(0, MCP_LIMITS.resources)
  const notes = listings.flatMap(({ problem }) => problem ?? [])
  if (all.length > MCP_LIMITS.resources)
    notes.push(`${all.length - MCP_LIMITS.resources} more resources are not listed.`)
  const text =
    shown.length === 0 ? 'There are no resources.' : cutText(JSON.stringify(shown), MCP_LIMITS.resultText)
  const isError = shown.length === 0 && listings.some(({ problem }) => problem !== null)
  return { content: [text, ...notes].join('\n'), data: shown, ...(isError && { isError }) }
}

function toReadOutcome(result: Readonly<Record<string, unknown>>): ToolOutcome {
  const contents = Array.isArray(result.contents) ? result.contents.filter(isObject) : []
  const { content } = toToolOutcome({ content: contents.map(resource => ({ type: 'resource', resource })) })
  return { content, data: { contents: contents.map(toContentData) } }
}

/** What people read of it; bytes are left to the model's own view. */
function toContentData({ uri, mimeType, text }: Readonly<Record<string, unknown>>): JsonObject {
  return {
    ...(typeof uri === 'string' && { uri }),
    ...(typeof mimeType === 'string' && { mimeType }),
    ...(typeof text === 'string' && { text: boundServerText(text, MCP_LIMITS.resultText) }),
  }
}
