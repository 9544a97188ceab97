import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { assertNever, isObject } from '@antiphon/contract'
import type { PersonItem } from '@antiphon/core'
import { type CallDiff, readCallDiff } from '@antiphon/core/changes'
import { readCallSubject } from '@antiphon/core/turns'
import {
  type CommandItem,
  describeNotice,
  firstBlock,
  oneLine,
  previewText,
  previewToolResult,
  type ToolItem,
  type ToolStatus,
} from '@antiphon/core/ui'
import { appendSuffix, type Screen } from '../terminal/screen.ts'
import { cutToWidth } from '../terminal/text-width.ts'
import { formatDiff } from '../view/format-diff.ts'
import { formatNotice, formatPrompt, formatSpeech, formatThinking } from '../view/format-speech.ts'
import { formatResult, formatToolHead } from '../view/format-tool.ts'
import { formatToolInput } from '../view/format-tool-input.ts'
import { formatDivider, type Spacing } from '../view/layout.ts'
import { viewWords } from '../view/view-words.ts'

export type FormatItemOptions = {
  /** Shows what calls gave back as far as anybody reads it, not only how it begins. */
  readonly hasWholeResults?: boolean
  readonly hasWholeThinking: boolean
  /** So much of a prompt is shown; all that anybody types unless told. */
  readonly maxPromptLines?: number
  /** True for what a subagent was told and did. */
  readonly isNested?: boolean
  /** True for an answer whose beginning stands above. */
  readonly isContinued?: boolean
  /** Paths below it are shown without it. */
  readonly cwd?: string | undefined
}

/** The lines of one item, without what a subagent did for it. */
export function formatItem(item: PersonItem, options: FormatItemOptions, screen: Screen): string[] {
  const { palette } = screen
  const suffix = formatMarks(item, screen)
  switch (item.kind) {
    case 'prompt':
      if (options.isNested) return formatSpeech({ ...quiet('›', item, screen), maxLines: 4 }, screen)
      return isEnclosure(item.message)
        ? formatSpeech({ sign: ' ', text: item.text, style: palette.dim, maxLines: 2, suffix }, screen)
        : formatPrompt(item.text, screen, { suffix, maxLines: options.maxPromptLines })
    case 'answer': {
      const { isContinued = false } = options
      const sign = isContinued ? ' ' : palette.magenta('●')
      return item.text.trim() === ''
        ? []
        : formatSpeech({ sign, text: item.text, isMarkdown: true, isContinued, suffix }, screen)
    }
    case 'thinking':
      return formatThinking({ text: item.text, isWhole: options.hasWholeThinking, suffix }, screen)
    case 'tool': {
      const { head, result } = formatToolItem(item, options.cwd, screen, options.hasWholeResults)
      return [head, ...result]
    }
    case 'command':
      return formatCommand(item, screen, options.hasWholeResults)
    case 'notice':
      return formatNotice({ level: item.level, text: sayText(item, screen), suffix }, screen)
    case 'summary':
      return formatSpeech({ ...quiet('≡', item, screen), isMarkdown: true, maxLines: 6 }, screen)
    case 'boundary':
      return [formatDivider(sayText(item, screen), screen)]
    case 'interruption':
      return formatSpeech(
        {
          sign: palette.yellow('■'),
          text: oneLine(sayText(item, screen).replace(/^\[|\]$/g, '')),
          style: palette.yellow,
          suffix,
        },
        screen,
      )
    case 'meta':
      return formatSpeech({ ...quiet('‹', item, screen), maxLines: 3, maxCodePoints: 400 }, screen)
    default:
      return assertNever(item)
  }
}

/** How much room an item wants around it. */
export function spacingOfItem({ kind, message }: PersonItem): Spacing {
  if (kind === 'prompt' && isEnclosure(message)) return 'tight'
  // A file that the person mentioned belongs to the prompt that mentions it.
  if (kind === 'notice' && message.type === 'attachment') return 'tight'
  return LINES.includes(kind) ? 'line' : 'words'
}

const LINES: readonly PersonItem['kind'][] = ['tool', 'command', 'notice', 'interruption', 'meta']

function quiet(sign: string, item: PersonItem, screen: Screen): Parameters<typeof formatSpeech>[0] {
  const { dim } = screen.palette
  return { sign: dim(sign), text: item.text, style: dim, suffix: formatMarks(item, screen) }
}

