import type { ApiRequest } from '../api-request.ts'
import type { ApiTarget } from '../api-target.ts'
import { apiFieldPath, blockPath } from '../request/block-path.ts'
import { type BlockView, blocksOfType, viewRequest } from '../request/request-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { isBlank } from '../tables/patterns.ts'

/** Texts, messages and names that say nothing. */
export const emptyRules: readonly Rule[] = [
  {
    id: 'EMP-01',
    title: 'A text block has at least one character.',
    level: 'well-formed',
    confidence: 'A',
    check: emptyTexts,
  },
  {
    id: 'EMP-02',
    title: 'A text block has a character that is not whitespace.',
    level: 'well-formed',
    confidence: 'A',
    check: blankTexts,
  },
  {
    id: 'EMP-03',
    title: 'The system prompt has no empty or blank text.',
    level: 'well-formed',
    confidence: 'A',
    check: systemTexts,
  },
  {
    id: 'EMP-04',
    title: 'Every message but a final assistant message has content.',
    level: 'well-formed',
    confidence: 'D',
    check: emptyMessages,
  },
  {
    id: 'EMP-07',
    title: 'Titles and contexts have their length, search results their texts.',
    level: 'well-formed',
    confidence: 'B',
    check: lengths,
  },
]

function* emptyTexts(request: ApiRequest): Generator<Finding> {
  for (const view of blocksOfType(request, 'text')) {
    if (view.block.text === '') yield { path: blockPath(view), message: `messages: ${EMPTY}` }
  }
}

function* blankTexts(request: ApiRequest): Generator<Finding> {
  for (const view of blocksOfType(request, 'text')) {
    if (isBlankText(view)) yield { path: blockPath(view), message: `messages: ${BLANK}` }
  }
}

function* systemTexts(request: ApiRequest): Generator<Finding> {
  if (request.system === '') yield { path: 'system', message: `system: ${EMPTY}` }
  for (const view of viewRequest(request).system) {
    const path = blockPath(view)
    if (view.block.text === '') yield { path, message: `system: ${EMPTY}` }
    else if (isBlankText(view)) yield { path, message: `system: ${BLANK}` }
  }
}

const EMPTY = 'text content blocks must be non-empty'
const BLANK = 'text content blocks must contain non-whitespace text'

function isBlankText({ type, block }: BlockView): boolean {
  return type === 'text' && typeof block.text === 'string' && block.text !== '' && isBlank(block.text)
}

function* emptyMessages(request: ApiRequest, target: ApiTarget): Generator<Finding> {
  const { messages } = viewRequest(request)
  for (const { index, role, content } of messages) {
    const path = `messages.${index}`
    const isEmptyList = Array.isArray(content) && content.length === 0
    if (role === 'user' && content === '') {
      yield { path, message: `${path}: user messages must have non-empty content` }
    } else if (role !== 'system' && (content === '' || isEmptyList)) {
      // A probe got 200 for these, so that only the strict reading refuses them.
      const isFinalAssistant = role === 'assistant' && index === messages.length - 1
      if (!target.strict || isFinalAssistant) continue
      const rule = 'all messages must have non-empty content except for the optional final assistant message'
      yield { path, message: `${path}: ${rule}` }
    }
  }
}

function* lengths(request: ApiRequest): Generator<Finding> {
  for (const view of blocksOfType(request, 'document')) {
    yield* stringLength(view, 'title', MAXIMUM_TITLE)
    yield* stringLength(view, 'context', Number.POSITIVE_INFINITY)
  }
  for (const view of blocksOfType(request, 'search_result')) {
    if (!Array.isArray(view.block.content) || view.block.content.length > 0) continue
    const problem = 'List should have at least 1 item after validation, not 0'
    yield { path: `${blockPath(view)}.content`, message: `${apiFieldPath(view, 'content')}: ${problem}` }
  }
}

const MAXIMUM_TITLE = 500

function* stringLength(view: BlockView, field: string, maximum: number): Generator<Finding> {
  const value = view.block[field]
  if (typeof value !== 'string') return
  const path = `${blockPath(view)}.${field}`
  const apiField = apiFieldPath(view, field)
  if (value === '') yield { path, message: `${apiField}: String should have at least 1 character` }
  else if (value.length > maximum && [...value].length > maximum) {
    yield { path, message: `${apiField}: String should have at most ${maximum} characters` }
  }
}
