import { shown } from '../../request/unknown-tag.ts'
import { type Checks, finding } from '../../rule.ts'
import { canonicalModelName } from '../../tables/models.ts'
import { type Fields, listAt, objectAt } from './request-parts.ts'
import { thinkingType } from './thinking.ts'
import { callersOf, toolEntries } from './tool-entries.ts'

const OLDER_TEXT = ['claude-fable-5', 'claude-mythos-5']

/** TCH-01…05: how the model is told to use its tools. */
export const toolChoiceChecks: Checks = {
  *'TCH-01'(request) {
    if (choiceOf(request).type !== 'any' || listAt(request, 'tools').length > 0) return
    yield { path: 'tool_choice', message: 'tool_choice.any may only be specified while providing tools' }
  },
  *'TCH-02'(request) {
    const { type, name } = choiceOf(request)
    if (type !== 'tool' || typeof name !== 'string') return
    const tools = toolEntries(request)
    // The members of a toolset are not named in the request.
    if (tools.some(({ facts }) => facts?.kind === 'mcp' || facts?.kind === 'toolset')) return
    if (tools.some(({ tool }) => tool.name === name)) return
    yield { path: 'tool_choice.name', message: `Tool '${name}' not found in provided tools` }
  },
  *'TCH-03'(request) {
    if (!isForced(request) || thinkingType(request) !== 'enabled') return
    yield { path: 'tool_choice', message: 'Thinking may not be enabled when tool_choice forces tool use.' }
  },
  *'TCH-04'(request, target) {
    if (!isForced(request) || target.modelFacts.forcedToolChoice !== false) return
    const message = OLDER_TEXT.includes(canonicalModelName(target.model))
      ? 'tool_choice forces tool use is not compatible with this model.'
      : 'tool_choice: type "tool" and "any" are not supported for this model.'
    yield { path: 'tool_choice', message }
  },
  *'TCH-05'(request) {
    const { type, name } = choiceOf(request)
    const forced = type === 'tool' && toolEntries(request).find(({ tool }) => tool.name === name)
    if (!forced || callersOf(forced).includes('direct')) return
    const reason = "because its allowed_callers do not include 'direct'"
    yield finding('tool_choice.name', `tool '${shown(name)}' cannot be forced ${reason}`, 'tool_choice')
  },
}

function choiceOf(request: unknown): Fields {
  return objectAt(request, 'tool_choice')
}

function isForced(request: unknown): boolean {
  const { type } = choiceOf(request)
  return type === 'any' || type === 'tool'
}
