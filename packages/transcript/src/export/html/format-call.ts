import { isObject } from '@antiphon/contract'
import { encodeEntry, messageText } from '@antiphon/core'
import { readCallDiff } from '@antiphon/core/changes'
import { readCallSubject } from '@antiphon/core/turns'
import { formatDuration, type ToolItem, type ToolStatus } from '@antiphon/core/ui'
import { cutOutput, formatCut, HTML_OUTPUT } from '../cut-output.ts'
import { escapeHtml, fold } from './escape-html.ts'
import { formatDiff, formatPlusMinus } from './format-diff.ts'
import { formatImages } from './format-images.ts'
import { formatProse } from './format-prose.ts'

export type FormatCallOptions = {
  /** Paths below it are shown without it. */
  readonly cwd: string | null
  readonly hasWholeOutput: boolean
  /** What a subagent did for the call, as HTML. */
  readonly children: (item: ToolItem) => Iterable<string>
}

/** One call on a line that opens: what it was given, what came back, what it changed. One that failed is open. */
export function formatCall(
  item: ToolItem,
  { cwd, hasWholeOutput, children }: FormatCallOptions,
): Generator<string> {
  const { story } = item
  const diff = readCallDiff(story)
  const isFailed = story.status === 'failed'
  const name = `call is-${story.status}`
  const head = [
    `<span class="sign">${SIGNS[story.status]}</span>`,
    formatSubject(item, cwd),
    ...(diff ? [`<span class="pm">${formatPlusMinus(diff)}</span>`] : []),
    ...(story.status === 'done' ? [] : [`<span class="state">${story.status}</span>`]),
    ...(story.durationMs
      ? [`<span class="time">${story.isDurationAtMost ? '≤ ' : ''}${formatDuration(story.durationMs)}</span>`]
      : []),
  ].join(' ')
  return fold({ name, head, isOpen: isFailed }, formatBody())

  function* formatBody(): Generator<string> {
    if (diff && diff.hunks.length > 0) yield* formatDiff(diff)
    else yield* formatInput(item)
    if (story.children.length > 0) yield* children(item)
    // What the tool says of a change is told by the change.
    if (story.result && !(diff && diff.hunks.length > 0)) yield* formatOutput(item, hasWholeOutput)
    if (story.result) yield formatImages(story.result)
  }
}

const SIGNS: Readonly<Record<ToolStatus, string>> = {
  done: '✓',
  failed: '✗',
  denied: '⊘',
  interrupted: '■',
  running: '…',
}

function formatSubject({ story }: ToolItem, cwd: string | null): string {
  const { tool, about } = readCallSubject(story, cwd)
  return `<b>${escapeHtml(tool)}</b> <span class="about">${escapeHtml(about)}</span>`
}

function* formatInput({ story: { name, input, title } }: ToolItem): Generator<string> {
  if (!isObject(input)) return
  const fields = Object.keys(input)
  if (typeof input.plan === 'string') yield formatProse(input.plan)
  else if (AGENTS.has(name) && typeof input.prompt === 'string')
    yield* labelled('Task', formatProse(input.prompt))
  else if (typeof input.command === 'string') {
    // The line above has all of a short one.
    if (!title.includes(input.command))
      yield `<pre class="term" tabindex="0">${escapeHtml(input.command)}</pre>\n`
  } else if (!fields.every(field => TOLD_FIELDS.has(field) || isTold(input[field], title)))
    yield `<pre class="term" tabindex="0">${escapeHtml(formatJson(input))}</pre>\n`
}

const AGENTS: ReadonlySet<string> = new Set(['Task', 'Agent'])

// What the line above says already.
const TOLD_FIELDS: ReadonlySet<string> = new Set([
  'file_path',
  'path',
  'pattern',
  'url',
  'query',
  'description',
  'timeout',
])

/** What the line above has in full. */
function isTold(value: unknown, title: string): boolean {
  return typeof value === 'string' && value !== '' && title.includes(value)
}

function formatJson(value: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(value, null, 2)
  } catch {
    // Nested deeper than the stack reaches: on one line, which core can write at any depth.
    return encodeEntry(value)
  }
}

function* formatOutput(
  { story: { name, result, status } }: ToolItem,
  hasWholeOutput: boolean,
): Generator<string> {
  const text = result ? messageText(result) : ''
  if (text.trim() === '') return
  if (AGENTS.has(name) && status === 'done') return yield* labelled('Report', formatProse(text))
  const shown = hasWholeOutput ? { head: text, cut: 0, tail: '' } : cutOutput(text, HTML_OUTPUT)
  yield `<pre class="term${status === 'failed' ? ' is-failed' : ''}" tabindex="0">${escapeHtml(shown.head)}`
  if (shown.cut > 0) yield `<em class="skipped">${formatCut(shown.cut)}</em>${escapeHtml(shown.tail)}`
  yield '</pre>\n'
}

function* labelled(label: string, body: string): Generator<string> {
  yield `<p class="label">${label}</p>`
  yield body
}
