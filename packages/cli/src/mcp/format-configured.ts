import { oneLine, stripControl } from '@antiphon/core/ui'
import type { ConfiguredServer } from './person-servers.ts'

/** A line for each server: its name, where it is, where that is written, and whether there is a login. */
export function formatConfigured(servers: readonly ConfiguredServer[]): readonly string[] {
  if (servers.length === 0)
    return ['There are no MCP servers here. One is an entry of mcpServers in .mcp.json or in your settings.']
  const width = Math.max(...servers.map(({ name }) => toWord(name).length))
  return servers.map(({ name, type, place, scope, hasLogin }) =>
    [
      toWord(name).padEnd(width),
      `${type} ${oneLine(stripControl(place), 120)} (${scope})`,
      ...(hasLogin === true ? ['logged in'] : []),
    ].join('  '),
  )
}

function toWord(name: string): string {
  return oneLine(stripControl(name), 60)
}
