import { buildPersonView, type PersonItem } from '@antiphon/core'
import { isForeign } from '@antiphon/core/ui'
import {
  computeExportHeader,
  type ExportHeader,
  type ExportOptions,
  type ExportSource,
} from './export-header.ts'
import { formatItems } from './markdown/format-items.ts'
import { escapeLabel } from './markdown/safe-markdown.ts'

/**
 * A session as a person reads it, in Markdown, piece by piece. Whatever stands in the session, it cannot leave its place:
 * there is no HTML but ours, and every block ends where its item does.
 */
export function* exportMarkdown(source: ExportSource, given: ExportOptions): Generator<string> {
  const { conversation, woven, name } = source
  const header = computeExportHeader(source)
  const options = { ...given, cwd: header.cwd }
  const items = buildPersonView(woven)
  const isLost = (item: PersonItem): boolean => isForeign(item, conversation.leaf)
  for (const piece of formatPieces()) yield `${piece}\n`

  function* formatPieces(): Generator<string> {
    yield `# ${escapeLabel(header.title ?? header.session ?? name)}\n`
    yield formatFacts(header)
    yield* formatItems(
      items.filter(item => !isLost(item)),
      options,
    )
    const lost = items.filter(isLost)
    if (lost.length > 0) yield '## Subagents whose call is not in this session\n'
    yield* formatItems(lost, options)
    for (const branch of options.hasBranches ? conversation.branches : []) {
      yield '## A branch that was left behind\n'
      yield* formatItems(buildPersonView(branch.messages), options)
    }
  }
}

function formatFacts({
  session,
  cwd,
  gitBranch,
  models,
  startedAt,
  endedAt,
  counts,
  redactions,
}: ExportHeader): string {
  const rows: readonly (readonly [string, string | null])[] = [
    ['Session', session],
    ['Directory', cwd],
    ['Branch', gitBranch],
    ['Models', models.join(', ') || null],
    ['Time', startedAt && endedAt && `${startedAt} to ${endedAt}`],
    [
      'Messages',
      `${counts.messages} (prompts: ${counts.prompts}, answers: ${counts.answers}, tool calls: ${counts.toolCalls}, subagents: ${counts.subagents})`,
    ],
    ['Redacted', redactions === null ? 'nothing: secrets were kept' : formatRedactions(redactions)],
  ]
  const shown = rows.filter(([, value]) => value !== null && value !== '')
  return [
    '| | |',
    '|---|---|',
    ...shown.map(([label, value]) => `| ${label} | ${escapeLabel(value ?? '')} |`),
    '',
  ].join('\n')
}

/** `2 password, 1 jwt`, or that there was nothing. */
export function formatRedactions(redactions: NonNullable<ExportHeader['redactions']>): string {
  const kinds = Object.entries(redactions).map(([kind, count]) => `${count} ${kind}`)
  return kinds.length === 0 ? 'no secret found' : kinds.join(', ')
}
