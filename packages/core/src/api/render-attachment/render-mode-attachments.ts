import type { AnyModeAttachment } from '../../message/attachment-mode.ts'
import { joinParagraphs, objectOf, textOf } from './read-field.ts'
import type { Renderers } from './renderer.ts'

const PLAN_RULE =
  'Plan mode is on: read, search and ask, but change nothing and run nothing that has effects until the user has approved the plan.'

/** How the model is to work from here on. */
export const MODE_RENDERERS: Renderers<AnyModeAttachment> = {
  plan_mode: ({ reminderType, isSubAgent, planFilePath, planExists }) => {
    const file = planFile(planFilePath, planExists)
    if (reminderType === 'sparse') return joinParagraphs('Plan mode is still on: change nothing.', file)
    const closing =
      isSubAgent === true
        ? 'Answer the question that you were given; others write the plan.'
        : 'When the plan is complete, ask for its approval with ExitPlanMode and end the turn.'
    return joinParagraphs(PLAN_RULE, file, closing)
  },
  plan_mode_reentry: ({ planFilePath }) =>
    joinParagraphs(
      'Plan mode is on again.',
      textOf(planFilePath) &&
        `${textOf(planFilePath)} holds the plan from last time. Read it first: carry it on if the task is the same, replace it if it is another.`,
    ),
  plan_mode_exit: ({ planFilePath, planExists }) =>
    joinParagraphs(
      'Plan mode is off: you may edit files and run commands again.',
      textOf(planFilePath) && planExists === true ? `The plan is in ${textOf(planFilePath)}.` : '',
    ),
  plan_file_reference: ({ planFilePath, planContent }) => {
    const place = textOf(planFilePath) && ` (${textOf(planFilePath)})`
    return (
      textOf(planContent) &&
      `The plan from plan mode${place}:\n${textOf(planContent)}\n\nGo on with it if it bears on the task and is not finished.`
    )
  },
  verify_plan_reminder: () =>
    'The plan has been carried out. Check now, yourself, that each of its items is done.',
  auto_mode: ({ reminderType }) =>
    reminderType === 'sparse'
      ? 'Auto mode is still on: go on without asking.'
      : 'Auto mode is on: go on without asking, decide small things yourself, and stop only for what cannot be undone or what only the user can know.',
  auto_mode_exit: () => 'Auto mode is off: ask again where you would have asked before.',
  ultra_effort_enter: () =>
    'The user wants the utmost effort from here on: think each step through and check your results.',
  ultra_effort_exit: () => 'The usual effort is enough again.',
  ultrathink_effort: ({ level }) =>
    `The user asks you to think harder about this turn${textOf(level) && ` (effort: ${textOf(level)})`}.`,
  output_style: ({ style }) => textOf(style) && `The output style ${textOf(style)} is on. Keep to it.`,
  output_style_instructions: ({ style }) => {
    const { name, prompt } = objectOf(style)
    return textOf(prompt) && `# Output style${textOf(name) && `: ${textOf(name)}`}\n${textOf(prompt)}`
  },
}

function planFile(path: unknown, exists: unknown): string {
  if (textOf(path) === '') return ''
  const state = exists === true ? 'It exists: edit it.' : 'It does not exist yet: create it.'
  return `The only file that you may write is the plan, ${textOf(path)}. ${state}`
}
