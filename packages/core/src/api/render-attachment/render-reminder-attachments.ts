import type { AnyReminderAttachment } from '../../message/attachment-reminder.ts'
import { joinParagraphs, listUnder, numberOf, objectsOf, textOf } from './read-field.ts'
import type { Renderers } from './renderer.ts'

const MANNERS = 'Ignore this if it does not apply, and do not mention it to the user.'

/** Nudges about lists, budgets and manners. */
export const REMINDER_RENDERERS: Renderers<AnyReminderAttachment> = {
  todo_reminder: ({ content }) =>
    renderList(
      'The todo list has not been used for a while. If it would help with the task, bring it up to date.',
      objectsOf(content).map((item, index) => `${index + 1}. ${status(item)}${textOf(item.content)}`),
    ),
  task_reminder: ({ content }) =>
    renderList(
      'The task tools have not been used for a while. If they would help, add what is to be done and bring the states up to date.',
      objectsOf(content).map(
        (item, index) => `#${textOf(item.id) || index + 1}. ${status(item)}${textOf(item.subject)}`,
      ),
    ),
  critical_system_reminder: ({ content }) => textOf(content),
  silent_turn_reminder: ({ text }) => textOf(text),
  total_tokens_reminder: ({ text }) => textOf(text),
  token_usage: ({ used, total, remaining }) => renderBudget('Token usage', [used, total, remaining], ''),
  budget_usd: ({ used, total, remaining }) => renderBudget('Budget in USD', [used, total, remaining], '$'),
  output_token_usage: ({ turn, session, budget }) => {
    const limit = numberOf(budget) === undefined ? '' : ` of ${numberOf(budget)}`
    const parts = [
      numberOf(turn) === undefined ? '' : `${numberOf(turn)}${limit} in this turn`,
      numberOf(session) === undefined ? '' : `${numberOf(session)} in this session`,
    ].filter(Boolean)
    return parts.length === 0 ? '' : `Output tokens: ${parts.join(', ')}.`
  },
  companion_intro: ({ name, species }) =>
    textOf(name) &&
    `Beside the input box sits ${textOf(name)}${textOf(species) && `, a ${textOf(species)}`}. It is not you and speaks for itself: when the user talks to it, leave the answer to it.`,
}

function renderList(nudge: string, lines: readonly string[]): string {
  return joinParagraphs(`${nudge} ${MANNERS}`, listUnder('As it stands:', lines))
}

function status(item: Readonly<Record<string, unknown>>): string {
  return textOf(item.status) && `[${textOf(item.status)}] `
}

function renderBudget(name: string, fields: readonly [unknown, unknown, unknown], unit: string): string {
  const [used, total, remaining] = fields.map(numberOf)
  if (used === undefined && remaining === undefined) return ''
  const spent =
    used === undefined ? '' : `${unit}${used}${total === undefined ? '' : ` of ${unit}${total}`} used`
  const left = remaining === undefined ? '' : `${unit}${remaining} left`
  return `${name}: ${[spent, left].filter(Boolean).join(', ')}.`
}