function formatCommand(item: CommandItem, screen: Screen, isWhole = false): string[] {
  const { palette, width } = screen
  const words = [item.name, item.input].filter(Boolean).join(' ')
  const head = `${palette.cyan('$')} ${cutToWidth(oneLine(words, 200), width - 2)}`
  const output = previewText(
    (item.output ?? '').trim(),
    isWhole ? WHOLE_RESULT : { maxLines: 6, maxCodePoints: 1200 },
  )
  return [
    ...(words === '' ? [] : appendSuffix([head], formatMarks(item, screen), screen)),
    ...(output.text === '' ? [] : formatResult(output, 'done', screen, { isWrapped: isWhole })),
  ]
}

/** True for a picture or file that came with a prompt: an item of its own, but nobody's words. */
function isEnclosure(message: unknown): boolean {
  const block = firstBlock(message)
  return block !== undefined && block.type !== 'text'
}

type FormattedTool = { readonly head: string; readonly result: readonly string[] }

/** A call and the head of its result, apart: what a subagent did for it stands between them. */
export function formatToolItem(
  item: ToolItem,
  cwd: string | undefined,
  screen: Screen,
  isWhole = false,
): FormattedTool {
  const { status, durationMs, isDurationAtMost, result } = item.story
  const diff = readCallDiff(item.story)
  const { tool, about } = readCallSubject(item.story, cwd)
  const head = formatToolHead(
    {
      status,
      title: about === '' ? tool : `${tool}: ${about}`,
      ...(diff && diff.added + diff.removed > 0 && { note: formatPlusMinus(diff) }),
      ...(durationMs !== undefined && { durationMs }),
      ...(isDurationAtMost && { isAtMost: true }),
      suffix: formatMarks(item, screen),
      ...readAddress(item.story.input),
    },
    screen,
  )
  const asked = isWhole ? formatToolInput(item.story, screen) : []
  const block = firstBlock(result)
  if (block === undefined) return { head, result: asked }
  if (diff && diff.hunks.length > 0)
    return {
      head,
      result: formatDiff(diff, isWhole ? { isWrapped: true } : { maxLines: DIFF_LINES }, screen),
    }
  const limits = isWhole ? WHOLE_RESULT : { maxLines: RESULT_LINES[status], maxCodePoints: 1200 }
  const preview = previewToolResult(block, limits)
  const isSilent = preview.text.trim() === '' && preview.cutCodePoints === 0
  const told = isSilent ? [] : formatResult(preview, status, screen, { isWrapped: isWhole })
  return { head, result: [...asked, ...told] }
}

/** Where the file of a call is, or the page that it fetched. */
function readAddress(input: unknown): { readonly address?: string } {
  if (!isObject(input)) return {}
  const { file_path: path, url } = input
  if (typeof path === 'string' && isAbsolute(path)) return { address: pathToFileURL(path).href }
  return typeof url === 'string' ? { address: url } : {}
}

const WHOLE_RESULT = { maxLines: 1000, maxCodePoints: 100_000 }

/** More of a change than of an output: it is what was asked for. */
const DIFF_LINES = 40

function formatPlusMinus({ added, removed }: CallDiff): string {
  return [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`−${removed}`] : [])].join(' ')
}

/** What went wrong is worth more lines than what went well. */
const RESULT_LINES: Readonly<Record<ToolStatus, number>> = {
  done: 4,
  failed: 10,
  denied: 2,
  interrupted: 2,
  running: 4,
}

/** What is special about an item, in words behind it; mostly nothing. */
function formatMarks(item: PersonItem, { language }: Screen): string {
  const words = viewWords(language)
  const marks = [
    ...(item.kind === 'prompt' && item.author ? [words.author(item.author.name)] : []),
    ...(item.isVirtual ? [words.marks.virtual] : []),
    ...(item.isRetracted ? [words.marks.retracted] : []),
    ...(item.isSidechain ? [words.marks.sidechain] : []),
  ]
  return marks.length === 0 ? '' : words.inBrackets(marks)
}

/** What the program noted, in the person's language. */
function sayText(item: PersonItem, { language }: Screen): string {
  return language === 'zh-CN' ? describeNotice(item) : item.text
}
