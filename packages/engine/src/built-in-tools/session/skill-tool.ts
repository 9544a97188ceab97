import { isObject, type JsonObject } from '@antiphon/contract'
import { createUserMessage } from '@antiphon/core'
import { z } from 'zod'
import { fillArguments } from '../../text/fill-arguments.ts'
import type { AgentTool, ToolOutcome, ToolProgress } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { prepareCall } from '../../tool/prepare-call.ts'
import type { AgentRunner } from '../../tool/session-services.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'

/** Lays the instructions of a skill before the model. */
export function createSkillTool(): AgentTool {
  return defineTool({
    name: 'Skill',
    description: DESCRIPTION,
    schema: SCHEMA,
    prepare(input, context) {
      const skill = input.skill.trim().replace(/^\//, '')
      return prepareCall('Skill', {
        input: { ...input, skill },
        shown: input,
        access: { kind: 'tool', detail: skill },
        run: () => runSkill({ skill, args: input.args, context }),
      })
    },
  })
}

const SCHEMA = z.object({
  skill: z.string().min(1).describe('The name of the skill'),
  args: z.string().optional().describe('What the skill is to work on'),
})

const DESCRIPTION = `Loads a skill: instructions for one kind of work, written beforehand. Follow them once they are there.

When a task fits one of the skills that you were told about, load it before you do anything else for that task. Use only names that are on the list; do not load one that is loaded already.`

type SkillCall = { readonly skill: string; readonly args: string | undefined; readonly context: ToolContext }

/** Tells that it is being loaded, and, where it is done apart, all that its agent does. */
async function* runSkill(call: SkillCall): AsyncGenerator<ToolProgress, ToolOutcome, undefined> {
  const { skill, args, context } = call
  const { skills, agents } = context.services
  yield { data: { type: 'skill_progress', prompt: args ?? '', agentId: '', skill } }
  const mayRead = context.createReadFilter('Read')
  // Some are for people only.
  const isForModel = skills?.list().some(({ name }) => name === skill) === true
  const loaded = isForModel ? ((await skills?.load(skill, mayRead)) ?? null) : null
  if (loaded === null)
    return toErrorOutcome(describeUnknown(skill, skills?.list(mayRead).map(({ name }) => name) ?? []))
  if ('problem' in loaded) return toErrorOutcome(loaded.problem)
  const text = fillArguments(loaded.instructions, args ?? '', 'whole')
  if (loaded.agent !== null && agents !== null) {
    const type = agents.types.some(({ name }) => name === loaded.agent) ? loaded.agent : 'general-purpose'
    return yield* runApart({ ...call, prompt: text, type, agents })
  }
  return {
    content: `The skill ${skill} is loaded. Its instructions follow.`,
    data: { success: true, commandName: skill },
    messages: [
      createUserMessage({
        content: [{ type: 'text', text }],
        isMeta: true,
        sourceToolUseID: context.toolUseId,
        timestamp: context.now().toISOString(),
      }),
    ],
  }
}

/** A subagent follows the instructions; its last words are the result. */
async function* runApart(
  call: SkillCall & { readonly prompt: string; readonly type: string; readonly agents: AgentRunner },
): AsyncGenerator<ToolProgress, ToolOutcome, undefined> {
  const { skill, prompt, type, agents, context } = call
  const { toolUseId, signal } = context
  const steps = agents.run({ toolUseId, type, description: skill, prompt, isBackground: false, signal })
  for (let step = await steps.next(); ; step = await steps.next()) {
    if (step.done) {
      const { data } = step.value
      return { ...step.value, data: { ...(isObject(data) && (data as JsonObject)), commandName: skill } }
    }
    const { data } = step.value
    yield { data: data.type === 'agent_progress' ? { ...data, type: 'skill_progress' } : data }
  }
}

function describeUnknown(skill: string, names: readonly string[]): string {
  const known = names.length === 0 ? 'There are none.' : `There are: ${names.slice(0, LISTED).join(', ')}.`
  return `There is no skill ${JSON.stringify(skill)}. ${known}`
}

const LISTED = 100
