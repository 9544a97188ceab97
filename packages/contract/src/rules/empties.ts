import { fieldFinding } from '../request/block-finding.ts'
import { apiFieldPath, blockPath } from '../request/block-path.ts'
import { blocksOfType, type PlacedBlock, viewRequest } from '../request/request-view.ts'
import { type Checks, type Finding, finding } from '../rule.ts'
import { isBlank } from '../tables/patterns.ts'

/** Texts, messages and names that say nothing. */
export const emptyChecks: Checks = {
  *'EMP-01'(request) {
    for (const view of blocksOfType(request, 'text')) {
      if (view.block.text === '') yield { path: blockPath(view), message: `messages: ${EMPTY}` }
    }
  },
  *'EMP-02'(request) {
    for (const view of blocksOfType(request, 'text')) {
      if (isBlankText(view)) yield { path: blockPath(view), message: `messages: ${BLANK}` }
    }
  },
  *'EMP-03'(request) {
    if (request.system === '') yield finding('system', EMPTY)
    for (const view of viewRequest(request).system) {
      const path = blockPath(view)
      if (view.block.text === '') yield { path, message: `system: ${EMPTY}` }
      else if (isBlankText(view)) yield { path, message: `system: ${BLANK}` }
    }
  },
  *'EMP-04'(request, target) {
    const { messages } = viewRequest(request)
    for (const { index, role, content } of messages) {
      const path = `messages.${index}`
      const isEmptyList = Array.isArray(content) && content.length === 0
      if (role === 'user' && content === '') {
        yield finding(path, 'user messages must have non-empty content')
      } else if (role !== 'system' && (content === '' || isEmptyList)) {
        // A probe got 200 for these, so that only the strict reading refuses them.
        const isFinalAssistant = role === 'assistant' && index === messages.length - 1
        if (!target.strict || isFinalAssistant) continue
        const rule =
          'all messages must have non-empty content except for the optional final assistant message'
        yield finding(path, rule)
      }
    }
  },
  *'EMP-07'(request) {
    for (const view of blocksOfType(request, 'document')) {
      yield* stringLength(view, 'title', MAXIMUM_TITLE)
      yield* stringLength(view, 'context', Number.POSITIVE_INFINITY)
    }
    for (const view of blocksOfType(request, 'search_result')) {
      if (!Array.isArray(view.block.content) || view.block.content.length > 0) continue
      const problem = 'List should have at least 1 item after validation, not 0'
      yield fieldFinding(view, 'content', problem)
    }
  },
}

const EMPTY = 'text content blocks must be non-empty'
const BLANK = 'text content blocks must contain non-whitespace text'

function isBlankText({ type, block }: PlacedBlock): boolean {
  return type === 'text' && typeof block.text === 'string' && block.text !== '' && isBlank(block.text)
}

const MAXIMUM_TITLE = 500

function* stringLength(view: PlacedBlock, field: string, maximum: number): Generator<Finding> {
  const value = view.block[field]
  if (typeof value !== 'string') return
  const path = `${blockPath(view)}.${field}`
  const apiField = apiFieldPath(view, field)
  if (value === '') yield { path, message: `${apiField}: String should have at least 1 character` }
  else if (value.length > maximum && [...value].length > maximum) {
    yield { path, message: `${apiField}: String should have at most ${maximum} characters` }
  }
}
