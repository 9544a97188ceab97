import type { MetricDefinition } from '../otlp/encode-metrics.ts'

/** Attributes of the conventions for generative AI (semantic-conventions-genai, 2026-11), all of them still in development. */
export const GEN_AI = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  conversation: 'gen_ai.conversation.id',
  agentName: 'gen_ai.agent.name',
  agentId: 'gen_ai.agent.id',
  agentVersion: 'gen_ai.agent.version',
  requestModel: 'gen_ai.request.model',
  isStreamed: 'gen_ai.request.stream',
  responseModel: 'gen_ai.response.model',
  responseId: 'gen_ai.response.id',
  finishReasons: 'gen_ai.response.finish_reasons',
  firstChunk: 'gen_ai.response.time_to_first_chunk',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cacheReadTokens: 'gen_ai.usage.cache_read.input_tokens',
  cacheCreationTokens: 'gen_ai.usage.cache_creation.input_tokens',
  reasoningTokens: 'gen_ai.usage.reasoning.output_tokens',
  tokenType: 'gen_ai.token.type',
  toolName: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  toolCallId: 'gen_ai.tool.call.id',
  toolArguments: 'gen_ai.tool.call.arguments',
  toolResult: 'gen_ai.tool.call.result',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  errorType: 'error.type',
} as const

const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const TURN_SECONDS = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 102.4, 204.8, 409.6]
const TOKENS = [
  1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864,
]

/** What is measured of an agent. */
export type AgentMetricName =
  | 'gen_ai.client.token.usage'
  | 'gen_ai.client.operation.duration'
  | 'gen_ai.client.operation.time_to_first_chunk'
  | 'gen_ai.invoke_agent.duration'
  | 'gen_ai.execute_tool.duration'
  | 'claude_code.session.count'
  | 'claude_code.lines_of_code.count'
  | 'claude_code.pull_request.count'
  | 'claude_code.commit.count'
  | 'claude_code.cost.usage'
  | 'claude_code.token.usage'
  | 'claude_code.code_edit_tool.decision'
  | 'claude_code.active_time.total'

/**
 * Measurements of the conventions, with the bounds that they recommend, and Claude Code's own, for dashboards that people
 * have (its documentation, 2026-06).
 */
export const AGENT_METRICS: Readonly<Record<AgentMetricName, MetricDefinition>> = {
  'gen_ai.client.token.usage': spread('{token}', 'Number of input and output tokens used', TOKENS),
  'gen_ai.client.operation.duration': spread('s', 'GenAI operation duration', SECONDS),
  'gen_ai.client.operation.time_to_first_chunk': spread('s', 'Time to the first chunk of an answer', SECONDS),
  'gen_ai.invoke_agent.duration': spread('s', 'The duration of a single agent invocation', TURN_SECONDS),
  'gen_ai.execute_tool.duration': spread('s', 'The duration of a single tool execution', SECONDS),
  'claude_code.session.count': sum('count', 'Count of CLI sessions started'),
  'claude_code.lines_of_code.count': sum('count', 'Count of lines of code modified'),
  'claude_code.pull_request.count': sum('count', 'Number of pull requests created'),
  'claude_code.commit.count': sum('count', 'Number of git commits created'),
  'claude_code.cost.usage': sum('USD', 'Cost of the session', true),
  'claude_code.token.usage': sum('tokens', 'Number of tokens used'),
  'claude_code.code_edit_tool.decision': sum('count', 'Count of code editing tool permission decisions'),
  'claude_code.active_time.total': sum('s', 'Total active time in seconds', true),
}

/** Claude Code's own events. */
export const CLAUDE_CODE_EVENTS = {
  prompt: 'user_prompt',
  request: 'api_request',
  error: 'api_error',
  decision: 'tool_decision',
  call: 'tool_result',
} as const

/** What stands before the name of an event. */
export const EVENT_PREFIX: string = 'claude_code.'

function spread(unit: string, words: string, bounds: readonly number[]): MetricDefinition {
  return { kind: 'histogram', unit, words, bounds }
}

function sum(unit: string, words: string, isDouble?: true): MetricDefinition {
  return { kind: 'counter', unit, words, ...(isDouble && { isDouble }) }
}
