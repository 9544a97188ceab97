import { createHash } from 'node:crypto'

/** A tool as its server names it. */
export type McpToolId = { readonly server: string; readonly tool: string }

/** What fits every platform that models run on. */
const LONGEST_TOOL_NAME = 64

/**
 * Gives each tool a name that the API takes: `mcp__server__tool`, other characters as `_`. What is too long, or the
 * same as another's, ends in a hash of its real name, so that a name depends on no order.
 */
export function mcpToolNames(ids: readonly McpToolId[]): readonly string[] {
  const plain = ids.map(plainName)
  const counts = new Map<string, number>()
  for (const name of plain) counts.set(name, (counts.get(name) ?? 0) + 1)
  return ids.map((id, index) => {
    const name = plain[index] ?? ''
    if (name.length <= LONGEST_TOOL_NAME && (counts.get(name) === 1 || isExact(id))) return name
    return `${name.slice(0, LONGEST_TOOL_NAME - HASH_LENGTH - 1)}_${hash(id)}`
  })
}

const HASH_LENGTH = 8

function plainName({ server, tool }: McpToolId): string {
  return `mcp__${toPlain(server)}__${toPlain(tool)}`
}

/** Whoever is called just so keeps the name; two can only share it when a name holds `__`. */
function isExact({ server, tool }: McpToolId): boolean {
  return (
    toPlain(server) === server && toPlain(tool) === tool && !server.includes('__') && !tool.includes('__')
  )
}

function toPlain(text: string): string {
  return text.replace(/[^a-zA-Z0-9_-]/g, '_')
}

function hash({ server, tool }: McpToolId): string {
  return createHash('sha256')
    .update(JSON.stringify([server, tool]))
    .digest('hex')
    .slice(0, HASH_LENGTH)
}
