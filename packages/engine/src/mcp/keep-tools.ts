import { isObject } from '@antiphon/contract'
import { orElse } from '../files/or-else.ts'
import { boundServerText, toServerLine } from './clean-server-text.ts'
import type { McpProblem } from './mcp-config.ts'
import { MCP_LIMITS } from './mcp-limits.ts'
import type { ListedTool } from './mcp-server-status.ts'
import type { McpListing } from './open-mcp-session.ts'

type KeepToolsOptions = {
  readonly name: string
  readonly onProblem: (problem: McpProblem) => void
  /** The tools that the server had before. */
  readonly known?: readonly ListedTool[]
}

/** The tools that can be called, with their words bounded; what is left out or has become another one is told. */
export function keepTools(listing: McpListing, options: KeepToolsOptions): readonly ListedTool[] {
  const { name: server, onProblem, known = [] } = options
  const tell = (what: string, whatToDo: string): void => onProblem({ server, what, whatToDo })
  if (listing.cutBecause !== null) tell(listing.cutBecause, 'the rest is left out; the server is at fault')
  const named = listing.items.filter(isListedTool)
  const nameless = listing.items.length - named.length
  if (nameless > 0) tell(`${nameless} of its tools have no name that can be used`, 'mend the server')
  const distinct = new Map<string, ListedTool>()
  const twins = named.filter(tool => {
    if (distinct.has(tool.name)) return true
    distinct.set(tool.name, toBoundedTool(tool))
    return false
  })
  if (twins[0]) tell(`it lists ${show(twins[0])} more than once`, 'the first counts; mend the server')
  const kept = withinBudget([...distinct.values()], tell)
  for (const change of findChanges(known, kept)) tell(change, AFTER_CHANGE)
  return kept
}

const AFTER_CHANGE = 'look at it before it runs again; a rule that allows it by name still does'

function isListedTool(value: unknown): value is ListedTool {
  return (
    isObject(value) &&
    typeof value.name === 'string' &&
    value.name !== '' &&
    value.name.length <= MCP_LIMITS.toolName
  )
}

/** Only what is used of a tool: the rest may be of any size. */
function toBoundedTool({ name, title, description, inputSchema, annotations }: ListedTool): ListedTool {
  const hints = isObject(annotations) ? annotations : {}
  const line = (value: unknown): string => toServerLine(`${value}`)
  return {
    name,
    ...(typeof title === 'string' && { title: line(title) }),
    ...(typeof description === 'string' && {
      description: boundServerText(description),
    }),
    ...(inputSchema !== undefined && { inputSchema }),
    annotations: {
      ...(typeof hints.title === 'string' && { title: line(hints.title) }),
      ...Object.fromEntries(
        HINTS.flatMap(hint => (typeof hints[hint] === 'boolean' ? [[hint, hints[hint]]] : [])),
      ),
    },
  }
}

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']

/** So many tools as a model can be told of and still have room for the work. */
function withinBudget(
  tools: readonly ListedTool[],
  tell: (what: string, whatToDo: string) => void,
): readonly ListedTool[] {
  let left: number = MCP_LIMITS.definitions
  const fitting = tools.slice(0, MCP_LIMITS.tools).filter(tool => {
    left -= sizeOf(tool)
    return left >= 0
  })
  const isMany = tools.length > MCP_LIMITS.tools
  const why = isMany ? `it has more than ${MCP_LIMITS.tools} tools` : 'its tools have very long definitions'
  const missing = tools.length - fitting.length
  if (missing > 0) tell(why, `${missing} of its ${tools.length} tools are left out; the server is at fault`)
  return fitting
}

/** What a definition takes; a schema that is too large will be replaced by a note. */
function sizeOf({ name, description, inputSchema }: ListedTool): number {
  const words = name.length + (typeof description === 'string' ? description.length : 0)
  const schema = measureJson(inputSchema)
  return words + (schema > MCP_LIMITS.schema ? NOTE_SIZE : schema)
}

const NOTE_SIZE = 200

/** The length of a value as JSON; infinite for what is nested too deeply to be written. */
export function measureJson(value: unknown): number {
  return orElse(() => JSON.stringify(value)?.length ?? 0, Number.POSITIVE_INFINITY)
}

/** People agreed to a tool for what it said of itself: one that says something else now is named. */
function findChanges(known: readonly ListedTool[], now: readonly ListedTool[]): readonly string[] {
  const before = new Map(known.map(tool => [tool.name, tool]))
  return now.flatMap(tool => {
    const old = before.get(tool.name)
    const changed = old ? PARTS.filter(part => toText(old[part]) !== toText(tool[part])) : []
    return changed.length === 0 ? [] : [`its tool ${show(tool)} is another one now (${changed.join(', ')})`]
  })
}

const PARTS = ['title', 'description', 'inputSchema', 'annotations']

function toText(value: unknown): string {
  return orElse(() => JSON.stringify(value) ?? '', 'too deep')
}

function show({ name }: ListedTool): string {
  return toServerLine(name, 100)
}
