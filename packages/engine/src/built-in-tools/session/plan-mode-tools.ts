import { readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import type { PermissionMode } from '@antiphon/core'
import { z } from 'zod'
import { makeFolder } from '../../files/make-folder.ts'
import type { AgentTool, ToolOutcome } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { prepareCall } from '../../tool/prepare-call.ts'
import type { ToolContext } from '../../tool/tool-context.ts'

/**
 * The ways into plan mode and out of it. The way out leads back to the mode before, once the person agrees. Where plans
 * are kept in a file, the stored call bears a copy for people, which is not sent to the model: it reads the plan in the
 * result.
 */
export function createPlanModeTools({
  keepsPlans = false,
}: {
  keepsPlans?: boolean
} = {}): readonly AgentTool[] {
  let modeBefore: PermissionMode = 'default'
  // The person's agreement may change the mode, and a call that they agreed to is looked at once more.
  let asked: string | null = null
  const enter = defineTool({
    name: 'EnterPlanMode',
    description: ENTER_DESCRIPTION,
    schema: z.object({}),
    prepare: (input, { services: { mode, planFile } }) =>
      prepareCall('EnterPlanMode', {
        input,
        work() {
          if (mode.get() !== 'plan') modeBefore = mode.get()
          mode.set('plan')
          return { content: describeEntry(planFile), data: { message: ENTERED } }
        },
      }),
  })
  const exit = defineTool({
    name: 'ExitPlanMode',
    aliases: ['ExitPlanModeV2'],
    description: EXIT_DESCRIPTION,
    ...(keepsPlans && { internalInputFields: ['plan', 'planFilePath'], addInternalInput: keepPlan }),
    schema: EXIT_SCHEMA,
    async prepare(input, context) {
      const { mode, planFile } = context.services
      if (mode.get() !== 'plan' && asked !== context.toolUseId) return { problem: NOT_IN_PLAN_MODE }
      asked = context.toolUseId
      const plan = await findPlan(input.plan, planFile)
      if (plan === null) return { problem: describeMissingPlan(planFile) }
      return prepareCall('ExitPlanMode', {
        // Whoever is asked has to see what they agree to.
        input: { plan: plan.text, ...(plan.file !== null && { planFilePath: plan.file }) },
        shown: { plan: plan.text },
        access: { kind: 'tool', detail: 'ExitPlanMode' },
        work: () => leavePlanMode(plan, { modeBefore, keepsPlans, context }),
      })
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

type Plan = { readonly text: string; readonly file: string | null }

async function findPlan(given: string | undefined, planFile: string | null): Promise<Plan | null> {
  const stored = planFile === null ? '' : await readFile(planFile, 'utf8').catch(() => '')
  if (given !== undefined && given.trim() !== '')
    return { text: given, file: given === stored ? planFile : null }
  return stored.trim() === '' ? null : { text: stored, file: planFile }
}

/** A plan that came with the call is put into the file first: nothing else of it stays for the model. */
async function keepPlan(
  input: JsonObject,
  { services: { mode, planFile } }: ToolContext,
): Promise<JsonObject> {
  if (planFile === null || mode.get() !== 'plan') return {}
  if (typeof input.plan === 'string' && input.plan.trim() !== '') {
    await makeFolder(dirname(planFile))
    await writeFile(planFile, input.plan)
  }
  const plan = await findPlan(undefined, planFile)
  return plan === null ? {} : { plan: plan.text, planFilePath: planFile }
}

function leavePlanMode(
  plan: Plan,
  options: {
    readonly modeBefore: PermissionMode
    readonly keepsPlans: boolean
    readonly context: ToolContext
  },
): ToolOutcome {
  const { modeBefore, keepsPlans } = options
  const { mode } = options.context.services
  // Whoever agreed may have chosen the mode in which it goes on.
  if (mode.get() === 'plan') mode.set(modeBefore)
  // Where plans are kept, the model's view has none in the call, also where this one could not be.
  const place = plan.file === null ? '' : ` The plan is in ${plan.file}`
  const told = plan.file === null && !keepsPlans ? '' : `${place || ' The plan'}:\n\n${plan.text}`
  return {
    content: `The person agreed to the plan. Plan mode is off: you may edit files and run commands again. If it has several steps, keep a list with TodoWrite.${told}`,
    data: { plan: plan.text, isAgent: false, ...(plan.file !== null && { filePath: plan.file }) },
  }
}

function describeMissingPlan(planFile: string | null): string {
  return planFile === null
    ? 'There is no plan yet. Give it as plan.'
    : `There is no plan yet. Write it to ${planFile}, or give it as plan.`
}
