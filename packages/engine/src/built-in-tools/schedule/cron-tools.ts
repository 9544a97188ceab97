import { z } from 'zod'
import { nextCronTime, parseCron } from '../../schedule/cron-expression.ts'
import { MAX_PROMPT_UNITS, type Schedule } from '../../schedule/schedule.ts'
import { computeNextFire, describeTaskTime, formatMoment } from '../../schedule/scheduled-task.ts'
import type { AgentTool } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { prepareCall } from '../../tool/prepare-call.ts'
import type { ToolContext } from '../../tool/tool-context.ts'

/** Prompts at their times, as the model plans them: under Claude Code's names and fields. */
export function createCronTools(): readonly AgentTool[] {
  return [createCronCreateTool(), createCronListTool(), createCronDeleteTool()]
}

function createCronCreateTool(): AgentTool {
  return defineTool({
    name: 'CronCreate',
    description: CREATE,
    schema: z.object({
      cron: z
        .string()
        .max(200)
        .describe('minute hour day month weekday, in local time: "*/5 * * * *", "0 9 * * 1-5"'),
      prompt: z.string().min(1).max(MAX_PROMPT_UNITS).describe('What is said at each time'),
      recurring: z.boolean().optional().describe('false: only at the next time; true by default'),
      durable: z.boolean().optional().describe('true: outlasts this program; false by default'),
    }),
    prepare({ cron, prompt, recurring = true, durable = false }, context) {
      const problem = findProblem(cron, { recurring, now: context.now().getTime() })
      if (problem !== null) return { problem }
      return prepareCall('CronCreate', {
        input: { cron, prompt, recurring, durable },
        // It makes the agent work when nobody looks: that is asked for.
        access: { kind: 'tool', detail: cron },
        isReadOnly: false,
        title: `CronCreate: ${cron}`,
        async work() {
          const expiresAt = recurring ? { expiresAt: context.now().getTime() + MAX_AGE_MS } : {}
          const time = { kind: 'cron', cron, isOnce: !recurring } as const
          const added = await scheduleOf(context).add(
            { prompt, time, isOfAgent: true, ...expiresAt },
            { isDurable: durable },
          )
          const next = computeNextFire(added)
          const when = next === null ? 'It will never be due.' : `It is due next at ${formatMoment(next)}.`
          const { id } = added.task
          return {
            content: `Scheduled as ${id}. ${when}${recurring ? ' It ends after 7 days.' : ''} CronDelete calls it off.`,
            data: { id, humanSchedule: describeTaskTime(time), recurring, durable },
          }
        },
      })
    },
  })
}

/** Why a prompt would never be said at these times. */
function findProblem(
  cron: string,
  { recurring, now }: { readonly recurring: boolean; readonly now: number },
): string | null {
  const times = parseCron(cron)
  if ('problem' in times) return times.problem
  const first = nextCronTime(times, now)
  if (first === null) return `"${cron}" never comes`
  return recurring && first > now + MAX_AGE_MS
    ? `"${cron}" comes first at ${formatMoment(first)}, and a recurring prompt ends after 7 days; use recurring: false`
    : null
}

function createCronListTool(): AgentTool {
  return defineTool({
    name: 'CronList',
    description: 'Lists the prompts that are scheduled in this session, with their ids and next times.',
    schema: z.object({}),
    prepare: (_, context) =>
      prepareCall('CronList', {
        input: {},
        isConcurrencySafe: true,
        title: 'CronList',
        async work() {
          const tasks = await scheduleOf(context).list()
          const lines = tasks.map(state => {
            const { task, isDurable } = state
            const next = computeNextFire(state)
            const due = next === null ? '' : `, next ${formatMoment(next)}`
            return `${task.id}: ${describeTaskTime(task.time)}${due}${isDurable ? '' : ', in this program only'}: ${task.prompt.slice(0, 200)}`
          })
          const jobs = tasks.map(({ task, isDurable }) => ({
            id: task.id,
            humanSchedule: describeTaskTime(task.time),
            prompt: task.prompt,
            durable: isDurable,
          }))
          return { content: lines.join('\n') || 'Nothing is scheduled.', data: { jobs } }
        },
      }),
  })
}

function createCronDeleteTool(): AgentTool {
  return defineTool({
    name: 'CronDelete',
    description: 'Calls off a scheduled prompt.',
    schema: z.object({ id: z.string().describe('As CronCreate or CronList gave it') }),
    prepare: ({ id }, context) =>
      prepareCall('CronDelete', {
        input: { id },
        isReadOnly: false,
        title: `CronDelete: ${id.slice(0, 40)}`,
        work: async () =>
          (await scheduleOf(context).cancel(id))
            ? { content: `Called off ${id}.`, data: { id } }
            : { content: `There is no scheduled prompt ${id}.`, isError: true },
      }),
  })
}

function scheduleOf({ services }: ToolContext): Schedule {
  if (services.schedule) return services.schedule
  throw new Error('Nothing can be scheduled in this session.')
}

/** What nobody renews is forgotten: it must not go on for ever. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000

const CREATE = `Schedules a prompt: at its times it is said in this session as soon as the agent is idle. It is read as words, so that it calls no command, and it counts as yours: it allows nothing that the person has not allowed.

Use it when the person asks for something later or again: "remind me at three", "check the build every ten minutes". A recurring one ends after 7 days. Times that pass while no program runs the session are made up for once.`
