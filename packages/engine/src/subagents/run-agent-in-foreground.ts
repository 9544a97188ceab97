import type { JsonObject } from '@antiphon/contract'
import { type AssistantMessage, isAssistantMessage, type UserMessage } from '@antiphon/core'
import { NO_ANSWER } from '../agents/find-lost-agents.ts'
import type { Session } from '../session/session.ts'
import type { ToolOutcome, ToolProgress } from '../tool/agent-tool.ts'
import { type AgentEnd, type AgentRun, type AgentStep, runAgent } from './run-agent.ts'

/** Runs an agent while its call waits: what it does is the call's progress, its report the call's outcome. */
export async function* runAgentInForeground(
  session: Session & { readonly onKilled?: (agentId: string) => void },
  run: AgentRun,
  signal: AbortSignal,
): AsyncGenerator<ToolProgress, ToolOutcome, undefined> {
  const { info, task } = run
  const onTask = session.onTask ?? (() => undefined)
  onTask({ ...info, kind: 'started', prompt: task.prompt })
  const steps = withholdReport(runAgent(session, run, signal))
  for (let next = await steps.next(); ; next = await steps.next()) {
    if (next.done) {
      const end = next.value
      if (end.status === 'killed') session.onKilled?.(info.taskId)
      const status = end.status === 'killed' ? 'stopped' : end.status
      const { usage, totals } = end
      onTask({ ...info, kind: 'ended', status, summary: info.description, outputFile: '', usage, totals })
      return toOutcome(run, end)
    }
    const { message, progress } = next.value
    if (progress) onTask(progress)
    yield toProgress(message, run)
  }
}

/** The last words are the outcome itself and are not told twice. */
async function* withholdReport(
  steps: AsyncGenerator<AgentStep, AgentEnd, undefined>,
): AsyncGenerator<AgentStep, AgentEnd, undefined> {
  let held: readonly AgentStep[] = []
  for (let next = await steps.next(); ; next = await steps.next()) {
    if (next.done) return next.value
    const isWords = isAssistantMessage(next.value.message) && next.value.progress === null
    if (isWords) held = [...held, next.value]
    else {
      yield* held
      held = []
      yield next.value
    }
  }
}

function toProgress(step: UserMessage | AssistantMessage, { info, task }: AgentRun): ToolProgress {
  const { content } = step.message
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const message = { ...step, message: { ...step.message, content: blocks } }
  return {
    // A message is JSON.
    data: {
      type: 'agent_progress',
      agentId: info.taskId,
      prompt: task.prompt,
      message: message as unknown as JsonObject,
    },
  }
}

function toOutcome({ info, task }: AgentRun, end: AgentEnd): ToolOutcome {
  const { status, text, error, usage, lastUsage } = end
  const words = [error === undefined ? '' : `The agent failed: ${error}`, text].filter(Boolean).join('\n\n')
  const content = text === '' ? [] : [{ type: 'text', text } as const]
  return {
    content: words === '' ? NO_ANSWER : [{ type: 'text', text: words }],
    data: {
      status,
      prompt: task.prompt,
      agentId: info.taskId,
      agentType: info.agentType,
      content,
      totalDurationMs: usage.durationMs,
      totalTokens: usage.totalTokens,
      totalToolUseCount: usage.toolUses,
      // Usage is JSON.
      ...(lastUsage && { usage: lastUsage as unknown as JsonObject }),
    },
    ...((status === 'failed' || words === '') && { isError: true }),
  }
}
