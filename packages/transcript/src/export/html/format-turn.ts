import { assertNever } from '@antiphon/contract'
import { type PersonItem, parseContext } from '@antiphon/core'
import { renderReference } from '@antiphon/core/context'
import { formatWork, itemsOf, type PersonTurn, readTurns, type TurnPart } from '@antiphon/core/turns'
import {
  type CommandItem,
  firstBlock,
  formatCount,
  formatDuration,
  oneLine,
  SUMMARY_WORDS,
  type ToolItem,
} from '@antiphon/core/ui'
import type { ExportOptions } from '../export-header.ts'
import { escapeHtml, fold } from './escape-html.ts'
import { formatCall } from './format-call.ts'
import { formatImages } from './format-images.ts'
import { formatProse } from './format-prose.ts'

export type FormatTurnOptions = Pick<ExportOptions, 'hasThinking' | 'hasWholeOutput'> & {
  readonly cwd: string | null
  /** Told before the number of a turn where a name is needed once more, as on another branch. */
  readonly prefix?: string
}

/** A turn: what was asked as its heading, what was answered as prose, the work between as a line that opens. */
export function* formatTurn(turn: PersonTurn, options: FormatTurnOptions): Generator<string> {
  yield `<section class="turn" id="${turnId(turn, options)}">\n`
  yield* formatHeading(turn)
  for (const part of turn.parts) yield* formatPart(part, options)
  yield* formatFoot(turn)
  yield '</section>\n'
}

/** The name by which a turn is linked to. */
export function turnId(
  { number, key }: PersonTurn,
  { prefix = '' }: Pick<FormatTurnOptions, 'prefix'>,
): string {
  return `${prefix}turn-${number ?? escapeHtml(key).replace(/[^\w-]/g, '')}`
}

function* formatHeading({ heading, number }: PersonTurn): Generator<string> {
  const [first] = heading
  if (!first) return
  const time = formatTime(first.item.timestamp)
  const at = [number, time].filter(Boolean).join(' · ')
  yield `<div class="prompt"><div>`
  for (const { item } of heading) yield* formatAsked(item)
  yield `</div><span class="at">${at}</span></div>\n`
}

function* formatAsked(item: PersonItem): Generator<string> {
  if (item.kind === 'command') {
    yield* formatCommand(item)
    return
  }
  const block = firstBlock(item.message)
  if (block !== undefined && block.type !== 'text') {
    const images = formatImages(item.message)
    yield images || `<p class="label">${escapeHtml(oneLine(item.text, 200))}</p>`
    return
  }
  const { text, references } = parseContext(item.text)
  if (references.length > 0)
    yield `<ul class="refs">${references.map(reference => `<li>${escapeHtml(renderReference(reference))}</li>`).join('')}</ul>`
  const author =
    item.kind === 'prompt' && item.author ? `<p class="label">${escapeHtml(item.author.name)}</p>` : ''
  yield author + formatPrompt(text.trim())
}

/** A short prompt is a heading; a long one has one, and stands below it. */
function formatPrompt(text: string): string {
  if (text.length <= LONGEST_HEADING) return `<h2>${escapeHtml(text)}</h2>`
  const head = oneLine(text, LONGEST_HEADING)
  const body = `<pre class="asked">${escapeHtml(text)}</pre>`
  return `<h2 class="is-long">${escapeHtml(head)}</h2>${[...fold({ name: 'more', head: 'The whole prompt' }, [body])].join('')}`
}

const LONGEST_HEADING = 600

function* formatCommand({ name = '', input = '', output = '' }: CommandItem): Generator<string> {
  const words = `${name} ${input}`.trim()
  if (words !== '') yield `<h2 class="is-command">${escapeHtml(oneLine(words, 400))}</h2>`
  if (output.trim() !== '')
    yield* fold({ name: 'more', head: 'Output' }, [
      `<pre class="term" tabindex="0">${escapeHtml(output)}</pre>`,
    ])
}

