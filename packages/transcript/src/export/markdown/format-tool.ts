import { isObject } from '@antiphon/contract'
import { encodeEntry, messageText } from '@antiphon/core'
import { readCallDiff } from '@antiphon/core/changes'
import { readCallSubject } from '@antiphon/core/turns'
import { formatDuration, type ToolItem, type ToolStatus } from '@antiphon/core/ui'
import { cutOutput, formatCut, MARKDOWN_OUTPUT } from '../cut-output.ts'
import { details, fence } from './safe-markdown.ts'

export type FormatToolOptions = {
  /** What a subagent did for the call. */
  readonly children: Iterable<string>
  readonly hasWholeOutput: boolean
  readonly cwd: string | null
}

/** A call on one line, folded: what it was given and what came back. One that failed says so in that line. */
export function formatTool(item: ToolItem, options: FormatToolOptions): Generator<string> {
  const { story } = item
  const { tool, about } = readCallSubject(story, options.cwd)
  const diff = readCallDiff(story)
  const facts = [
    [tool, about].filter(Boolean).join(': '),
    ...(diff && diff.added + diff.removed > 0 ? [`+${diff.added} −${diff.removed}`] : []),
    ...(story.status === 'done' ? [] : [story.status]),
    ...(story.durationMs ? [formatDuration(story.durationMs)] : []),
  ]
  return details(`${SIGNS[story.status]} ${facts.join(' · ')}`, formatBody(item, options))
}

function* formatBody(
  { story }: ToolItem,
  { children, hasWholeOutput }: FormatToolOptions,
): Generator<string> {
  const { result, input } = story
  const output: unknown = result && 'toolUseResult' in result ? result.toolUseResult : undefined
  const diff = formatDiff(input, output)
  if (diff !== null) yield `${fence(diff, 'diff')}\n`
  else yield* formatInput(input)
  if (story.children.length > 0)
    yield* details(`Work of a subagent for this call: ${countSteps(story.children.length)}`, children)
  // What the tool says of a change is told by the change.
  if (result && (diff === null || story.status !== 'done'))
    yield* formatResult(messageText(result), hasWholeOutput)
}

const SIGNS: Readonly<Record<ToolStatus, string>> = {
  done: '✓',
  failed: '✗',
  denied: '⊘',
  interrupted: '■',
  running: '…',
}

function countSteps(count: number): string {
  return `${count} ${count === 1 ? 'step' : 'steps'}`
}

function* formatInput(input: unknown): Generator<string> {
  if (!isObject(input)) {
    if (typeof input === 'string' && input !== '') yield `${fence(input)}\n`
    return
  }
  const fields = Object.keys(input)
  if (fields.length === 0) return
  const isCommand = typeof input.command === 'string' && fields.every(field => COMMAND_FIELDS.has(field))
  yield `${isCommand ? fence(String(input.command), 'bash') : fence(formatJson(input), 'json')}\n`
}

// Beside the command, these say nothing that the title does not.
const COMMAND_FIELDS: ReadonlySet<string> = new Set(['command', 'description', 'timeout'])

function formatJson(value: Record<string, unknown>): string {
  try {
    return JSON.stringify(value, null, 2)
  } catch {
    // Nested deeper than the stack reaches: on one line, which core can write at any depth.
    return encodeEntry(value)
  }
}

function* formatResult(text: string, hasWholeOutput: boolean): Generator<string> {
  if (text.trim() === '') return
  const shown = hasWholeOutput ? { head: text, cut: 0, tail: '' } : cutOutput(text, MARKDOWN_OUTPUT)
  const cut = shown.cut === 0 ? '' : `${formatCut(shown.cut)}${shown.tail}`
  yield `${fence(shown.head + cut)}\n`
}

/** What a call changed in a file, as a unified diff; null where it is no edit. */
function formatDiff(input: unknown, output: unknown): string | null {
  return formatPatch(output) ?? formatReplacements(input)
}

/** The patch that the tool stored beside its result. */
function formatPatch(output: unknown): string | null {
  const hunks: unknown = isObject(output) ? output.structuredPatch : undefined
  if (!Array.isArray(hunks) || hunks.length === 0 || !hunks.every(isHunk)) return null
  return hunks
    .map(({ oldStart, oldLines, newStart, newLines, lines }) =>
      [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines].join('\n'),
    )
    .join('\n')
}

type Hunk = {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  readonly lines: readonly string[]
}

function isHunk(value: unknown): value is Hunk {
  return (
    isObject(value) &&
    [value.oldStart, value.oldLines, value.newStart, value.newLines].every(Number.isSafeInteger) &&
    Array.isArray(value.lines) &&
    value.lines.every(line => typeof line === 'string')
  )
}

function formatReplacements(input: unknown): string | null {
  if (!isObject(input)) return null
  const edits = Array.isArray(input.edits) ? input.edits : [input]
  if (edits.length === 0 || !edits.every(isReplacement)) return null
  return edits
    .flatMap(({ old_string, new_string }) => [...mark('-', old_string), ...mark('+', new_string)])
    .join('\n')
}

type Replacement = { readonly old_string: string; readonly new_string: string }

function isReplacement(value: unknown): value is Replacement {
  return isObject(value) && typeof value.old_string === 'string' && typeof value.new_string === 'string'
}

function mark(sign: string, text: string): readonly string[] {
  return text === '' ? [] : text.split('\n').map(line => sign + line)
}
