import { isObject } from '@antiphon/contract'
import { readStoredDiff } from '@antiphon/core/changes'
import { stripControl, type ToolStory } from '@antiphon/core/ui'
import { inset, type Screen } from '../terminal/screen.ts'
import { textWidth, wrapText } from '../terminal/text-width.ts'
import { formatDiff } from './format-diff.ts'
import { formatPlan } from './format-plan.ts'
import { formatSpeech } from './format-speech.ts'

/** What was asked of a tool, as far as the head of its call does not say it: a script, a task, a plan, a change that was not made. */
export function formatToolInput(
  { name, input, status }: Pick<ToolStory, 'name' | 'input' | 'status'>,
  screen: Screen,
): readonly string[] {
  if (!isObject(input)) return []
  const { command, prompt, plan } = input
  if (typeof command === 'string') return isShort(command) ? [] : formatScript(command, screen)
  if (name === 'ExitPlanMode' && typeof plan === 'string')
    return formatPlan(plan, inset(screen, 2)).map(line => `  ${line}`)
  if (typeof prompt === 'string')
    return formatSpeech(
      { sign: screen.palette.dim('  ›'), text: prompt, style: screen.palette.dim },
      inset(screen, 2),
    ).map((line, index) => (index === 0 ? line : `  ${line}`))
  const diff = status === 'done' ? undefined : readStoredDiff({ name, input, told: undefined })
  return diff && diff.hunks.length > 0 ? formatDiff(diff, { isWrapped: true }, screen) : []
}

/** A command as it is typed, line by line. */
export function formatScript(command: string, screen: Screen): readonly string[] {
  return wrapText(stripControl(command), inset(screen, 4).width).map(
    (line, index) => `  ${index === 0 ? screen.palette.yellow('$') : ' '} ${line}`,
  )
}

/** Whether a command stands in the head of its call as a whole. */
function isShort(command: string): boolean {
  return !command.includes('\n') && textWidth(command) <= MOST_IN_HEAD
}

// On a terminal of 80 columns.
const MOST_IN_HEAD = 50
