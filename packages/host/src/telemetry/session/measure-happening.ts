import { isObject } from '@antiphon/contract'
import { readArray, readString } from '@antiphon/core/message'
import { countChangedLines, type PatchHunk } from '@antiphon/core/patch'
import { computeCost } from '@antiphon/core/usage'
import type { Attributes } from '../otlp/attributes.ts'
import type { Meters } from '../otlp/meters.ts'
import { findLanguage } from './find-language.ts'
import type { CallDecided, HappenedCall, HappenedRequest, Happening } from './happening.ts'
import { type AgentMetricName, GEN_AI } from './telemetry-names.ts'
import { findErrorType } from './to-span.ts'

export type MeasureOptions = {
  readonly meters: Meters<AgentMetricName>
  /** Whether Claude Code's own measurements are told, too, with what stands with each of them. */
  readonly claudeCode: Attributes | null
}

/** Counts what happened. */
export function measureHappening(happening: Happening, { meters, claudeCode }: MeasureOptions): void {
  switch (happening.kind) {
    case 'turn': {
      const seconds = (happening.endMs - happening.startMs) / 1000
      meters.note('gen_ai.invoke_agent.duration', seconds, {
        [GEN_AI.agentName]: happening.agentName,
        [GEN_AI.errorType]: happening.error,
      })
      if (claudeCode && happening.agentId === undefined)
        meters.note('claude_code.active_time.total', seconds, { ...claudeCode, type: 'cli' })
      return
    }
    case 'request':
      measureRequest(happening, meters)
      if (claudeCode) countRequest(happening, meters, claudeCode)
      return
    case 'call':
      meters.note('gen_ai.execute_tool.duration', (happening.endMs - happening.startMs) / 1000, {
        [GEN_AI.toolName]: happening.toolName,
        [GEN_AI.agentName]: happening.agentName,
        [GEN_AI.errorType]: happening.isError ? findErrorType(happening) : undefined,
      })
      if (claudeCode && !happening.isError) countCall(happening, meters, claudeCode)
      return
    case 'decision':
      if (claudeCode) countDecision(happening, meters, claudeCode)
      return
    case 'prompt':
      return
  }
}

function measureRequest(request: HappenedRequest, meters: Meters<AgentMetricName>): void {
  const shared: Attributes = {
    [GEN_AI.operation]: 'chat',
    [GEN_AI.provider]: request.provider,
    [GEN_AI.requestModel]: request.requestModel || undefined,
    [GEN_AI.responseModel]: request.responseModel || undefined,
  }
  const { usage, error, firstChunkMs } = request
  meters.note('gen_ai.client.operation.duration', (request.endMs - request.startMs) / 1000, {
    ...shared,
    [GEN_AI.errorType]: error?.type,
  })
  if (firstChunkMs !== undefined)
    meters.note('gen_ai.client.operation.time_to_first_chunk', firstChunkMs / 1000, shared)
  if (!usage) return
  const input = usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens
  meters.note('gen_ai.client.token.usage', input, { ...shared, [GEN_AI.tokenType]: 'input' })
  meters.note('gen_ai.client.token.usage', usage.output_tokens, { ...shared, [GEN_AI.tokenType]: 'output' })
}

function countRequest(request: HappenedRequest, meters: Meters<AgentMetricName>, shared: Attributes): void {
  const { usage, source } = request
  if (!usage) return
  const model = request.responseModel || request.requestModel
  const attributes = { ...shared, model, query_source: source }
  for (const [type, count] of [
    ['input', usage.input_tokens],
    ['output', usage.output_tokens],
    ['cacheRead', usage.cache_read_input_tokens],
    ['cacheCreation', usage.cache_creation_input_tokens],
  ] as const)
    if (count > 0) meters.note('claude_code.token.usage', count, { ...attributes, type })
  const { usd } = computeCost(usage, { model })
  if (usd > 0) meters.note('claude_code.cost.usage', usd, attributes)
}

function countCall(call: HappenedCall, meters: Meters<AgentMetricName>, shared: Attributes): void {
  const { added, removed } = countLines(call)
  if (added > 0) meters.note('claude_code.lines_of_code.count', added, { ...shared, type: 'added' })
  if (removed > 0) meters.note('claude_code.lines_of_code.count', removed, { ...shared, type: 'removed' })
  const command = call.toolName === 'Bash' ? (readString(call.input, 'command') ?? '') : ''
  if (COMMIT.test(command)) meters.note('claude_code.commit.count', 1, shared)
  if (PULL_REQUEST.test(command)) meters.note('claude_code.pull_request.count', 1, shared)
}

const COMMIT = /\bgit\b[^\n;&|]*\bcommit\b/
const PULL_REQUEST = /\b(?:gh\s+pr|glab\s+mr)\s+create\b/

function countLines({ toolName, input, told }: HappenedCall): {
  readonly added: number
  readonly removed: number
} {
  const hunks = readArray(told, 'structuredPatch').filter(
    (hunk): hunk is PatchHunk => isObject(hunk) && Array.isArray(hunk.lines),
  )
  if (hunks.length > 0) return countChangedLines(hunks)
  const content = toolName === 'Write' ? (readString(input, 'content') ?? '') : ''
  // A file that was made has no difference.
  const isNew = isObject(told) && told.type === 'create'
  return { added: isNew && content !== '' ? content.replace(/\n$/, '').split('\n').length : 0, removed: 0 }
}

function countDecision(decided: CallDecided, meters: Meters<AgentMetricName>, shared: Attributes): void {
  const { toolName, input, decision } = decided
  if (!EDITORS.has(toolName)) return
  meters.note('claude_code.code_edit_tool.decision', 1, {
    ...shared,
    tool_name: toolName,
    decision: decision.behavior,
    source: decision.source,
    language: findLanguage(readString(input, 'file_path', 'notebook_path') ?? ''),
  })
}

const EDITORS: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit'])
