import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { MCP_LIMITS } from './mcp-limits.ts'
import { deriveSignal } from './when-aborted.ts'

/** How long something may take, and who may end it. */
export type Limits = { readonly signal: AbortSignal; readonly timeout: number }

/** What a server lists, unchecked. */
export type McpListing = {
  readonly items: readonly unknown[]
  /** Why the list was not read to its end; null where it was. */
  readonly cutBecause: string | null
}

/** All pages of what a server lists, unchecked: the SDK's own list is all or nothing, one odd tool would cost the others. */
export async function listMcpPages(
  client: Client,
  kind: 'tools' | 'resources',
  { signal, timeout }: Limits,
): Promise<McpListing> {
  const end = performance.now() + timeout
  const items: unknown[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < MCP_LIMITS.pages; page++) {
    const params = cursor === undefined ? {} : { cursor }
    const result = await client.request({ method: `${kind}/list`, params }, ResultSchema, {
      signal: deriveSignal(signal),
      timeout: Math.max(1, end - performance.now()),
    })
    const listed: readonly unknown[] = Array.isArray(result[kind]) ? result[kind] : []
    for (const item of listed.slice(0, MCP_LIMITS.listed - items.length)) items.push(item)
    if (items.length === MCP_LIMITS.listed)
      return { items, cutBecause: tooMuch(kind, MCP_LIMITS.listed, kind) }
    const { nextCursor } = result
    if (typeof nextCursor !== 'string') return { items, cutBecause: null }
    if (seen.has(nextCursor)) return { items, cutBecause: `its list of ${kind} leads to the same page again` }
    seen.add(nextCursor)
    cursor = nextCursor
  }
  return { items, cutBecause: tooMuch(kind, MCP_LIMITS.pages, 'pages') }
}

function tooMuch(kind: string, limit: number, what: string): string {
  return `its list of ${kind} has more than ${limit} ${what}`
}
