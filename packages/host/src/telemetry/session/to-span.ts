import { isObject } from '@antiphon/contract'
import { messageText } from '@antiphon/core/ui'
import type { UsageSum } from '@antiphon/core/usage'
import type { Attributes } from '../otlp/attributes.ts'
import type { TraceSpan } from '../otlp/encode-traces.ts'
import { findProviderName } from './find-provider-name.ts'
import type { AgentTurn, HappenedCall, HappenedRequest, Happening } from './happening.ts'
import { cut, formatAnswer, formatSaid, toFinishReason } from './message-parts.ts'
import { GEN_AI } from './telemetry-names.ts'

export type ToSpanOptions = {
  readonly sessionId: string
  readonly agentVersion?: string | undefined
  /** Whether what was said, called and returned is told; nobody's words are unless somebody asks for them. */
  readonly hasContent: boolean
  /** Whether prompts are told where the rest is not. */
  readonly hasPrompts?: boolean
}

/** What happened, as work that began and ended; null for what is only an event. */
export function toSpan(happening: Happening, options: ToSpanOptions): TraceSpan | null {
  switch (happening.kind) {
    case 'turn':
      return turnSpan(happening, options)
    case 'request':
      return requestSpan(happening, options)
    case 'call':
      return callSpan(happening, options)
    default:
      return null
  }
}

function turnSpan(turn: AgentTurn, options: ToSpanOptions): TraceSpan {
  const { sessionId, agentVersion, hasContent, hasPrompts = hasContent } = options
  const { agentName, agentId, model, usage, error, prompt, answer, promptId } = turn
  return {
    ...turn.place,
    name: `invoke_agent ${agentName}`,
    kind: 'internal',
    startMs: turn.startMs,
    endMs: turn.endMs,
    ...(error !== undefined && { error }),
    attributes: {
      [GEN_AI.operation]: 'invoke_agent',
      [GEN_AI.provider]: findProviderName(model),
      [GEN_AI.conversation]: sessionId,
      [GEN_AI.agentName]: agentName,
      [GEN_AI.agentId]: agentId,
      [GEN_AI.agentVersion]: agentId === undefined ? agentVersion : undefined,
      [GEN_AI.requestModel]: model || undefined,
      ...toUsageAttributes(usage),
      [GEN_AI.errorType]: error,
      ...PROMPT_ID(promptId),
      ...(hasPrompts && { [GEN_AI.inputMessages]: formatSaid([{ role: 'user', content: prompt }]) }),
      ...(hasContent && {
        [GEN_AI.outputMessages]: formatAnswer([{ type: 'text', text: answer }], undefined),
      }),
    },
  }
}

function requestSpan(request: HappenedRequest, { sessionId, hasContent }: ToSpanOptions): TraceSpan {
  const { requestModel, responseModel, responseId, stopReason, usage, error, firstChunkMs } = request
  return {
    ...request.place,
    name: `chat ${requestModel}`,
    kind: 'client',
    startMs: request.startMs,
    endMs: request.endMs,
    ...(error && { error: cut(error.message) }),
    attributes: {
      [GEN_AI.operation]: 'chat',
      [GEN_AI.provider]: request.provider,
      [GEN_AI.conversation]: sessionId,
      [GEN_AI.requestModel]: requestModel || undefined,
      [GEN_AI.isStreamed]: true,
      [GEN_AI.responseModel]: responseModel || undefined,
      [GEN_AI.responseId]: responseId,
      [GEN_AI.finishReasons]: error || stopReason === undefined ? undefined : [toFinishReason(stopReason)],
      [GEN_AI.firstChunk]: firstChunkMs === undefined ? undefined : { double: firstChunkMs / 1000 },
      ...(usage && toUsageAttributes(usage)),
      [GEN_AI.errorType]: error?.type,
      ...PROMPT_ID(request.promptId),
      ...(hasContent && {
        [GEN_AI.inputMessages]: formatSaid(request.said),
        [GEN_AI.outputMessages]: formatAnswer(request.answer, stopReason),
      }),
    },
  }
}

function callSpan(call: HappenedCall, { sessionId, hasContent }: ToSpanOptions): TraceSpan {
  const { toolName, toolUseId, isError, agentName, input, result } = call
  const errorType = isError ? findErrorType(call) : undefined
  return {
    ...call.place,
    name: `execute_tool ${toolName}`,
    kind: 'internal',
    startMs: call.startMs,
    endMs: call.endMs,
    ...(errorType !== undefined && { error: errorType }),
    attributes: {
      [GEN_AI.operation]: 'execute_tool',
      [GEN_AI.conversation]: sessionId,
      [GEN_AI.toolName]: toolName,
      [GEN_AI.toolType]: toolName.startsWith('mcp__') ? 'extension' : 'function',
      [GEN_AI.toolCallId]: toolUseId,
      [GEN_AI.agentName]: agentName,
      [GEN_AI.errorType]: errorType,
      ...PROMPT_ID(call.promptId),
      ...(hasContent && {
        [GEN_AI.toolArguments]: cut(JSON.stringify(input ?? {})),
        [GEN_AI.toolResult]: cut(typeof result === 'string' ? result : JSON.stringify(result ?? '')),
      }),
    },
  }
}

/** A kind of failure with few values: refused, a command's exit code, or just an error. */
export function findErrorType({
  decision,
  told,
  result,
}: Pick<HappenedCall, 'decision' | 'told' | 'result'>): string {
  if (decision.behavior === 'reject') return 'permission_denied'
  const text = typeof result === 'string' ? result : messageText({ message: { content: result } })
  const code = isObject(told) && typeof told.exitCode === 'number' ? told.exitCode : EXIT_CODE.exec(text)?.[1]
  return code === undefined ? 'tool_error' : `exit_${code}`
}

/** As a shell's result begins that failed. */
const EXIT_CODE = /^(?:Error: )?Exit code (\d{1,3})\b/

/** Our own: by it a span is found beside events, and the turn in the log. */
const PROMPT_ID = (promptId: string): Attributes => (promptId === '' ? {} : { 'prompt.id': promptId })

function toUsageAttributes(usage: UsageSum): Attributes {
  const { cache_read_input_tokens: read, cache_creation_input_tokens: written } = usage
  const reasoning = usage.output_tokens_details.thinking_tokens
  return {
    // The API tells what was cached beside the rest, the conventions want all of it.
    [GEN_AI.inputTokens]: usage.input_tokens + read + written,
    [GEN_AI.outputTokens]: usage.output_tokens,
    [GEN_AI.cacheReadTokens]: read,
    [GEN_AI.cacheCreationTokens]: written,
    [GEN_AI.reasoningTokens]: reasoning > 0 ? reasoning : undefined,
  }
}
