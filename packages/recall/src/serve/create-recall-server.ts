import { readVersion } from '@antiphon/host'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { RecallError } from '../recall-error.ts'
import type { RecallContext, RecallTool } from '../tools/recall-tool.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { toPlainJson } from './plain-json.ts'
import { addResources } from './resources.ts'
import { RECALL_TOOLS } from './tool-list.ts'

/** Gives what a question is answered from, for as long as it is answered. */
export type OpenContext = (signal: AbortSignal) => Promise<RecallContext>

/** An MCP server for one client, with all tools and resources; not connected yet. */
export function createRecallServer(open: OpenContext): McpServer {
  const server = new McpServer(
    { name: 'antiphon', title: 'Antiphon: past sessions', version: readVersion() },
    { instructions: INSTRUCTIONS, capabilities: { resources: {}, tools: {} } },
  )
  for (const tool of RECALL_TOOLS) addTool(server, tool, open)
  addResources(server.server, open)
  return server
}

function addTool(server: McpServer, tool: RecallTool, open: OpenContext): void {
  const { name, title, description, input, output } = tool
  server.registerTool(
    name,
    {
      ...{ title, description, inputSchema: input.shape, outputSchema: output.shape },
      annotations: {
        title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    (given: unknown, { signal }: { readonly signal: AbortSignal }) => answer(tool, given, { open, signal }),
  )
}

type Answering = { readonly open: OpenContext; readonly signal: AbortSignal }

/** What goes wrong is told in words, to be mended by whoever asked. */
async function answer(
  tool: RecallTool,
  given: unknown,
  { open, signal }: Answering,
): Promise<CallToolResult> {
  let describe = wordsOf
  try {
    const context = await open(signal)
    describe = context.describeFailure ?? wordsOf
    const { value, text } = await tool.run(given, context)
    return {
      content: [{ type: 'text', text: toPlainJson(text) }],
      structuredContent: toPlainJson(value),
    }
  } catch (error) {
    if (signal.aborted) throw error
    const words =
      error instanceof RecallError ? error.message : `The sessions could not be read: ${describe(error)}`
    return { isError: true, content: [{ type: 'text', text: words }] }
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
