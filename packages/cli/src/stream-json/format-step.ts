import { assertNever } from '@antiphon/contract'
import { formatDuration, oneLine, previewText } from '@antiphon/core/ui'
import type { TurnStep } from '@antiphon/core/wire'
import type { Screen } from '../terminal/screen.ts'
import { cutToWidth } from '../terminal/text-width.ts'
import { formatNotice, formatPrompt, formatSpeech, formatThinking } from '../view/format-speech.ts'
import { formatResult, formatToolHead } from '../view/format-tool.ts'
import type { Spacing } from '../view/layout.ts'

/** The lines that a step leaves behind; none for what is only worth a look while it runs. */
export function formatStep(step: TurnStep, screen: Screen): string[] {
  const { palette } = screen
  switch (step.kind) {
    case 'session':
      return [palette.dim(`· ${cutToWidth(describeSession(step), screen.width - 2)}`)]
    case 'thinking':
      return formatThinking({ text: step.text, isWhole: false }, screen)
    case 'text':
      return formatText(step, screen)
    case 'tool-start':
      return []
    case 'tool-end':
      return formatToolEnd(step, screen)
    case 'subagent':
      return step.phase === 'ended' ? formatSubagentEnd(step, screen) : []
    case 'retry':
      return formatNotice({ level: 'warning', text: describeRetry(step) }, screen)
    case 'notice':
      return formatNotice({ level: step.level, text: step.text }, screen)
    case 'result':
      return formatTurnEnd(step, screen)
    default:
      return assertNever(step)
  }
}

/** How much room a step wants around it. */
export function spacingOfStep(step: TurnStep): Spacing {
  return step.kind === 'text' || step.kind === 'thinking' ? 'words' : 'line'
}

type Step<Kind extends TurnStep['kind']> = Extract<TurnStep, { readonly kind: Kind }>

function describeSession(step: Step<'session'>): string {
  const mode = step.permissionMode === 'default' ? undefined : step.permissionMode
  const parts = [step.model, step.cwd, `${step.toolCount} tools`, mode]
  return oneLine(parts.filter(Boolean).join(' · '), 300)
}

function formatText(step: Step<'text'>, screen: Screen): string[] {
  const { palette } = screen
  if (step.isError) return formatNotice({ level: 'error', text: step.text }, screen)
  if (step.role === 'assistant')
    return formatSpeech({ sign: palette.magenta('●'), text: step.text, isMarkdown: true }, screen)
  return step.parentToolUseId === null
    ? formatPrompt(step.text, screen)
    : formatSpeech({ sign: palette.dim('›'), text: step.text, style: palette.dim, maxLines: 2 }, screen)
}

function formatToolEnd(step: Step<'tool-end'>, screen: Screen): string[] {
  const { status } = step
  const head = formatToolHead(
    { status, title: step.title, ...(step.elapsedMs !== undefined && { durationMs: step.elapsedMs }) },
    screen,
  )
  const preview = previewText(step.text.trim(), { maxLines: step.isError ? 8 : 3, maxCodePoints: 1200 })
  return [head, ...(step.text.trim() === '' ? [] : formatResult(preview, status, screen))]
}

function formatSubagentEnd(step: Step<'subagent'>, screen: Screen): string[] {
  const time = step.elapsedMs === undefined ? '' : ` · ${formatDuration(step.elapsedMs)}`
  const outcome = step.isError ? 'Subagent failed' : 'Subagent ended'
  const words = `${outcome}: ${oneLine(step.text, 200)}${time}`
  return formatNotice({ level: step.isError ? 'warning' : 'info', text: words }, screen)
}

function describeRetry({ attempt, maxRetries, delayMs, status, error }: Step<'retry'>): string {
  const cause = [status === null ? undefined : String(status), error].filter(Boolean).join(' ')
  return `API: ${cause}; trying again in ${formatDuration(delayMs)} (attempt ${attempt} of ${maxRetries})`
}

/** A run that went well has said so itself. */
function formatTurnEnd(step: Step<'result'>, screen: Screen): string[] {
  if (!step.isError) return []
  const words = [step.subtype.replaceAll('_', ' '), step.text].filter(Boolean).join(': ')
  return formatNotice({ level: 'error', text: words || 'The run failed.' }, screen)
}
