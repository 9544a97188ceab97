import type { ApiRequest } from '../api-request.ts'
import { isObject } from '../json.ts'
import { blockFinding, fieldFinding } from '../request/block-finding.ts'
import { apiFieldPath, blockPath } from '../request/block-path.ts'
import { orphanMessage } from '../request/orphan-message.ts'
import { blocksOfType, type PlacedBlock } from '../request/request-view.ts'
import { isProgrammaticCall, type OpenServerCall, serverCalls } from '../request/server-calls.ts'
import { toolTurns } from '../request/tool-turns.ts'
import { type Checks, finding } from '../rule.ts'
import { isAllowedByBeta } from '../tables/block-fields.ts'
import { SERVER_TOOL_NAMES, SERVER_TOOL_USE_ID_PATTERN } from '../tables/patterns.ts'
import { PLATFORMS } from '../tables/platforms.ts'

/** Calls that the API carries out itself. PLT-01 is ours: what a platform does not offer (api-rules §3). */
export const serverToolChecks: Checks = {
  *'SRV-01'(request) {
    for (const view of blocksOfType(request, 'server_tool_use')) {
      const { id } = view.block
      if (typeof id === 'string' && SERVER_TOOL_USE_ID_PATTERN.test(id)) continue
      const pattern = `String should match pattern '${SERVER_TOOL_USE_ID_PATTERN.source}'`
      const problem = id === undefined ? 'Field required' : pattern
      yield fieldFinding(view, 'id', problem)
    }
  },
  *'SRV-02'(request, target) {
    const hasAdvisor = isAllowedByBeta(target.betas, ['advisor-tool-2026-03-01'])
    const allowed = SERVER_TOOL_NAMES.filter(name => name !== 'advisor' || hasAdvisor)
    for (const view of blocksOfType(request, 'server_tool_use')) {
      const { name } = view.block
      if (typeof name === 'string' && allowed.includes(name)) continue
      const problem = `Input should be ${allowed.map(known => `'${known}'`).join(', ')}`
      yield fieldFinding(view, 'name', problem)
    }
  },
  *'SRV-03'(request) {
    for (const call of serverCalls(request).unanswered) {
      if (call.cutOffBy === null) yield { path: blockPath(call.view), message: missingMessage(call, request) }
    }
  },
  *'SRV-04'(request) {
    for (const view of serverCalls(request).orphans) {
      const id = typeof view.block.tool_use_id === 'string' ? view.block.tool_use_id : ''
      const found = `unexpected \`tool_use_id\` found in \`${view.type}\` blocks: ${id}`
      const call = view.type === 'mcp_tool_result' ? 'mcp_tool_use' : 'server_tool_use'
      const rule = `Each \`${view.type}\` block must have a corresponding \`${call}\` block before it.`
      yield blockFinding(view, `${found}. ${rule}`)
    }
  },
  *'SRV-05'(request) {
    for (const view of blocksOfType(request, 'web_search_tool_result')) {
      if (!Array.isArray(view.block.content)) continue
      for (const [index, item] of view.block.content.entries()) {
        const value = isObject(item) ? item.encrypted_content : undefined
        if (typeof value === 'string' && value !== '') continue
        const path = `${blockPath(view)}.content.${index}`
        const field = `${apiFieldPath(view, 'content')}.${index}.encrypted_content`
        const isEmpty = typeof value === 'string'
        const message = isEmpty
          ? 'Invalid `encrypted_content` in `search_result` block'
          : `${field}: Field required`
        yield { path, message }
      }
    }
  },
  *'SRV-06'(request) {
    for (const turn of toolTurns(request)) {
      const calls = new Set(turn.calls.map(view => view.block.id))
      for (const view of turn.results) {
        const id = view.block.tool_use_id
        if (typeof id !== 'string' || !id.startsWith('srvtoolu_') || calls.has(id)) continue
        yield { path: blockPath(view), message: orphanMessage(view, id) }
      }
    }
  },
  *'SRV-07'(request) {
    for (const call of serverCalls(request).unanswered) {
      if (call.cutOffBy !== null)
        yield { path: blockPath(call.cutOffBy), message: missingMessage(call, request) }
    }
  },
  *'SRV-12'(request) {
    for (const turn of toolTurns(request)) {
      const calls = turn.calls.filter(isProgrammaticCall)
      if (calls.length === 0) continue
      const answered = new Set(calls.map(view => view.block.id))
      for (const view of turn.reply) {
        const isResult = view.type === 'tool_result'
        if (isResult && (!answered.has(view.block.tool_use_id) || hasOnlyText(view))) continue
        const rule = isResult ? 'have text content only' : 'be the only content of their reply'
        const path = blockPath(view)
        yield finding(path, `results of calls made by code execution must ${rule}`)
      }
    }
  },
  *'PLT-01'(request, target) {
    const { serverTools } = PLATFORMS[target.platform]
    if (serverTools === 'all') return
    const calls = ['server_tool_use', 'mcp_tool_use'].flatMap(type => blocksOfType(request, type))
    for (const view of calls) {
      const name = typeof view.block.name === 'string' ? view.block.name : ''
      if (view.type === 'server_tool_use' && serverTools !== 'none' && serverTools.includes(name)) continue
      const path = blockPath(view)
      yield finding(path, `\`${view.type}\` \`${name}\` is not supported on this platform`)
    }
  },
}

function missingMessage({ view, name, resultType }: OpenServerCall, request: ApiRequest): string {
  const id = typeof view.block.id === 'string' ? view.block.id : ''
  const found = `\`${name}\` tool use with id \`${id}\` was found without a corresponding \`${resultType}\` block`
  const tool = name.endsWith('code_execution') ? 'code_execution' : name
  const tools: unknown = request.tools
  const isProvided = Array.isArray(tools) && tools.some(entry => isObject(entry) && entry.name === tool)
  return `messages.${view.message}: ${found}${isProvided ? '' : ` but no \`${name}\` tool was provided`}`
}

function hasOnlyText({ block }: PlacedBlock): boolean {
  return !Array.isArray(block.content) || block.content.every(part => isObject(part) && part.type === 'text')
}
