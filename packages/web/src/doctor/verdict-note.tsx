import { formatSize } from '@antiphon/core/ui'
import type { DefectFinding, DefectHarm, DefectReport, LogVerdict } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import type { DoctorTexts } from '../language/doctor-texts.ts'
import { useTexts } from '../page/page-context.ts'

/** What the defects of a session come to, in a sentence. */
export function VerdictNote({ report }: { readonly report: DefectReport }): ReactElement {
  const texts = useTexts()
  const { lines, entries, bytes } = report
  return (
    <section className={`doctor-note verdict-note-${report.verdict}`}>
      <p>
        <VerdictMark verdict={report.verdict} />
      </p>
      <p>{describe(report, texts.doctor)}</p>
      <p className="quiet">{texts.doctor.facts(lines, entries, formatSize(bytes))}</p>
    </section>
  )
}

/** How many findings do what. */
function countHarms(findings: readonly DefectFinding[]): Readonly<Record<DefectHarm, number>> {
  const counts = { lost: 0, refused: 0, guessed: 0 }
  for (const { harm, count } of findings) if (harm !== null) counts[harm] += count
  return counts
}

function describe({ verdict, findings }: DefectReport, texts: DoctorTexts): string {
  const defects = findings.reduce((sum, { count }) => sum + count, 0)
  const fixable = findings.reduce((sum, finding) => sum + finding.fixable, 0)
  switch (verdict) {
    case 'healthy':
      return texts.healthy
    case 'quirks':
      return texts.quirksOnly(defects)
    case 'no-session':
      return texts.noSession
    case 'damaged':
      return texts.sum(countHarms(findings), fixable, defects)
  }
}

/** A verdict in a word and a sign: colour alone tells nobody who does not see it. */
export function VerdictMark({ verdict }: { readonly verdict: LogVerdict }): ReactElement {
  const texts = useTexts()
  return (
    <span className={`verdict verdict-${verdict}`}>
      <span aria-hidden="true">{SIGNS[verdict]}</span> {texts.doctor.verdicts[verdict]}
    </span>
  )
}

const SIGNS: Readonly<Record<LogVerdict, string>> = {
  healthy: '✓',
  quirks: '✓',
  damaged: '✗',
  'no-session': '!',
  unexamined: '–',
}
