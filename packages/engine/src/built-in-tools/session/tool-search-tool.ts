import type { ToolReferenceBlock } from '@antiphon/contract'
import { toolCallTitle } from '@antiphon/core/ui'
import { z } from 'zod'
import type { AgentTool, ToolOutcome } from '../../tool/agent-tool.ts'
import { TOOL_SEARCH_NAME } from '../../tool/deferred-tools.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { runOnce } from '../../tool/run-once.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import { searchTools } from './search-tools.ts'

/** Finds tools that the model knows only by name, and tells it how to call them. */
export function createToolSearchTool(): AgentTool {
  return defineTool({
    name: TOOL_SEARCH_NAME,
    description: DESCRIPTION,
    schema: SCHEMA,
    prepare: (input, context) => ({
      input,
      access: { kind: 'none' },
      isReadOnly: true,
      isConcurrencySafe: true,
      title: toolCallTitle('ToolSearch', input),
      run: () => runOnce(() => findTools(input.query, input.max_results ?? DEFAULT_RESULTS, context)),
    }),
  })
}

const SCHEMA = z.object({
  query: z.string().min(1).describe('Words to search for, or select:Name,Name'),
  max_results: z.number().int().min(1).max(50).optional().describe('5 unless given'),
})

const DEFAULT_RESULTS = 5

const DESCRIPTION = `Finds tools that are there but not described to you yet. Once found, a tool can be called like any other.

- select:Name,Name takes tools by their exact names: the quickest way when you know them.
- words search names and descriptions; a word with + before it must occur: +github issues.`

function findTools(query: string, maxResults: number, context: ToolContext): ToolOutcome {
  const tools = context.services.deferredTools?.list() ?? []
  const { names, unknown } = searchTools(tools, query, maxResults)
  const data = { matches: names, query, total_deferred_tools: tools.length }
  if (names.length === 0) {
    const described = unknown.length === 0 ? '' : ` Not found: ${unknown.slice(0, LISTED).join(', ')}.`
    const text = `No tool was found.${described} ${describeRest(tools.map(({ name }) => name))}`
    return unknown.length > 0 ? toErrorOutcome(text) : { content: text, data }
  }
  const content = names.map((tool_name): ToolReferenceBlock => ({ type: 'tool_reference', tool_name }))
  return { content, data }
}

const LISTED = 50

function describeRest(names: readonly string[]): string {
  if (names.length === 0) return 'There is none that you have not been told about.'
  return `There are ${names.length}: ${names.slice(0, LISTED).join(', ')}${names.length > LISTED ? ', …' : ''}.`
}
