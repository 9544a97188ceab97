import { formatCount, oneLine, stripControl } from '@antiphon/core/ui'
import { formatRedactions, type TrainingRefusal } from '@antiphon/transcript'
import type { ExportSummary, SessionExport } from './compute-export-summary.ts'

/** What a person is told on stderr: where things went, what was taken out, what was refused and why. */
export function formatExportSummary({ sessions, redactions }: ExportSummary): string[] {
  return [...sessions.flatMap(formatSession), ...(redactions === null ? WARNING : [])]
}

const WARNING = [
  '',
  'WARNING: SECRETS WERE NOT REDACTED (--no-redact).',
  'Keys, tokens and passwords of these sessions stand in the export as they are: do not share it.',
]

function formatSession({ name, out, status, redactions, refusals }: SessionExport): string[] {
  const count = Object.values(redactions ?? {}).reduce((sum, value) => sum + value, 0)
  const secrets =
    count === 0
      ? `${name}: no secrets found.`
      : `${name}: redacted ${formatCount(count, 'secret')}: ${formatRedactions(redactions ?? {})}.`
  return [
    ...(status === 'refused' ? formatRefusals(name, refusals) : []),
    ...(status === 'exported' && out !== null ? [`${name}: written to ${stripControl(out)}.`] : []),
    ...(status === 'exported' && redactions !== null ? [secrets] : []),
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
