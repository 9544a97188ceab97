import { formatTaskNotification, TASK_NOTIFICATION_ORIGIN } from '../agents/find-lost-agents.ts'
import type { TaskInfo } from '../agents/task-event.ts'
import type { Session } from '../session/session.ts'
import type { ToolOutcome } from '../tool/agent-tool.ts'
import { type AgentEnd, type AgentRun, runAgent } from './run-agent.ts'

/** Starts an agent that outlives its call and its turn; its report becomes a prompt that waits. */
export function runAgentInBackground(session: Session, run: AgentRun): ToolOutcome {
  const { info, task, model } = run
  const outputFile = session.agentOutputFile?.(info.taskId) ?? ''
  session.background.start(info, async (signal, leave) => {
    const end = await follow(session, run, signal)
    // It may have been ended since.
    const status = signal.aborted ? 'killed' : end.status
    await tellEnd(session, { info, outputFile, leave }, { ...end, status })
  })
  return {
    content: [{ type: 'text', text: describeLaunch(info.taskId, outputFile) }],
    data: {
      isAsync: true,
      status: 'async_launched',
      agentId: info.taskId,
      description: info.description,
      resolvedModel: model,
      prompt: task.prompt,
      outputFile,
      canReadOutputFile: outputFile !== '',
    },
  }
}

async function follow(session: Session, run: AgentRun, signal: AbortSignal): Promise<AgentEnd> {
  const { info, task, prompt } = run
  const onTask = session.onTask ?? (() => undefined)
  onTask({ ...info, kind: 'started', prompt: task.prompt })
  const steps = runAgent(session, run, signal)
  for (let next = await steps.next(); ; next = await steps.next()) {
    if (next.done) return next.value
    const { message, progress } = next.value
    // The prompt was told with the start.
    if (message !== prompt) onTask({ ...info, kind: 'message', message })
    if (progress) onTask(progress)
  }
}

/** Whoever ended an agent needs no report of it. */
async function tellEnd(
  session: Session,
  {
    info,
    outputFile,
    leave,
  }: { readonly info: TaskInfo; readonly outputFile: string; readonly leave: () => void },
  end: AgentEnd,
): Promise<void> {
  const { status, text, error, usage, totals } = end
  const endTime = session.now()
  const summary = text || error || info.description
  session.onTask?.({
    ...info,
    kind: 'updated',
    status,
    endTime,
    ...(error !== undefined && { error }),
  })
  session.onTask?.({
    ...info,
    kind: 'ended',
    status: status === 'killed' ? 'stopped' : status,
    summary,
    outputFile,
    usage,
    totals,
  })
  if (status === 'killed') return
  const report = { status, text, outputFile, usage, ...(error !== undefined && { error }) }
  const notification = formatTaskNotification(info, report)
  const safe = session.inbox.prompts.add(notification, { origin: TASK_NOTIFICATION_ORIGIN })
  // From here on its report waits: who ends what still runs must not end it, nor say so.
  leave()
  await safe
}

function describeLaunch(agentId: string, outputFile: string): string {
  const file = outputFile === '' ? '' : ` Its transcript grows in ${outputFile}; it is long, do not read it.`
  return `The agent ${agentId} works in the background. Its report comes by itself when it is done; until then you know nothing of its results. Go on with other work, or end your answer.${file}`
}
