import { type Control, readText } from './control.ts'

/** Ends an agent or a command in the background. */
export const stopTask: Control = async ({ agent }, request) => {
  const taskId = readText(request, 'task_id')
  if (!(await agent.engine.stopTask(taskId)))
    throw new Error(`No task ${taskId} runs in the background: it has ended, or there never was one`)
  return {}
}

/** Lets a command go on in the background for which a call waits, or all of them; the call is answered at once. */
export const backgroundTasks: Control = ({ agent }, { tool_use_id: meant }) => {
  if (meant !== undefined && typeof meant !== 'string')
    throw new Error('background_tasks needs tool_use_id, a text, or none for all')
  const moved = agent.engine.backgroundTasks(meant)
  if (meant !== undefined && moved.length === 0)
    throw new Error(
      `No command of the call ${meant} runs in the foreground; an agent that runs there stays there`,
    )
  return { tool_use_ids: moved }
}

/** The end of what a command in the background has printed, as it was printed. */
export const getTaskOutput: Control = ({ agent }, request) => {
  const taskId = readText(request, 'task_id')
  const tail = agent.engine.taskOutput(taskId)
  if (!tail)
    throw new Error(
      agent.engine.tasks().some(task => task.taskId === taskId)
        ? `${taskId} is an agent: what it does comes as task_progress, and its report as task_notification`
        : `No command ${taskId} was started in the background of this session`,
    )
  return { output: tail.output, total_bytes: tail.totalBytes, truncated: tail.isTruncated }
}

/** Ends the turn that runs; what waits goes on waiting unless the host wants that ended too. */
export const interrupt: Control = async ({ agent, turns }, { cancel_queued: isCancelling }) => {
  turns.interrupt()
  agent.engine.interrupt()
  if (isCancelling !== true) return { still_queued: agent.engine.queued().map(({ uuid }) => uuid) }
  const cancelled = await agent.engine.cancelQueued()
  return { still_queued: [], cancelled: cancelled.map(({ uuid }) => uuid) }
}

/** Takes a prompt back that waits; one that a turn has taken up stays. */
export const cancelAsyncMessage: Control = async ({ agent }, request) => {
  const uuid = readText(request, 'message_uuid')
  return { cancelled: (await agent.engine.cancelQueued(uuid)).length > 0 }
}
