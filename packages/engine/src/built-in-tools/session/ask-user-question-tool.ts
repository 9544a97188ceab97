import type { JsonObject } from '@antiphon/contract'
import { z } from 'zod'
import { untilAborted } from '../../process/wait-at-most.ts'
import type { AgentTool, ToolOutcome } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { prepareCall } from '../../tool/prepare-call.ts'
import type { Question } from '../../tool/session-services.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'

/** Asks the person to choose. */
export function createAskUserQuestionTool(): AgentTool {
  return defineTool({
    name: 'AskUserQuestion',
    description: DESCRIPTION,
    schema: SCHEMA,
    prepare(input, context) {
      const problem = findRepetition(input.questions)
      if (problem !== null) return { problem }
      return prepareCall('AskUserQuestion', { input, work: () => ask(input.questions, context) })
    },
  })
}

const OPTION = z.object({
  label: z.string().min(1).describe('The choice in one to five words'),
  description: z.string().default('').describe('What it means and entails'),
})

const SCHEMA = z.object({
  questions: z
    .array(
      z.object({
        question: z.string().min(1).describe('The whole question, with its question mark'),
        header: z.string().describe('A label of at most twelve characters'),
        options: z
          .array(OPTION)
          .min(2)
          .max(4)
          .describe('Choices that exclude each other, unless multiSelect'),
        multiSelect: z.boolean().default(false).describe('Several may be chosen'),
      }),
    )
    .min(1)
    .max(4),
})

const DESCRIPTION = `Asks the person one to four questions with two to four choices each, and waits for the answers. They can always answer in their own words, so offer no choice called "other".

Ask when you cannot go on well without knowing: requirements that can be read in two ways, choices of taste or direction. Do not ask what you can find out yourself. Put the choice that you recommend first and say so in its label.`

async function ask(questions: readonly Question[], context: ToolContext): Promise<ToolOutcome> {
  const asker = context.services.questions
  if (!asker) return toErrorOutcome(NOBODY)
  const { signal, toolUseId } = context
  const answered = await untilAborted(asker(questions, signal, toolUseId), signal).catch(error => {
    if (!signal.aborted) throw error
    return null
  })
  if (answered === null) return toErrorOutcome(NO_ANSWER)
  const { answers, messages = [] } = answered
  const lines = Object.entries(answers).map(([question, answer]) => `- ${question} → ${toText(answer)}`)
  return { content: `The person answered:\n${lines.join('\n')}`, data: { questions, answers }, messages }
}

const NOBODY =
  'Nobody can be asked in this session. Decide by yourself what is most likely wanted, say what you assumed, and go on.'
const NO_ANSWER =
  'The person did not answer the questions. Go on without the answers, or stop and wait for them.'

function toText(answer: JsonObject[string]): string {
  if (Array.isArray(answer)) return answer.map(toText).join(', ')
  return typeof answer === 'string' ? answer : JSON.stringify(answer ?? null)
}

/** Answers are kept by the text of their question, choices by their label. */
function findRepetition(questions: readonly Question[]): string | null {
  if (hasRepetition(questions.map(({ question }) => question))) return 'Two questions have the same text.'
  const repeated = questions.find(({ options }) => hasRepetition(options.map(({ label }) => label)))
  return repeated ? `Two choices of "${repeated.question}" have the same label.` : null
}

function hasRepetition(texts: readonly string[]): boolean {
  return new Set(texts).size < texts.length
}
