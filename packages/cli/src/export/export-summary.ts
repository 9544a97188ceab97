import { type ConversionLoss, LOSS_RULES } from '@antiphon/converters'
import { formatCount, oneLine, stripControl } from '@antiphon/core/ui'
import { formatRedactions, type RedactionCounts, type TrainingRefusal } from '@antiphon/transcript'
import type { ExportFormat } from './plan-outputs.ts'

/** What became of one session; `--json` prints a list of these. */
export type SessionExport = {
  readonly name: string
  readonly session: string | null
  readonly status: 'exported' | 'refused'
  /** The file; null for standard output, and for what was refused. */
  readonly out: string | null
  readonly messages: number
  readonly subagents: number
  readonly damagedLines: number
  /** By kind; null where secrets were kept. */
  readonly redactions: RedactionCounts | null
  /** Why it is no training data. */
  readonly refusals: readonly TrainingRefusal[]
  /** What another library's messages do not hold of it; none in formats of ours. */
  readonly losses: readonly ConversionLoss[]
}

type ExportSummary = {
  readonly format: ExportFormat
  readonly exported: number
  readonly refused: number
  /** Of all sessions; null where secrets were kept. */
  readonly redactions: RedactionCounts | null
  readonly sessions: readonly SessionExport[]
}

/** Adds the sessions of one export up. */
export function computeExportSummary(
  format: ExportFormat,
  sessions: readonly SessionExport[],
): ExportSummary {
  return {
    format,
    exported: sessions.filter(({ status }) => status === 'exported').length,
    refused: sessions.filter(({ status }) => status === 'refused').length,
    redactions: sessions.some(({ redactions }) => redactions === null) ? null : sumCounts(sessions),
    sessions,
  }
}

function sumCounts(sessions: readonly SessionExport[]): RedactionCounts {
  const sums: Record<string, number> = {}
  for (const { redactions } of sessions)
    for (const [kind, count] of Object.entries(redactions ?? {})) sums[kind] = (sums[kind] ?? 0) + count
  return sums
}

/** What a person is told on stderr: where things went, what was taken out, what was refused and why. */
export function formatExportSummary({ sessions, redactions }: ExportSummary): string[] {
  return [...sessions.flatMap(formatSession), ...(redactions === null ? WARNING : [])]
}

const WARNING = [
  '',
  'WARNING: SECRETS WERE NOT REDACTED (--no-redact).',
  'Keys, tokens and passwords of these sessions stand in the export as they are: do not share it.',
]

function formatSession({ name, out, status, redactions, refusals, losses }: SessionExport): string[] {
  const count = Object.values(redactions ?? {}).reduce((sum, value) => sum + value, 0)
  const secrets =
    count === 0
      ? `${name}: no secrets found.`
      : `${name}: redacted ${formatCount(count, 'secret')}: ${formatRedactions(redactions ?? {})}.`
  return [
    ...(status === 'refused' ? formatRefusals(name, refusals) : []),
    ...(status === 'exported' && out !== null ? [`${name}: written to ${stripControl(out)}.`] : []),
    ...(status === 'exported' && redactions !== null ? [secrets] : []),
    ...formatLosses(name, losses),
  ]
}

/** What is not as it was, by its reason; every single one is in `--json`. */
function formatLosses(name: string, losses: readonly ConversionLoss[]): string[] {
  if (losses.length === 0) return []
  const kinds = new Map<string, number>()
  for (const { action, rule } of losses) {
    const kind = `${action}, ${rule}: ${LOSS_RULES[rule]}`
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return [
    `${name}: ${formatCount(losses.length, 'thing')} cannot be held there as in the log; --json lists all.`,
    ...[...kinds].map(([kind, count]) => `  ${count} × ${kind}`),
  ]
}

const SHOWN_REFUSALS = 3

function formatRefusals(name: string, refusals: readonly TrainingRefusal[]): string[] {
  const more = refusals.length - SHOWN_REFUSALS
  return [
    `${name}: refused as training data: ${formatCount(refusals.length, 'reason')}.`,
    ...refusals
      .slice(0, SHOWN_REFUSALS)
      .map(
        ({ uuid, detail }) =>
          `  ${uuid === null ? '' : `message ${oneLine(uuid, 60)}: `}${oneLine(detail, 200)}`,
      ),
    ...(more > 0 ? [`  … and ${formatCount(more, 'more reason')}; --json lists all.`] : []),
  ]
}
