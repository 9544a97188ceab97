import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { deriveSignal } from './when-aborted.ts'

/** How long something may take, and who may end it. */
export type Limits = { readonly signal: AbortSignal; readonly timeout: number }

/** All pages of what a server lists, unchecked: the SDK's own list is all or nothing, one odd tool would cost the others. */
export async function listMcpPages(
  client: Client,
  kind: 'tools' | 'resources',
  { signal, timeout }: Limits,
): Promise<readonly unknown[]> {
  const end = performance.now() + timeout
  const items: unknown[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const params = cursor === undefined ? {} : { cursor }
    const result = await client.request({ method: `${kind}/list`, params }, ResultSchema, {
      signal: deriveSignal(signal),
      timeout: Math.max(1, end - performance.now()),
    })
    const listed = result[kind]
    if (Array.isArray(listed)) items.push(...listed)
    if (typeof result.nextCursor !== 'string' || result.nextCursor === cursor) break
    cursor = result.nextCursor
  }
  return items
}

const MOST_PAGES = 100
