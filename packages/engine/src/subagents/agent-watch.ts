import {
  type AssistantMessage,
  isAssistantMessage,
  type Message,
  type Usage,
  type UserMessage,
} from '@antiphon/core'
import { toolCallTitle } from '@antiphon/core/ui'
import type { TaskInfo, TaskProgressEvent, TaskUsage } from '../agents/task-event.ts'
import { countContextTokens } from '../compaction/count-context-tokens.ts'
import { readLastWords } from '../conversation/read-last-words.ts'
import type { QueryEvent } from '../query/query-event.ts'
import { createUsageTotals, type UsageTotals } from '../query/usage-totals.ts'

/** What was said in an agent's conversation, and the progress that it is, if any. */
export type AgentStep = {
  readonly message: UserMessage | AssistantMessage
  readonly progress: TaskProgressEvent | null
}

/** What an agent leaves behind. */
export type AgentReport = {
  /** What it said last. */
  readonly text: string
  readonly usage: TaskUsage
  /** That of its last answer. */
  readonly lastUsage: Usage | null
  readonly totals: UsageTotals
}

/** Counts what an agent does. */
export interface AgentWatch {
  /** The step that an event is; null for what only the agent's own loop needs. */
  add(event: QueryEvent): AgentStep | null
  report(messages: readonly Message[]): AgentReport
}

/** A watch over an agent that begins now. */
export function createAgentWatch(info: TaskInfo, now: () => number): AgentWatch {
  const start = now()
  const totals = createUsageTotals()
  let toolUses = 0
  const usageOf = (messages: readonly Message[]): TaskUsage => ({
    totalTokens: countContextTokens(messages),
    toolUses,
    durationMs: now() - start,
  })
  return {
    add(event) {
      totals.add(event)
      if (event.type !== 'user' && event.type !== 'assistant') return null
      const calls = listCalls(event)
      toolUses += calls.length
      const last = calls.at(-1)
      if (!last) return { message: event, progress: null }
      const activity = toolCallTitle(last.name, last.input)
      const usage = usageOf([event])
      return {
        message: event,
        progress: { ...info, kind: 'progress', activity, lastToolName: last.name, usage },
      }
    },
    report: messages => ({
      text: readLastWords(messages.filter(isSaid)),
      usage: usageOf(messages),
      lastUsage: messages.findLast(isAssistantMessage)?.message.usage ?? null,
      totals: totals.sum(),
    }),
  }
}

function listCalls(message: Message): readonly { readonly name: string; readonly input: unknown }[] {
  return isAssistantMessage(message) ? message.message.content.filter(block => block.type === 'tool_use') : []
}

function isSaid(message: Message): boolean {
  return !isAssistantMessage(message) || message.isApiErrorMessage !== true
}
