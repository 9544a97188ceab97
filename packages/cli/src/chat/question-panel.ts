import { readFileSync, statSync } from 'node:fs'
import { isObject } from '@antiphon/contract'
import type { PermissionMode } from '@antiphon/core'
import { readStoredDiff, toRelativePath } from '@antiphon/core/changes'
import { type ChatDecision, type ChatQuestion, createDenial, readChoices } from '@antiphon/core/chat'
import { oneLine, previewText, stripControl } from '@antiphon/core/ui'
import type { PermissionUpdate } from '@antiphon/core/wire'
import { inset, type Screen } from '../terminal/screen.ts'
import { wrapText } from '../terminal/text-width.ts'
import { formatDiff } from '../view/format-diff.ts'
import { formatPlan } from '../view/format-plan.ts'
import { formatCut } from '../view/format-speech.ts'
import { formatScript } from '../view/format-tool-input.ts'
import { createAnswersPanel } from './answers-panel.ts'
import { createChoicePanel } from './choice-panel.ts'
import { createHeadScroll, type HeadScroll } from './head-scroll.ts'
import type { Panel } from './panel.ts'
import { tellReason } from './permission-reason.ts'
import type { ReplTexts } from './repl-texts.ts'

export type QuestionPanelOptions = {
  readonly question: ChatQuestion
  readonly cwd: string
  readonly texts: ReplTexts
  readonly onDecide: (decision: ChatDecision) => void
  /** The person refuses and wants the agent to stop. */
  readonly onStop: () => void
  readonly onChange: () => void
}

/** What an agent asks a person: whether a call may run, whether a plan is good, or what they choose. */
export function createQuestionPanel(options: QuestionPanelOptions): Panel {
  const { toolName, input } = options.question
  if (toolName === 'ExitPlanMode') return createPlanPanel(options)
  if (toolName === 'AskUserQuestion' && readChoices(input).length > 0) return createAnswersPanel(options)
  return createPermissionPanel(options)
}

function createPermissionPanel(options: QuestionPanelOptions): Panel {
  const { question, texts, onDecide, onStop, onChange } = options
  const { input, suggestions } = question
  const once: ChatDecision = { behavior: 'allow', updatedInput: input }
  const scroll = createHeadScroll()
  const always = suggestions.length > 0 ? [describeRules(suggestions, texts)] : []
  return createChoicePanel({
    head: (screen, rows) => formatCall(options, scroll, screen, rows),
    scroll,
    options: [
      { label: texts.once },
      ...always.map(label => ({ label })),
      { label: texts.no, wantsText: texts.noReason },
    ],
    hint: texts.choose,
    onChoose([chosen = 0], text) {
      if (chosen === 0) onDecide(once)
      else if (chosen === 1 && always.length > 0) onDecide({ ...once, updatedPermissions: suggestions })
      else onDecide(createDenial(question, text))
    },
    onCancel: onStop,
    onChange,
  })
}

function createPlanPanel({ question, texts, onDecide, onStop, onChange }: QuestionPanelOptions): Panel {
  const { input } = question
  const plan = typeof input.plan === 'string' ? input.plan : ''
  const agree = (mode: PermissionMode): ChatDecision => ({
    behavior: 'allow',
    updatedInput: input,
    updatedPermissions: [{ type: 'setMode', mode, destination: 'session' }],
  })
  const [ask, accept, keep] = texts.planWays
  const scroll = createHeadScroll()
  return createChoicePanel({
    head: (screen, rows) => [
      ...scroll.cut(formatPlan(plan, screen), rows - 1, screen),
      screen.palette.bold(texts.planTitle),
    ],
    scroll,
    options: [{ label: ask }, { label: accept }, { label: keep, wantsText: texts.noReason }],
    hint: texts.choose,
    onChoose([chosen], text) {
      if (chosen === 0) onDecide(agree('default'))
      else if (chosen === 1) onDecide(agree('acceptEdits'))
      else onDecide(createDenial(question, text))
    },
    onCancel: onStop,
    onChange,
  })
}

/** The call that is asked about: its command, its difference, or its input. */
function formatCall(
  { question, cwd, texts }: QuestionPanelOptions,
  scroll: HeadScroll,
  screen: Screen,
  rows: number,
): readonly string[] {
  const { palette } = screen
  const { toolName, input, reason, description, agentId } = question
  const why = reason === undefined ? undefined : tellReason(reason, texts)
  const notes = [description, why, agentId === undefined ? undefined : texts.ofSubagent]
    .filter(note => note !== undefined && note !== '')
    .flatMap(note => wrapText(oneLine(stripControl(note ?? ''), 400), inset(screen, 2).width))
    .map(line => `  ${palette.dim(line)}`)
  const title = palette.bold(texts.mayRun(oneLine(stripControl(toolName), 80)))
  const room = Math.max(1, rows - 1 - notes.length)
  return [title, ...scroll.cut(formatInput({ toolName, input, cwd }, screen), room, screen), ...notes]
}

type AskedCall = Pick<ChatQuestion, 'toolName' | 'input'> & { readonly cwd: string }

function formatInput({ toolName, input, cwd }: AskedCall, screen: Screen): readonly string[] {
  const { palette } = screen
  const command = input.command
  if (typeof command === 'string') return formatScript(command, screen)
  const diff = readStoredDiff({ name: toolName, input, told: readBefore(input) })
  if (diff && diff.hunks.length > 0) {
    const path = oneLine(stripControl(toRelativePath(diff.path, cwd) ?? diff.path), 300)
    return [`  ${palette.bold(path)}`, ...formatDiff(diff, { isWrapped: true }, screen)]
  }
  const preview = previewText(formatFields(input), WHOLE_INPUT)
  const cut = formatCut(preview, screen)
  return [
    ...wrapText(stripControl(preview.text), inset(screen, 2).width).map(line => `  ${line}`),
    ...(cut === '' ? [] : [`  ${palette.dim(cut)}`]),
  ]
}

// More than anybody reads before they answer.
const WHOLE_INPUT = { maxLines: 4000, maxCodePoints: 200_000 }

/** What a file holds now that would be written anew, so that the difference is a real one. */
function readBefore(input: ChatQuestion['input']): object | undefined {
  const path = input.file_path
  if (typeof path !== 'string' || typeof input.content !== 'string') return undefined
  try {
    if (statSync(path).size > MAX_FILE_BYTES) return undefined
    return { originalFile: readFileSync(path, 'utf8') }
  } catch {
    return undefined
  }
}

const MAX_FILE_BYTES = 1024 * 1024

function formatFields(input: ChatQuestion['input']): string {
  return Object.entries(input)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
}

function describeRules(updates: readonly PermissionUpdate[], texts: ReplTexts): string {
  const rules = updates.flatMap(listRules)
  const destination = updates[0] && 'destination' in updates[0] ? String(updates[0].destination) : ''
  return texts.always(
    rules.map(rule => oneLine(stripControl(rule), 120)).join(', '),
    texts.places[destination] ?? '',
  )
}

function listRules(update: PermissionUpdate): readonly string[] {
  if (update.type === 'setMode') return [String(update.mode)]
  if (update.type === 'addDirectories') return update.directories.map(String)
  const rules: unknown = 'rules' in update ? update.rules : undefined
  if (!Array.isArray(rules)) return []
  return rules
    .filter(isObject)
    .map(({ toolName, ruleContent }) =>
      ruleContent === undefined ? String(toolName) : `${String(toolName)}(${String(ruleContent)})`,
    )
}
