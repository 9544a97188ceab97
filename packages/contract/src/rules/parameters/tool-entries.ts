import { isObject } from '../../json.ts'
import { perRequest } from '../../request/per-request.ts'
import { shown } from '../../request/unknown-tag.ts'
import { type Finding, finding } from '../../rule.ts'
import { type Fields, listAt } from './request-parts.ts'
import { TOOL_TYPES, type ToolType } from './tool-types.ts'

/** One entry of `tools`: where it stands, how the API's texts call that place, and what is known of its type. */
export type ToolEntry = {
  readonly path: string
  readonly label: string
  readonly tool: Fields
  readonly type: string
  /** Absent where the type is unknown. */
  readonly facts?: ToolType
}

/** The entries of `tools` that are objects, computed once for each request object. */
export const toolEntries: (request: unknown) => readonly ToolEntry[] = perRequest(computeEntries)

function computeEntries(request: unknown): readonly ToolEntry[] {
  const entries: ToolEntry[] = []
  for (const [index, tool] of listAt(request, 'tools').entries()) {
    if (!isObject(tool)) continue
    const type = toolTypeName(tool)
    const facts = TOOL_TYPES.get(type)
    const path = `tools.${index}`
    entries.push({ path, label: `${path}.${type}`, tool, type, ...(facts && { facts }) })
  }
  return entries
}

/** A finding about a field of a tool, or about what is inside it. */
export function toolFinding({ path, label }: ToolEntry, field: string, text: string): Finding {
  return finding(`${path}.${field}`, text, `${label}.${field}`)
}

/** The entries that carry a schema of their own. */
export function customTools(request: unknown): readonly ToolEntry[] {
  return toolEntries(request).filter(({ type }) => type === 'custom')
}

/** Who may call the tool: what it says itself, or the default of its type. */
export function callersOf({ tool, facts }: ToolEntry): readonly unknown[] {
  if (Array.isArray(tool.allowed_callers)) return tool.allowed_callers
  return facts?.dynamic ? ['code_execution_20260120'] : ['direct']
}

/** Whether the request brings a container: code execution itself, or a web tool that runs inside it. */
export function hasCodeExecution(request: unknown): boolean {
  return toolEntries(request).some(({ facts }) => facts?.name === 'code_execution' || facts?.dynamic === true)
}

/** A tool without a type, or with null, is a custom one. */
export function toolTypeName(tool: Fields): string {
  return tool.type == null ? 'custom' : shown(tool.type)
}
