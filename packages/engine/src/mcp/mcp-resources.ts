import { isObject, type JsonObject } from '@antiphon/contract'
import type { McpResourceAttachment } from '@antiphon/core'
import { boundServerText, toServerLine } from './clean-server-text.ts'
import { MCP_LIMITS } from './mcp-limits.ts'
import type { McpServer } from './mcp-server.ts'

/** Something that a server offers for reading, as a person can name it by `@server:uri`. */
export type OfferedResource = {
  readonly server: string
  /** Its address; with places in braces to be filled in where it is a template. */
  readonly uri: string
  readonly name: string
  readonly description: string
  readonly isTemplate: boolean
}

/** What servers offer, and how it is read. */
export interface McpResources {
  /** What all connected servers list, remembered for a moment: somebody is typing. */
  list(signal: AbortSignal): Promise<readonly OfferedResource[]>
  /** What stands in a prompt as `@server:uri`; null where no server of that name offers anything, or does not answer. */
  attach(mention: string, signal: AbortSignal): Promise<McpResourceAttachment | null>
}

/** The resources of the servers that are there when somebody asks. */
export function createMcpResources(servers: () => readonly McpServer[]): McpResources {
  let known: { readonly at: number; readonly listed: Promise<readonly OfferedResource[]> } | null = null
  const offering = (): readonly McpServer[] => servers().filter(server => server.hasResources())

  async function listAll(): Promise<readonly OfferedResource[]> {
    const signal = AbortSignal.timeout(LIST_MS)
    const lists = await Promise.all(offering().map(server => listOf(server, signal).catch(() => [])))
    return lists.flat()
  }

  return {
    async list() {
      if (!known || performance.now() - known.at > FRESH_MS)
        known = { at: performance.now(), listed: listAll() }
      return known.listed
    },
    async attach(mention, signal) {
      const server = offering().find(({ name }) => mention.startsWith(`${name}:`))
      const uri = server && mention.slice(server.name.length + 1)
      if (!server || !uri) return null
      try {
        const connection = await server.reach(signal)
        const { contents } = await connection.readResource(
          uri,
          AbortSignal.any([signal, AbortSignal.timeout(READ_MS)]),
        )
        const offered = (await this.list(signal)).find(one => one.server === server.name && one.uri === uri)
        return {
          ...{ type: 'mcp_resource', server: toServerLine(server.name), uri: toServerLine(uri, MAX_URI) },
          ...(offered?.name && { name: offered.name }),
          ...(offered?.description && { description: offered.description }),
          content: { contents: keepContents(contents) },
        }
      } catch {
        // A word with an `@` that no server knows is a word.
        return null
      }
    },
  }
}

const FRESH_MS = 5_000
const LIST_MS = 5_000
const READ_MS = 30_000
const MAX_URI = 2_000

async function listOf(server: McpServer, signal: AbortSignal): Promise<readonly OfferedResource[]> {
  const connection = await server.reach(signal)
  const [resources, templates] = await Promise.all([
    connection.listResources(signal),
    connection.listTemplates(signal),
  ])
  const read = (items: readonly unknown[], field: string): readonly OfferedResource[] =>
    items.filter(isObject).flatMap(item => {
      const { [field]: uri, title, name, description } = item
      if (typeof uri !== 'string' || uri.length > MAX_URI) return []
      const words = [title, name].find(word => typeof word === 'string')
      return [
        {
          server: server.name,
          uri: toServerLine(uri, MAX_URI),
          name: typeof words === 'string' ? toServerLine(words) : '',
          description: typeof description === 'string' ? toServerLine(description) : '',
          isTemplate: field === 'uriTemplate',
        },
      ]
    })
  return [...read(resources.items, 'uri'), ...read(templates.items, 'uriTemplate')].slice(
    0,
    MCP_LIMITS.resources,
  )
}

/** Texts within the bounds of a result, and pictures; of other bytes only what they are. */
function keepContents(contents: unknown): readonly JsonObject[] {
  let left: number = MCP_LIMITS.resultText
  return (Array.isArray(contents) ? contents : [])
    .filter(isObject)
    .flatMap(({ uri, mimeType, text, blob }): readonly JsonObject[] => {
      const place = {
        ...(typeof uri === 'string' && { uri: toServerLine(uri, MAX_URI) }),
        ...(typeof mimeType === 'string' && { mimeType: toServerLine(mimeType) }),
      }
      if (typeof text === 'string') {
        const kept = boundServerText(text, Math.max(0, left))
        left -= kept.length
        return kept === '' ? [] : [{ ...place, text: kept }]
      }
      if (typeof blob !== 'string') return []
      const isPicture = typeof mimeType === 'string' && mimeType.startsWith('image/')
      if (isPicture && blob.length <= MAX_PICTURE) return [{ ...place, blob }]
      return [{ ...place, text: `[${mimeType ?? 'Bytes'}, ${blob.length} base64 characters, not shown]` }]
    })
}

/** What the API takes of a picture, in base64. */
const MAX_PICTURE = 5_000_000
