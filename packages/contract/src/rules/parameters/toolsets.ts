import type { Checks, Finding } from '../../rule.ts'
import { TOOLSET_REFUSALS } from './body-fields.ts'
import { blockPath, placedBlocks } from './placed-blocks.ts'
import { bodyOf, type Fields, isOneOf, isSent, listAt } from './request-parts.ts'
import { toolEntries } from './tool-entries.ts'

const RESULT_TYPES = ['text', 'image', 'browser_state']
const FIXED_NAMES =
  "the member names are fixed by the dated type, and the served tool keeps the family's bare name"

/** TDF-11: a toolset is declared bare, and its results say which toolset they belong to. */
export const toolsetChecks: Checks = {
  *'TDF-11'(request) {
    for (const { path, label, tool, facts } of toolEntries(request)) {
      if (facts?.kind !== 'toolset') continue
      for (const field of TOOLSET_REFUSALS) {
        if (!isSent(tool, field)) continue
        const refusal = `${label}: ${field} is not accepted on a toolset entry`
        yield {
          path: `${path}.${field}`,
          message: field === 'name' ? `${refusal}: ${FIXED_NAMES}` : refusal,
        }
      }
    }
    yield* wrongResults(request)
  },
}

function* wrongResults(request: unknown): Generator<Finding> {
  const toolsets = new Map<unknown, string>()
  for (const placed of placedBlocks(request)) {
    const { block, inner } = placed
    if (inner !== undefined) continue
    if (block.type === 'tool_use' && typeof block.toolset_name === 'string') {
      toolsets.set(block.id, block.toolset_name)
    }
    const toolset = block.type === 'tool_result' ? toolsets.get(block.tool_use_id) : undefined
    if (toolset === undefined) continue
    const path = `${blockPath(placed)}.tool_result`
    const text = resultFault(block, toolset)
    if (text) yield { path, message: `${path}: ${text}` }
  }
}

function resultFault(result: Fields, toolset: string): string | undefined {
  if (result.toolset_name !== toolset) return `toolset_name should be '${toolset}', as in its tool_use`
  const types = listAt(result, 'content').map(block => bodyOf(block).type)
  if (types.some(type => !isOneOf(type, RESULT_TYPES))) {
    return 'the result of a toolset member may hold text, images and one browser_state'
  }
  const states = types.filter(type => type === 'browser_state').length
  if (states > 1) return 'at most one browser_state is allowed'
  return states > 0 && result.is_error === true ? 'an error result has no browser_state' : undefined
}
