import type { RedactionCounts, TrainingRefusal } from '@antiphon/transcript'
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
}

export type ExportSummary = {
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
