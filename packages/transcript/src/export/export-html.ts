import { createHash } from 'node:crypto'
import { buildPersonView, type PersonItem } from '@antiphon/core'
import { readTurns, type Turn } from '@antiphon/core/turns'
import { formatCount, formatModel, isForeign, oneLine } from '@antiphon/core/ui'
import {
  computeExportHeader,
  type ExportHeader,
  type ExportOptions,
  type ExportSource,
} from './export-header.ts'
import { escapeHtml, fold } from './html/escape-html.ts'
import { type FormatTurnOptions, formatTime, formatTurn, turnId } from './html/format-turn.ts'
import { HTML_STYLE } from './html/html-style.ts'
import type { Redaction } from './redaction-report.ts'

export type HtmlOptions = ExportOptions & {
  /** What was taken out and where, to be told in the file. */
  readonly report?: readonly Redaction[]
}

/**
 * A session as one HTML file to read, piece by piece: by turns, folded, without a script, with its pictures inside. What
 * stands in the session is text everywhere, and a policy of the file's own forbids whatever would not be.
 */
export function* exportHtml(source: ExportSource, options: HtmlOptions): Generator<string> {
  const { conversation, woven, name } = source
  const header = computeExportHeader(source)
  const items = buildPersonView(woven)
  const own = items.filter(item => !isForeign(item, conversation.leaf))
  const turns = readTurns(own, woven)
  const turnOptions: FormatTurnOptions = { ...options, cwd: header.cwd }
  const title = header.title ?? header.session ?? name
  yield formatHead(title)
  yield `<body><header class="top"><h1>${escapeHtml(title)}</h1>${formatFacts(header, turns)}`
  yield* formatRedactions(header, options.report ?? [])
  yield '</header>\n'
  yield* formatContents(turns, turnOptions)
  yield '<main>\n'
  for (const turn of turns) yield* formatTurn(turn, turnOptions)
  yield* formatAside('Agents whose call is not in this session', {
    turns: readTurns(
      items.filter(item => isForeign(item, conversation.leaf)),
      woven,
    ),
    options: { ...turnOptions, prefix: 'agent-' },
  })
  for (const [index, branch] of (options.hasBranches ? conversation.branches : []).entries())
    yield* formatAside('A branch that was left behind', {
      turns: readTurns(buildPersonView(branch.messages), branch.messages),
      options: { ...turnOptions, prefix: `branch-${index + 1}-` },
    })
  yield `</main>\n<footer class="end">Exported with Antiphon</footer>\n</body>\n</html>\n`
}

type Aside = { readonly turns: readonly Turn[]; readonly options: FormatTurnOptions }

function* formatAside(heading: string, { turns, options }: Aside): Generator<string> {
  if (turns.length === 0) return
  yield `<h2 class="aside">${heading}</h2>\n`
  for (const turn of turns) yield* formatTurn(turn, options)
}

const STYLE_HASH = createHash('sha256').update(HTML_STYLE).digest('base64')
const POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`

function formatHead(title: string): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(oneLine(title, 120))}</title>`,
    `<style>${HTML_STYLE}</style>`,
    '</head>\n',
  ].join('\n')
}

function formatFacts(header: ExportHeader, turns: readonly Turn[]): string {
  const { cwd, gitBranch, models, startedAt, endedAt, counts } = header
  const asked = turns.filter(({ number }) => number !== undefined).length
  const folder = cwd?.split(/[/\\]/).findLast(part => part !== '')
  const days = [startedAt, endedAt].map(time => formatTime(time ?? '')).filter(Boolean)
  const facts = [
    [folder, gitBranch].filter(Boolean).join(' / '),
    models.map(formatModel).join(', '),
    formatCount(asked, 'turn'),
    formatCount(counts.messages, 'message'),
    formatCount(counts.toolCalls, 'tool call'),
    ...(counts.subagents > 0 ? [formatCount(counts.subagents, 'agent')] : []),
    days[0] === undefined
      ? ''
      : `${days[0]} to ${days[1]?.slice(days[1].startsWith(days[0].slice(0, 10)) ? 11 : 0)} UTC`,
  ]
  return `<p class="facts">${facts
    .filter(Boolean)
    .map(fact => `<span>${escapeHtml(fact)}</span>`)
    .join('')}</p>`
}

/** What was taken out, so that a reader knows that something is missing, and where. */
function* formatRedactions({ redactions }: ExportHeader, report: readonly Redaction[]): Generator<string> {
  if (redactions === null) {
    yield '<p class="note is-warning">Secrets were not redacted in this file.</p>'
    return
  }
  const kinds = Object.entries(redactions)
  const count = kinds.reduce((sum, [, number]) => sum + number, 0)
  if (count === 0) {
    yield '<p class="facts">No secrets were found.</p>'
    return
  }
  const rows = report
    .slice(0, MOST_ROWS)
    .map(
      ({ kind, place, masked }) =>
        `<tr><td>${escapeHtml(kind)}</td><td>${escapeHtml(place)}</td><td><code>${escapeHtml(masked)}</code></td></tr>`,
    )
  const list = kinds.map(([kind, number]) => `${number} ${kind}`).join(', ')
  yield* fold(
    { name: 'more redacted', head: `${formatCount(count, 'secret')} redacted: ${escapeHtml(list)}` },
    [
      `<table><thead><tr><th>Kind</th><th>Place</th><th>Was</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
      ...(report.length > MOST_ROWS
        ? [`<p>… and ${formatCount(report.length - MOST_ROWS, 'more place')}</p>`]
        : []),
    ],
  )
}

const MOST_ROWS = 500

function* formatContents(turns: readonly Turn[], options: FormatTurnOptions): Generator<string> {
  const asked = turns.filter(({ heading }) => heading.length > 0)
  if (asked.length < 2) return
  const rows = asked.map(turn => {
    const words = oneLine(wordsOf(turn.heading.map(({ item }) => item)), 120)
    return `<li><a href="#${turnId(turn, options)}"><span class="num">${turn.number ?? '·'}</span> ${escapeHtml(words)}</a></li>\n`
  })
  yield '<nav aria-label="Turns">'
  yield* fold({ name: 'more contents', head: formatCount(asked.length, 'turn') }, ['<ol>', ...rows, '</ol>'])
  yield '</nav>\n'
}

function wordsOf(items: readonly PersonItem[]): string {
  const words = items.map(item =>
    item.kind === 'command' ? `${item.name ?? ''} ${item.input ?? ''}` : item.text,
  )
  return words.find(text => text.trim() !== '') ?? '…'
}
