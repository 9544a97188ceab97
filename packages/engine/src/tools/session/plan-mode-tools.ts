import { readFile } from 'node:fs/promises'
import { type PermissionMode, toolCallTitle } from '@antiphon/core'
import { z } from 'zod'
import type { AgentTool, ToolOutcome } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import { runOnce, toErrorOutcome } from '../run-once.ts'

/** The ways into plan mode and out of it. The way out leads back to the mode before, once the person agrees. */
export function createPlanModeTools(): readonly AgentTool[] {
  let modeBefore: PermissionMode = 'default'
  const enter = defineTool({
    name: 'EnterPlanMode',
    description: ENTER_DESCRIPTION,
    schema: z.object({}),
    prepare: (input, context) => ({
      input,
      access: { kind: 'none' },
      isReadOnly: true,
      isConcurrencySafe: false,
      title: toolCallTitle('EnterPlanMode', input),
      run: () =>
        runOnce(() => {
          const { mode, planFile } = context.services
          if (mode.get() !== 'plan') modeBefore = mode.get()
          mode.set('plan')
          return { content: describeEntry(planFile), data: { message: ENTERED } }
        }),
    }),
  })
  const exit = defineTool({
    name: 'ExitPlanMode',
    description: EXIT_DESCRIPTION,
    schema: EXIT_SCHEMA,
    prepare(input, context) {
      if (context.services.mode.get() !== 'plan') return { problem: NOT_IN_PLAN_MODE }
      return {
        input,
        access: { kind: 'tool', detail: 'ExitPlanMode' },
        isReadOnly: true,
        isConcurrencySafe: false,
        title: toolCallTitle('ExitPlanMode', input),
        run: () => runOnce(() => leavePlanMode(input.plan, modeBefore, context)),
      }
    },
  })
  return [enter, exit]
}

const EXIT_SCHEMA = z.object({
  plan: z.string().optional().describe('The plan in Markdown; left out where it stands in the plan file'),
})

const ENTER_DESCRIPTION = `Goes into plan mode: you read, search and ask, change nothing, and write a plan for the person to agree to.

Use it before work that can be done in several ways, touches many files, or could easily go in a wrong direction. Not for small and clear tasks, and not for mere questions.`

const EXIT_DESCRIPTION = `Lays the plan before the person and asks for their agreement. With it, plan mode ends and you carry the plan out.

Use it only when the plan is complete, and only for plans to change something. What is unclear, ask before with AskUserQuestion; do not ask there whether the plan is good: this tool does.`

const ENTERED = 'Plan mode is on: read, search and ask, and change nothing.'

const NOT_IN_PLAN_MODE =
  'Plan mode is not on, so there is nothing to leave. If the person agreed to a plan already, carry it out.'

function describeEntry(planFile: string | null): string {
  const place =
    planFile === null
      ? 'Give the plan to ExitPlanMode'
      : `Write the plan to ${planFile}, the only file that you may write, and call ExitPlanMode`
  return `${ENTERED} Look at the code that matters, weigh the ways in which it could be done, ask what only the person can know, and make a plan. ${place} when it is complete.`
}

async function leavePlanMode(
  given: string | undefined,
  modeBefore: PermissionMode,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { mode, planFile } = context.services
  const stored = planFile === null ? null : await readFile(planFile, 'utf8').catch(() => null)
  const plan = [stored, given].find(text => text !== null && text !== undefined && text.trim() !== '')
  if (plan === undefined || plan === null) return toErrorOutcome(describeMissingPlan(planFile))
  // Whoever agreed may have chosen the mode in which it goes on.
  if (mode.get() === 'plan') mode.set(modeBefore)
  const isInFile = plan === stored
  const place = isInFile ? ` It is kept in ${planFile}.` : ''
  const filePath = isInFile && planFile !== null ? { filePath: planFile } : {}
  return {
    content: `The person agreed to the plan. Plan mode is off: you may edit files and run commands again.${place} Keep a list with TodoWrite if it has several steps.${isInFile ? `\n\n## The plan\n${plan}` : ''}`,
    data: { plan, isAgent: false, ...filePath },
  }
}

function describeMissingPlan(planFile: string | null): string {
  return planFile === null
    ? 'There is no plan yet. Give it as plan.'
    : `There is no plan yet. Write it to ${planFile}, or give it as plan.`
}
