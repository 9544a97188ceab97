import type { ApiRequest } from '../api-request.ts'
import { isObject } from '../json.ts'
import { fieldFinding } from '../request/block-finding.ts'
import { apiFieldPath, apiPath, blockPath } from '../request/block-path.ts'
import { blocksOfType, type PlacedBlock } from '../request/request-view.ts'
import { unknownTag } from '../request/unknown-tag.ts'
import type { Checks, Finding } from '../rule.ts'
import { BLOCK_SCHEMAS, TOOL_RESULT_BLOCKS } from '../tables/block-fields.ts'
import { TOOL_USE_ID_PATTERN } from '../tables/patterns.ts'

/** What is asked of one call or one result by itself. */
export const toolBlockChecks: Checks = {
  *'TUP-07'(request) {
    yield* idsIn(blocksOfType(request, 'tool_use'), 'id')
    yield* idsIn(blocksOfType(request, 'tool_result'), 'tool_use_id')
  },
  *'TUP-08'(request) {
    for (const view of CALLS.flatMap(type => blocksOfType(request, type))) {
      if (isObject(view.block.input)) continue
      const problem = view.block.input === undefined ? 'Field required' : 'Input should be an object'
      yield fieldFinding(view, 'input', problem)
    }
  },
  *'TUP-09'(request) {
    for (const view of blocksOfType(request, 'tool_use')) {
      const problem = nameProblem(view.block.name)
      if (problem === null) continue
      yield fieldFinding(view, 'name', problem)
    }
  },
  *'TUP-10'(request) {
    for (const view of failedResults(request)) {
      const { content } = view.block
      if (content != null && content !== '' && !(Array.isArray(content) && content.length === 0)) continue
      const message = `${apiPath(view)}.tool_result: content cannot be empty if \`is_error\` is true`
      yield { path: blockPath(view), message }
    }
  },
  *'TUP-11'(request) {
    for (const view of failedResults(request)) {
      const { content } = view.block
      if (!Array.isArray(content) || content.every(part => isObject(part) && part.type === 'text')) continue
      const message = `${apiPath(view)}.tool_result: all content must be type \`text\` if \`is_error\` is true`
      yield { path: blockPath(view), message }
    }
  },
  *'TUP-12'(request) {
    for (const view of blocksOfType(request, 'tool_result')) {
      const { content } = view.block
      if (content == null || typeof content === 'string') continue
      if (Array.isArray(content)) yield* resultParts(view, content)
      else {
        yield fieldFinding(view, 'content', 'Input should be a valid string or array')
      }
    }
  },
  *'TUP-16'(request) {
    const sources = new Set(blocksOfType(request, 'server_tool_use').map(view => view.block.id))
    for (const view of CALLED.flatMap(type => blocksOfType(request, type))) {
      const { caller } = view.block
      if (!isObject(caller) || caller.type === 'direct') continue
      const isKnown = typeof caller.type === 'string' && /^code_execution_\d{8}$/.test(caller.type)
      if (isKnown && sources.has(caller.tool_id)) continue
      const name = isKnown ? caller.tool_id : caller.type
      const found = `source tool ${typeof name === 'string' ? name : '?'} not found`
      yield fieldFinding(view, 'caller', found)
    }
  },
}

function* idsIn(views: readonly PlacedBlock[], field: string): Generator<Finding> {
  for (const view of views) {
    const problem = idProblem(view.block[field])
    if (problem === null) continue
    yield fieldFinding(view, field, problem)
  }
}

function idProblem(id: unknown): string | null {
  if (id === undefined) return 'Field required'
  if (typeof id !== 'string') return 'Input should be a valid string'
  return TOOL_USE_ID_PATTERN.test(id) ? null : `String should match pattern '${TOOL_USE_ID_PATTERN.source}'`
}

const CALLS = ['tool_use', 'server_tool_use', 'mcp_tool_use']

const MAXIMUM_NAME = 200

function nameProblem(name: unknown): string | null {
  if (name === undefined) return 'Field required'
  if (typeof name !== 'string') return 'Input should be a valid string'
  if (name === '') return 'String should have at least 1 character'
  const isLong = name.length > MAXIMUM_NAME && [...name].length > MAXIMUM_NAME
  return isLong ? `String should have at most ${MAXIMUM_NAME} characters` : null
}

function failedResults(request: ApiRequest): readonly PlacedBlock[] {
  return blocksOfType(request, 'tool_result').filter(view => view.block.is_error === true)
}

function* resultParts(view: PlacedBlock, content: readonly unknown[]): Generator<Finding> {
  let searches = 0
  for (const [index, part] of content.entries()) {
    const type = isObject(part) && typeof part.type === 'string' ? part.type : ''
    if (type === 'search_result') searches += 1
    if (TOOL_RESULT_BLOCKS.includes(type)) continue
    const message = unknownTag(`${apiFieldPath(view, 'content')}.${index}`, type, TOOL_RESULT_BLOCKS)
    yield { path: `${blockPath(view)}.content.${index}`, message }
  }
  if (searches === 0 || searches === content.length) return
  yield fieldFinding(view, 'content', '`search_result` blocks cannot be mixed with other content')
}

const CALLED = Object.keys(BLOCK_SCHEMAS).filter(type => BLOCK_SCHEMAS[type]?.caller !== undefined)
