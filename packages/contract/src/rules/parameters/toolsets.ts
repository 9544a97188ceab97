import type { ApiRequest } from '../../api-request.ts'
import { apiPath } from '../../request/block-path.ts'
import { placedBlocks, viewRequest } from '../../request/request-view.ts'
import { type Checks, type Finding, finding } from '../../rule.ts'
import { TOOLSET_REFUSALS } from './body-fields.ts'
import { bodyOf, type Fields, isOneOf, isSent, listAt } from './request-parts.ts'
import { toolEntries } from './tool-entries.ts'

const RESULT_TYPES = ['text', 'image', 'browser_state']
const FIXED_NAMES =
  ": the member names are fixed by the dated type, and the served tool keeps the family's bare name"

/** TDF-11 and TDF-12: a toolset is declared bare, its results name it, and what a browser reports is consistent. */
export const toolsetChecks: Checks = {
  *'TDF-11'(request) {
    for (const { path, label, tool, facts } of toolEntries(request)) {
      if (facts?.kind !== 'toolset') continue
      for (const field of TOOLSET_REFUSALS) {
        if (!isSent(tool, field)) continue
        const text = `${field} is not accepted on a toolset entry${field === 'name' ? FIXED_NAMES : ''}`
        yield finding(`${path}.${field}`, text, label)
      }
    }
    yield* wrongResults(request)
  },
  *'TDF-12'(request) {
    for (const view of placedBlocks(request)) {
      if (view.type !== 'browser_state') continue
      const path = `${apiPath(view)}.browser_state`
      for (const text of stateFaults(view.block)) yield { path, message: `${path}${text}` }
    }
  },
}

function* wrongResults(request: ApiRequest): Generator<Finding> {
  const toolsets = new Map<unknown, string>()
  for (const view of viewRequest(request).messages.flatMap(({ blocks }) => blocks)) {
    const { block } = view
    if (block.type === 'tool_use' && typeof block.toolset_name === 'string') {
      toolsets.set(block.id, block.toolset_name)
    }
    const toolset = block.type === 'tool_result' ? toolsets.get(block.tool_use_id) : undefined
    if (toolset === undefined) continue
    const text = resultFault(block, toolset)
    if (text) yield finding(`${apiPath(view)}.tool_result`, text)
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

const TABS = 100
const CHANGES = 200
const TEXT_LENGTH = 4096

function* stateFaults(state: Fields): Generator<string> {
  const tabs = listAt(state, 'tabs').map(bodyOf)
  const changes = listAt(state, 'state_changes').map(bodyOf)
  if (tabs.length > TABS) yield `.tabs: List should have at most ${TABS} items`
  if (new Set(tabs.map(tab => tab.tab_id)).size < tabs.length) yield '.tabs: tab_id must be unique'
  if (tabs.length > 0 && tabs.filter(tab => tab.active === true).length !== 1) {
    yield '.tabs: exactly one tab must be active'
  }
  if (Array.isArray(state.state_changes) && changes.length === 0) {
    yield '.state_changes: List should have at least 1 item'
  }
  if (changes.length > CHANGES) yield `.state_changes: List should have at most ${CHANGES} items`
  const opened = changes.filter(change => change.type === 'tab_opened' && isSent(change, 'tab_id'))
  const known = new Set(tabs.map(tab => tab.tab_id))
  if (opened.some(change => !known.has(change.tab_id)))
    yield '.state_changes: an opened tab must be among tabs'
  const texts = [...tabs, ...changes].flatMap(Object.values).filter(value => typeof value === 'string')
  if (texts.some(text => [...text].length > TEXT_LENGTH)) {
    yield `: strings should have at most ${TEXT_LENGTH} characters`
  }
  if (texts.some(hasControlCharacter)) yield ': strings must not contain control characters'
}

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x20 || code === 0x7f) return true
  }
  return false
}
