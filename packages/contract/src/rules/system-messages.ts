import type { ApiRequest } from '../api-request.ts'
import type { ApiTarget } from '../api-target.ts'
import { isObject } from '../json.ts'
import { blockPath } from '../request/block-path.ts'
import { type PlacedMessage, viewRequest } from '../request/request-view.ts'
import { systemFirstMessage, systemFollowedMessage, systemPlaceMessage } from '../request/system-place.ts'
import { takesSystemMessages } from '../request/takes-system-messages.ts'
import { type Checks, finding } from '../rule.ts'
import { BETA_BLOCKS, BETA_MESSAGE_FIELDS, BLOCKS_BY_ROLE, isAllowedByBeta } from '../tables/block-fields.ts'
import { SERVER_TOOL_RESULT_OF } from '../tables/patterns.ts'

/** `role: "system"` inside `messages`. Neighbours count as one group (SYS-08); see TUP-15 too. */
export const systemMessageChecks: Checks = {
  *'SYS-01'(request, target) {
    for (const { first, before } of groups(request, target)) {
      if (before === undefined || before.role === 'user') continue
      const last = before.blocks.at(-1)
      if (before.role === 'assistant' && last !== undefined && SERVER_RESULTS.includes(last.type)) continue
      yield { path: `messages.${first.index}`, message: systemPlaceMessage(first.index) }
    }
  },
  *'SYS-02'(request, target) {
    for (const { last, after } of groups(request, target)) {
      if (after === undefined || after.role === 'assistant') continue
      yield { path: `messages.${last.index}`, message: systemFollowedMessage(last.index) }
    }
  },
  *'SYS-03'(request, target) {
    for (const { first, before } of groups(request, target)) {
      if (before === undefined)
        yield { path: `messages.${first.index}`, message: systemFirstMessage(first.index) }
    }
  },
  *'SYS-04'(request, target) {
    for (const view of systemMessages(request, target)) {
      if (!isEmpty(view) || isDirective(view)) continue
      const path = `messages.${view.index}`
      yield finding(path, 'system content must contain at least one block')
    }
  },
  *'SYS-05'(request, target) {
    for (const { index, blocks } of systemMessages(request, target)) {
      for (const view of blocks) {
        if (BLOCKS_BY_ROLE.system.includes(view.type)) continue
        const rule = "role 'system' supports text, tool_addition, and tool_removal blocks only"
        yield { path: blockPath(view), message: `messages.${index}: ${rule}` }
      }
    }
  },
  *'SYS-06'(request, target) {
    if (takesSystemMessages(target)) return
    for (const { index, role } of viewRequest(request).messages) {
      if (role !== 'system') continue
      yield { path: `messages.${index}`, message: "role 'system' is not supported on this model" }
    }
  },
  *'SYS-07'(request, target) {
    for (const { index, message, blocks } of systemMessages(request, target)) {
      for (const [field, needed] of Object.entries(BETA_MESSAGE_FIELDS)) {
        if (message[field] === undefined || isAllowedByBeta(target.betas, needed)) continue
        const path = `messages.${index}.${field}`
        yield finding(path, 'Extra inputs are not permitted')
      }
      for (const view of blocks) {
        if (!BLOCKS_BY_ROLE.system.includes(view.type)) continue
        if (isAllowedByBeta(target.betas, BETA_BLOCKS[view.type])) continue
        const path = blockPath(view)
        yield { path, message: `${path}.${view.type}: Extra inputs are not permitted` }
      }
    }
  },
}

const SERVER_RESULTS = Object.values(SERVER_TOOL_RESULT_OF)

type Group = {
  readonly first: PlacedMessage
  readonly last: PlacedMessage
  readonly before: PlacedMessage | undefined
  readonly after: PlacedMessage | undefined
}

// A directive may stand anywhere, so that neighbours are sought as if it were not there.
function* groups(request: ApiRequest, target: ApiTarget): Generator<Group> {
  if (!takesSystemMessages(target)) return
  const placed = viewRequest(request).messages.filter(message => !isDirective(message))
  for (let start = 0; start < placed.length; start++) {
    const first = placed[start]
    if (first?.role !== 'system') continue
    let end = start
    while (placed[end + 1]?.role === 'system') end += 1
    yield { first, last: placed[end] ?? first, before: placed[start - 1], after: placed[end + 1] }
    start = end
  }
}

function isDirective(view: PlacedMessage): boolean {
  return view.role === 'system' && isEmpty(view) && isObject(view.message.output_config)
}

function isEmpty({ content }: PlacedMessage): boolean {
  return content == null || content === '' || (Array.isArray(content) && content.length === 0)
}

// Where the role does not exist, its place and content are not judged: SYS-06 says all.
function systemMessages(request: ApiRequest, target: ApiTarget): readonly PlacedMessage[] {
  return takesSystemMessages(target)
    ? viewRequest(request).messages.filter(message => message.role === 'system')
    : []
}
