import { lookupTable } from '@antiphon/contract'

/** What the model's view needs to know of a tool. */
export type Tool = {
  readonly name: string
  /** Earlier names under which old logs call it. */
  readonly aliases?: readonly string[]
  /** Fields of a stored input that are ours and not the model's. */
  readonly internalInputFields?: readonly string[]
}

export type Tools = readonly Tool[]

/** True where `name` means this tool, by its name or an earlier one. */
export function toolMatchesName(tool: Tool, name: string): boolean {
  return tool.name === name || (tool.aliases?.includes(name) ?? false)
}

/** The input without what was stored beside it for our own use. */
export function normalizeToolInputForAPI(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const internal = tool.internalInputFields ?? INTERNAL_INPUT_FIELDS[tool.name]
  if (!internal?.some(field => Object.hasOwn(input, field))) return input
  return Object.fromEntries(Object.entries(input).filter(([field]) => !internal.includes(field)))
}

/** The plan lives in a file; a copy is stored with the call so that a person can read it there. */
const INTERNAL_INPUT_FIELDS: Readonly<Record<string, readonly string[]>> = lookupTable({
  ExitPlanModeV2: ['plan', 'planFilePath'],
})
