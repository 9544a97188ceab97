import { isObject } from '@antiphon/contract'
import { readString } from '@antiphon/core/message'
import { messageText } from '@antiphon/core/ui'
import { computeCost } from '@antiphon/core/usage'
import type { Attributes } from '../otlp/attributes.ts'
import type { LogRecord } from '../otlp/encode-logs.ts'
import type { CallDecided, HappenedCall, HappenedRequest, Happening, PromptSaid } from './happening.ts'
import { cut } from './message-parts.ts'
import { CLAUDE_CODE_EVENTS, EVENT_PREFIX } from './telemetry-names.ts'
import { findErrorType } from './to-span.ts'

export type ToLogRecordOptions = {
  /** What stands with each of them. */
  readonly shared: Attributes
  /** A number that grows with each event of a session. */
  readonly sequence: () => number
  readonly hasPrompts: boolean
  readonly hasToolDetails: boolean
}

/** What happened, as one of Claude Code's events; null for what is none. */
export function toLogRecord(happening: Happening, options: ToLogRecordOptions): LogRecord | null {
  const told = describe(happening, options)
  if (!told) return null
  const { atMs, name, attributes } = told
  const { traceId, spanId } = happening.place
  return {
    ...{ atMs, traceId, spanId },
    name: `${EVENT_PREFIX}${name}`,
    attributes: {
      ...options.shared,
      'event.name': name,
      'event.timestamp': new Date(atMs).toISOString(),
      'event.sequence': options.sequence(),
      ...(happening.promptId !== '' && { 'prompt.id': happening.promptId }),
      ...attributes,
    },
  }
}

type Told = { readonly atMs: number; readonly name: string; readonly attributes: Attributes }

function describe(happening: Happening, options: ToLogRecordOptions): Told | null {
  switch (happening.kind) {
    case 'prompt':
      return describePrompt(happening, options)
    case 'request':
      return describeRequest(happening)
    case 'decision':
      return describeDecision(happening, options)
    case 'call':
      return describeCall(happening, options)
    case 'turn':
      return null
  }
}

function describePrompt({ atMs, text }: PromptSaid, { hasPrompts }: ToLogRecordOptions): Told {
  const attributes = { prompt_length: text.length, prompt: hasPrompts ? cut(text) : '<REDACTED>' }
  return { atMs, name: CLAUDE_CODE_EVENTS.prompt, attributes }
}

function describeRequest(request: HappenedRequest): Told {
  const { endMs, startMs, usage, error, requestId, source, attempt } = request
  const model = request.responseModel || request.requestModel
  const shared = {
    model,
    duration_ms: Math.round(endMs - startMs),
    request_id: requestId,
    query_source: source,
  }
  if (error)
    return {
      atMs: endMs,
      name: CLAUDE_CODE_EVENTS.error,
      attributes: { ...shared, error: cut(error.message), status_code: error.status, attempt },
    }
  return {
    atMs: endMs,
    name: CLAUDE_CODE_EVENTS.request,
    attributes: {
      ...shared,
      cost_usd: { double: usage ? computeCost(usage, { model }).usd : 0 },
      input_tokens: usage?.input_tokens ?? 0,
      output_tokens: usage?.output_tokens ?? 0,
      cache_read_tokens: usage?.cache_read_input_tokens ?? 0,
      cache_creation_tokens: usage?.cache_creation_input_tokens ?? 0,
    },
  }
}

function describeDecision(decided: CallDecided, { hasToolDetails }: ToLogRecordOptions): Told {
  const { atMs, toolName, toolUseId, decision, input } = decided
  return {
    atMs,
    name: CLAUDE_CODE_EVENTS.decision,
    attributes: {
      ...nameTool(toolName, toolUseId),
      decision: decision.behavior,
      source: decision.source,
      ...(hasToolDetails && { tool_parameters: describeInput(toolName, input) }),
    },
  }
}

function describeCall(call: HappenedCall, { hasToolDetails }: ToLogRecordOptions): Told {
  const { endMs, startMs, toolName, toolUseId, isError, decision, input, result } = call
  return {
    atMs: endMs,
    name: CLAUDE_CODE_EVENTS.call,
    attributes: {
      ...nameTool(toolName, toolUseId),
      success: String(!isError),
      duration_ms: Math.round(endMs - startMs),
      error_type: isError ? findErrorType(call) : undefined,
      decision_type: decision.behavior,
      decision_source: decision.source,
      tool_input_size_bytes: sizeOf(input),
      tool_result_size_bytes: sizeOf(result),
      ...(hasToolDetails && {
        tool_parameters: describeInput(toolName, input),
        tool_input: cut(JSON.stringify(input ?? {})).slice(0, LONGEST_INPUT),
        error: isError ? cut(toText(result)) : undefined,
      }),
    },
  }
}

function nameTool(toolName: string, toolUseId: string): Attributes {
  return { tool_name: toolName, tool_use_id: toolUseId }
}

const LONGEST_INPUT = 4096

function sizeOf(value: unknown): number {
  return Buffer.byteLength(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
}

function toText(result: unknown): string {
  return typeof result === 'string' ? result : messageText({ message: { content: result } })
}

function describeInput(toolName: string, input: unknown): string {
  const command = readString(input, 'command')
  if (toolName === 'Bash' && command !== undefined)
    return JSON.stringify({
      bash_command: /^\s*(\S+)/.exec(command)?.[1] ?? '',
      full_command: command,
      ...(isObject(input) && input.timeout !== undefined && { timeout: input.timeout }),
      ...(isObject(input) && input.description !== undefined && { description: input.description }),
    }).slice(0, LONGEST_INPUT)
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(toolName) ?? []
  if (server !== undefined) return JSON.stringify({ mcp_server_name: server, mcp_tool_name: tool })
  const named = readString(input, 'skill', 'subagent_type')
  return JSON.stringify(
    named === undefined ? {} : { [toolName === 'Skill' ? 'skill_name' : 'subagent_type']: named },
  )
}
