import type { ToolReferenceBlock } from '@antiphon/contract'
import { z } from 'zod'
import type { AgentTool, ToolOutcome } from '../../tool/agent-tool.ts'
import { TOOL_SEARCH_NAME } from '../../tool/deferred-tools.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { prepareCall } from '../../tool/prepare-call.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'

/** Finds tools that the model knows only by name, and tells it how to call them. */
export function createToolSearchTool(): AgentTool {
  return defineTool({
    name: TOOL_SEARCH_NAME,
    description: DESCRIPTION,
    schema: SCHEMA,
    prepare: (input, context) =>
      prepareCall('ToolSearch', {
        input,
        isConcurrencySafe: true,
        work: () => findTools(input.query, input.max_results ?? DEFAULT_RESULTS, context),
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

/** A tool that can be found. */
type SearchableTool = { readonly name: string; readonly description: string }

/** What a search found, best first, and which names it asked for in vain. */
type ToolSearchResult = { readonly names: readonly string[]; readonly unknown: readonly string[] }

/**
 * Finds tools: `select:A,B` by name, anything else by words in name and description.
 * A word with `+` before it must occur.
 */
function searchTools(tools: readonly SearchableTool[], query: string, maxResults: number): ToolSearchResult {
  const selection = /^\s*select:(.*)$/is.exec(query)?.[1]
  if (selection !== undefined) return selectTools(tools, selection)
  const words = query
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(word => /[^\s+]/.test(word))
  const required = words.filter(word => word.startsWith('+')).map(word => word.slice(1))
  const all = words.map(word => word.replace(/^\+/, ''))
  const scored = tools
    .map(tool => ({ name: tool.name, score: score(tool, all, required) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  return { names: scored.slice(0, maxResults).map(({ name }) => name), unknown: [] }
}

function selectTools(tools: readonly SearchableTool[], selection: string): ToolSearchResult {
  const wanted = selection
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
  const byName = new Map(tools.map(({ name }) => [name.toLowerCase(), name]))
  const names = wanted.flatMap(name => byName.get(name.toLowerCase()) ?? [])
  return { names: [...new Set(names)], unknown: wanted.filter(name => !byName.has(name.toLowerCase())) }
}

const WHOLE_NAME = 100
const PART_OF_NAME = 10
const WITHIN_NAME = 5
const IN_DESCRIPTION = 2

function score(tool: SearchableTool, words: readonly string[], required: readonly string[]): number {
  const name = tool.name.toLowerCase()
  const parts = new Set(
    tool.name
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^\p{L}\d]+/u),
  )
  const description = tool.description.toLowerCase()
  const scoreOf = (word: string): number => {
    if (name === word) return WHOLE_NAME
    if (parts.has(word)) return PART_OF_NAME
    if (name.includes(word)) return WITHIN_NAME
    return description.includes(word) ? IN_DESCRIPTION : 0
  }
  if (required.some(word => scoreOf(word) === 0)) return 0
  return words.reduce((sum, word) => sum + scoreOf(word), 0)
}
