import { isObject } from '@antiphon/contract'
import { splitArguments } from '../text/fill-arguments.ts'
import { boundServerText, toServerLine } from './clean-server-text.ts'
import { mcpToolNames } from './create-server-tools.ts'
import type { ListedPrompt } from './keep-prompts.ts'
import { MCP_LIMITS } from './mcp-limits.ts'
import type { McpServer } from './mcp-server.ts'
import type { McpResult } from './open-mcp-session.ts'

/** A prompt of a server as a person calls it. */
export type McpPrompt = {
  /** As `mcp__server__prompt`. */
  readonly name: string
  readonly description: string
  readonly argumentHint: string
  /** Its text with these words in it; throws what went wrong. */
  readonly read: (words: string, signal: AbortSignal) => Promise<string>
}

/** The prompts of all servers that are connected. */
export function createMcpPrompts(servers: readonly McpServer[]): readonly McpPrompt[] {
  const all = servers.flatMap(server => server.prompts().map(prompt => ({ server, prompt })))
  const names = mcpToolNames(all.map(({ server, prompt }) => ({ server: server.name, tool: prompt.name })))
  return all.map(({ server, prompt }, at) => ({
    name: names[at] ?? prompt.name,
    description: `${prompt.description} (${toServerLine(server.name)})`.trim(),
    argumentHint: prompt.arguments.map(toHint).join(' '),
    async read(words, signal) {
      const connection = await server.reach(signal)
      return toText(await connection.getPrompt({ name: prompt.name, arguments: fill(prompt, words) }, signal))
    },
  }))
}

function toHint({ name, isRequired }: ListedPrompt['arguments'][number]): string {
  const shown = toServerLine(name)
  return isRequired ? `<${shown}>` : `[${shown}]`
}

/** Words go to the arguments one by one; what is left over belongs to the last. */
function fill({ arguments: places }: ListedPrompt, words: string): Readonly<Record<string, string>> {
  const parts = splitArguments(words)
  const last = places.length - 1
  return Object.fromEntries(
    places.flatMap(({ name }, at) => {
      const value = at === last ? parts.slice(at).join(' ') : parts[at]
      return value === undefined || value === '' ? [] : [[name, value]]
    }),
  )
}

/** What its messages say; pictures and the like have no place in a person's words. */
function toText({ messages }: McpResult): string {
  const texts = (Array.isArray(messages) ? messages : []).flatMap(message => {
    const content: unknown = isObject(message) ? message.content : undefined
    if (!isObject(content)) return []
    const { text } = isObject(content.resource) ? content.resource : content
    return typeof text === 'string' ? [text] : []
  })
  return boundServerText(texts.join('\n\n'), MCP_LIMITS.resultText)
}
