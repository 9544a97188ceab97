import type { Printed } from './recording.ts'

/**
 * What of an event has to be the same here as in a recording.
 *
 * Ignored, since they cannot be the same: uuids, session ids, ids of messages, requests, tasks and runs, times and
 * durations, and the names of the folder.
 *
 * Ignored, since each program has its own: the texts of tool results and `tool_use_result` (our tools speak for
 * themselves), the lists of tools, commands, skills, agents and plugins of `init`, `tool_result_meta`, `tool_use_meta` and
 * `thinking_display` (hints for one host), `subagent_stats`, `fast_mode_…` and times to the first token of a result.
 *
 * Ignored, since the recorded versions differ among themselves: `error` of `api_retry`, `description` and token counts of
 * `task_progress`, `output_file` and `summary` of `task_notification`.
 */
export function observe(event: Printed): object | null {
  switch (event.type) {
    case 'assistant':
    case 'user':
      return {
        type: event.type,
        parent: event.parent_tool_use_id,
        blocks: event.message.content.map(observeBlock),
      }
    case 'system':
      return observeSystem(event)
    case 'result':
      return observeResult(event)
    default:
      return { type: event.type }
  }
}

function observeBlock(block: Printed): object {
  const { type } = block
  switch (type) {
    case 'tool_use':
      return { type, id: block.id, name: block.name, input: block.input }
    case 'tool_result':
      return { type, id: block.tool_use_id, isError: block.is_error ?? false, kinds: kindsOf(block.content) }
    case 'thinking':
      return { type, thinking: block.thinking }
    default:
      return { type, text: block.text }
  }
}

/** A result that is words may be a text or a block of it. */
function kindsOf(content: unknown): readonly string[] {
  if (!Array.isArray(content)) return ['text']
  return [...new Set(content.map(({ type }) => String(type)))]
}

function observeSystem(event: Printed): object | null {
  const { type, subtype } = event
  switch (subtype) {
    case 'init':
      return { type, subtype, model: event.model, permissionMode: event.permissionMode }
    case 'api_retry':
      return { type, subtype, attempt: event.attempt, of: event.max_retries, status: event.error_status }
    case 'task_started':
      return {
        ...{ type, subtype, toolUseId: event.tool_use_id, description: event.description },
        ...{ kind: event.task_type, prompt: event.prompt },
      }
    case 'task_progress':
      return { type, subtype, toolUseId: event.tool_use_id, tool: event.last_tool_name }
    case 'task_notification':
      return { type, subtype, toolUseId: event.tool_use_id, status: event.status }
    case 'task_updated':
      return { type, subtype, status: event.patch.status }
    case 'background_tasks_changed':
      return { type, subtype, tasks: event.tasks.map(({ description }: Printed) => description) }
    default:
      // An estimate while thinking comes, and the like: extra.
      return null
  }
}

function observeResult(event: Printed): object {
  const { type, subtype, is_error: isError, result, num_turns: turns, stop_reason: stopReason } = event
  return {
    ...{ type, subtype, isError, result, turns, stopReason },
    denials: event.permission_denials,
    origin: event.origin?.kind ?? null,
    usage: {
      input: event.usage.input_tokens,
      output: event.usage.output_tokens,
      written: event.usage.cache_creation_input_tokens,
      read: event.usage.cache_read_input_tokens,
      writtenFor: event.usage.cache_creation,
      server: event.usage.server_tool_use,
    },
    cost: round(event.total_cost_usd),
    models: Object.entries(event.modelUsage).map(([model, used]) => observeModel(model, used as Printed)),
  }
}

function observeModel(model: string, used: Printed): object {
  const { inputTokens, outputTokens, cacheReadInputTokens, cacheCreationInputTokens, costUSD } = used
  return {
    model,
    ...{ inputTokens, outputTokens, cacheReadInputTokens, cacheCreationInputTokens },
    cost: round(costUSD),
  }
}

/** Sums of fractions differ in their last digits. */
function round(cost: number): number {
  return Math.round(cost * 1e9) / 1e9
}

/**
 * A session and its agents in the background work at the same time: only the order within each is the same in every run.
 */
export function splitByThread(events: readonly Printed[]): {
  readonly session: readonly Printed[]
  readonly agents: readonly Printed[]
} {
  const isOfAgent = ({ type, subtype = '', parent_tool_use_id: parent }: Printed): boolean =>
    type === 'system' ? /^(?:task_|background_)/.test(subtype) : (parent ?? null) !== null
  return {
    session: events.filter(event => !isOfAgent(event)),
    agents: events.filter(isOfAgent),
  }
}

/**
 * Calls of one answer run at the same time: the order in which they end is luck. Neighbouring results are put in the order
 * of their ids.
 */
export function sortResults(observed: readonly object[]): readonly object[] {
  const sorted = [...observed]
  const key = (item: object | undefined): string | null => {
    const { type, blocks } = (item ?? {}) as {
      type?: string
      blocks?: readonly { type: string; id?: string }[]
    }
    return type === 'user' && blocks?.[0]?.type === 'tool_result' ? (blocks[0].id ?? '') : null
  }
  for (let end = 1; end < sorted.length; end++)
    for (let index = end; index > 0; index--) {
      const [before, after] = [key(sorted[index - 1]), key(sorted[index])]
      if (before === null || after === null || before <= after) break
      ;[sorted[index - 1], sorted[index]] = [sorted[index] as object, sorted[index - 1] as object]
    }
  return sorted
}