function* formatPart(part: TurnPart, options: FormatTurnOptions): Generator<string> {
  if (part.kind === 'item') return yield* formatItem(part.item.item, options)
  const items = part.items.map(({ item }) => item).filter(item => isShown(item, options))
  const calls = items.filter(item => item.kind === 'tool')
  if (items.length === 0) return
  // A single call needs no line of its own that says what it was.
  if (calls.length === 0 || items.length === 1) {
    for (const item of items) yield* formatItem(item, options)
    return
  }
  const isOpen = part.summary.failed > 0
  const head = `<span class="what">${escapeHtml(formatWork(part.summary))}</span>`
  yield* fold({ name: isOpen ? 'work has-failed' : 'work', head }, formatEach(items, options))
}

function* formatEach(items: readonly PersonItem[], options: FormatTurnOptions): Generator<string> {
  for (const item of items) yield* formatItem(item, options)
}

function isShown(item: PersonItem, { hasThinking }: FormatTurnOptions): boolean {
  if (item.kind === 'thinking') return hasThinking && item.text.trim() !== ''
  return item.kind === 'tool' || item.text.trim() !== ''
}

function* formatItem(item: PersonItem, options: FormatTurnOptions): Generator<string> {
  if (!isShown(item, options)) return
  switch (item.kind) {
    case 'answer':
      yield formatProse(item.text)
      break
    case 'tool':
      yield* formatCall(item, {
        cwd: options.cwd,
        hasWholeOutput: options.hasWholeOutput === true,
        children: tool => formatSubagent(tool, options),
      })
      break
    case 'thinking':
      yield* fold({ name: 'think', head: `Thought: ${escapeHtml(oneLine(item.text, 90))}` }, [
        formatProse(item.text),
      ])
      break
    case 'prompt':
      yield formatPrompt(item.text.trim())
      yield formatImages(item.message)
      break
    case 'command':
      yield* formatCommand(item)
      break
    case 'notice':
      yield `<p class="note is-${item.level}">${escapeHtml(item.text)}</p>\n`
      break
    case 'summary':
      yield* fold({ name: 'more', head: SUMMARY_WORDS }, [formatProse(item.text)])
      break
    case 'boundary':
      yield `<p class="cut">${escapeHtml(item.text)}</p>\n`
      break
    case 'interruption':
      yield `<p class="note is-warning">${escapeHtml(item.text.replace(/^\[|\]$/g, ''))}</p>\n`
      break
    case 'meta':
      yield* fold({ name: 'more', head: 'For the model' }, [
        `<pre class="term" tabindex="0">${escapeHtml(item.text)}</pre>`,
      ])
      break
    default:
      assertNever(item)
  }
}

// The view bounds how deep subagents nest, and with it this recursion.
function* formatSubagent(item: ToolItem, options: FormatTurnOptions): Generator<string> {
  const turns = readTurns(item.story.children, [])
  const head = `Work of the agent: ${formatCount(item.story.children.length, 'step')}`
  yield* fold({ name: 'agent', head }, formatInner())

  function* formatInner(): Generator<string> {
    // Its prompt is the task that the call names.
    for (const turn of turns) for (const part of turn.parts) yield* formatPart(part, options)
  }
}

function* formatFoot(turn: PersonTurn): Generator<string> {
  const calls = itemsOf(turn).filter(({ item }) => item.kind === 'tool').length
  const facts = [
    ...(turn.durationMs ? [formatDuration(turn.durationMs)] : []),
    ...(calls > 0 ? [formatCount(calls, 'tool call')] : []),
  ]
  if (facts.length > 0) yield `<p class="foot">${facts.join(' · ')}</p>\n`
}

/** `2026-01-31 16:02`, in UTC; empty where nothing tells it. */
export function formatTime(timestamp: string): string {
  const time = Date.parse(timestamp)
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}
