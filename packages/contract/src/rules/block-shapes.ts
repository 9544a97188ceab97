import type { ApiRequest } from '../api-request.ts'
import type { ApiTarget } from '../api-target.ts'
import { isObject } from '../json.ts'
import { fieldFinding } from '../request/block-finding.ts'
import { apiPath, blockPath } from '../request/block-path.ts'
import { blocksOfType, type PlacedBlock, viewRequest } from '../request/request-view.ts'
import { unknownTag } from '../request/unknown-tag.ts'
import { type Checks, type Finding, finding } from '../rule.ts'
import { BETA_BLOCKS, BLOCK_SCHEMAS, BLOCKS_BY_ROLE, isAllowedByBeta } from '../tables/block-fields.ts'
import { fieldProblems } from '../tables/field-kinds.ts'
import { lookupTable } from '../tables/lookup-table.ts'

/** What is asked of the shape of messages and blocks, whatever they mean. */
export const blockShapeChecks: Checks = {
  *'ENV-11'(request, target) {
    for (const [type, betas] of BETA_BLOCKS_OF_CONVERSATION) {
      if (isAllowedByBeta(target.betas, betas)) continue
      for (const view of blocksOfType(request, type)) {
        // In a system message it is SYS-05.
        if (view.role !== 'system') yield unknownBlock(view, allowedTags(target))
      }
    }
  },
  *'ENV-13'(request, target) {
    if (target.apiVersion < '2026-10-21') return
    for (const view of blocksOfType(request, 'document')) {
      if (view.role !== 'assistant' || view.parent !== null) continue
      const path = blockPath(view)
      yield finding(path, '`document` blocks are not allowed in `assistant` messages')
    }
  },
  *'ENV-14'(request, target) {
    if (target.apiVersion < '2026-10-21') return
    for (const view of blocksOfType(request, 'text')) {
      const citations = view.role === 'user' ? view.block.citations : undefined
      if (!Array.isArray(citations) || citations.length === 0) continue
      yield fieldFinding(view, 'citations', 'citations are not allowed in `user` messages')
    }
  },
  *'ENV-16'(request, target) {
    const { system, blocks } = viewRequest(request)
    yield* messageShapes(request)
    for (const view of system) {
      if (view.type === 'text') yield* blockFields(view)
      else yield unknownBlock(view, ['text'])
    }
    for (const view of blocks) {
      const allowed = view.parent === null ? CONVERSATION_BLOCKS : NESTED_BLOCKS[view.parent.type]
      const isKnown = allowed === undefined || allowed.includes(view.type) || view.role === 'system'
      if (isKnown) yield* blockFields(view)
      else yield unknownBlock(view, view.parent === null ? allowedTags(target) : allowed)
    }
  },
}

const CONVERSATION_BLOCKS = [...new Set([...BLOCKS_BY_ROLE.user, ...BLOCKS_BY_ROLE.assistant])]
const BETA_BLOCKS_OF_CONVERSATION = Object.entries(BETA_BLOCKS).filter(([type]) =>
  CONVERSATION_BLOCKS.includes(type),
)

function allowedTags(target: ApiTarget): readonly string[] {
  return CONVERSATION_BLOCKS.filter(tag => isAllowedByBeta(target.betas, BETA_BLOCKS[tag]))
}

// What a tool result and a search result may hold is TUP-12 and SEA-01.
const NESTED_BLOCKS = lookupTable<Record<string, readonly string[]>>({
  document: ['text', 'image'],
  mcp_tool_result: ['text'],
  tool_search_tool_result: ['tool_reference'],
})

function* messageShapes(request: ApiRequest): Generator<Finding> {
  const messages: unknown = request.messages
  if (!Array.isArray(messages)) return
  for (const [index, message] of messages.entries()) {
    const path = `messages.${index}`
    if (!isObject(message)) yield finding(path, 'Input should be an object')
    // Without content a system message is a directive, or SYS-04.
    else if (message.role !== 'system' || message.content != null) {
      yield* contentList(message.content, `${path}.content`)
    }
  }
}

function* contentList(content: unknown, path: string): Generator<Finding> {
  if (typeof content === 'string') return
  if (!Array.isArray(content)) {
    const problem = content === undefined ? 'Field required' : 'Input should be a valid array'
    yield finding(path, problem)
    return
  }
  for (const [index, block] of content.entries()) {
    const place = `${path}.${index}`
    if (!isObject(block)) yield finding(place, 'Input should be an object')
  }
}

function unknownBlock(view: PlacedBlock, expected: readonly string[]): Finding {
  return { path: blockPath(view), message: unknownTag(apiPath(view), view.type, expected) }
}

function* blockFields(view: PlacedBlock): Generator<Finding> {
  const schema = BLOCK_SCHEMAS[view.type]
  if (schema === undefined) return
  for (const { field, problem } of fieldProblems(view.block, schema)) {
    if (JUDGED_ELSEWHERE.has(field) || JUDGED_ELSEWHERE.has(`${view.type}.${field}`)) continue
    yield fieldFinding(view, field, problem)
  }
}

const JUDGED_ELSEWHERE: ReadonlySet<string> = new Set([
  'cache_control',
  'tool_use.id',
  'tool_use.name',
  'tool_use.input',
  'tool_result.tool_use_id',
  'tool_result.content',
  'server_tool_use.id',
  'server_tool_use.name',
  'server_tool_use.input',
  'mcp_tool_use.input',
  'thinking.signature',
  'redacted_thinking.data',
])
