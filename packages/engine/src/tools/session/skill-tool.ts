import { createUserMessage, toolCallTitle } from '@antiphon/core'
import { z } from 'zod'
import type { AgentTool, ToolOutcome } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import { runOnce } from '../run-once.ts'
import { toErrorOutcome } from '../to-error-outcome.ts'

/** Lays the instructions of a skill before the model. */
export function createSkillTool(): AgentTool {
  return defineTool({
    name: 'Skill',
    description: DESCRIPTION,
    schema: SCHEMA,
    prepare(input, context) {
      const skill = input.skill.trim().replace(/^\//, '')
      return {
        input: { ...input, skill },
        access: { kind: 'tool', detail: skill },
        isReadOnly: true,
        isConcurrencySafe: false,
        title: toolCallTitle('Skill', input),
        run: () => runOnce(() => loadSkill(skill, input.args, context)),
      }
    },
  })
}

const SCHEMA = z.object({
  skill: z.string().min(1).describe('The name of the skill'),
  args: z.string().optional().describe('What the skill is to work on'),
})

const DESCRIPTION = `Loads a skill: instructions for one kind of work, written beforehand. Follow them once they are there.

When a task fits one of the skills that you were told about, load it before you do anything else for that task. Use only names that are on the list; do not load one that is loaded already.`

async function loadSkill(
  skill: string,
  args: string | undefined,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { skills } = context.services
  const loaded = (await skills?.load(skill, context.createReadFilter('Read'))) ?? null
  if (loaded === null)
    return toErrorOutcome(describeUnknown(skill, skills?.list().map(({ name }) => name) ?? []))
  if ('problem' in loaded) return toErrorOutcome(loaded.problem)
  const text = addArguments(loaded.instructions, args)
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

/** As in commands: in the place that the author marked, else at the end. */
function addArguments(instructions: string, args: string | undefined): string {
  if (instructions.includes('$ARGUMENTS')) return instructions.replaceAll('$ARGUMENTS', () => args ?? '')
  return args === undefined || args.trim() === '' ? instructions : `${instructions}\n\nARGUMENTS: ${args}`
}

function describeUnknown(skill: string, names: readonly string[]): string {
  const known = names.length === 0 ? 'There are none.' : `There are: ${names.slice(0, LISTED).join(', ')}.`
  return `There is no skill ${JSON.stringify(skill)}. ${known}`
}

const LISTED = 100
