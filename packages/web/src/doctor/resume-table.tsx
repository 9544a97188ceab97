import { oneLine } from '@antiphon/core/ui'
import type { DefectReport, ResumeNumbers } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'

/** What a resume would send of a session as it is, and once it is fixed. */
export function ResumeTable({ report }: { readonly report: DefectReport }): ReactElement {
  const texts = useTexts()
  const { doctor } = texts
  const { before, after } = report.resume
  const hasAfter = report.changeCount > 0
  const rows: readonly (readonly [string, (numbers: ResumeNumbers) => string])[] = [
    [doctor.messages, ({ messages }) => messages.toLocaleString('en')],
    [doctor.blocks, ({ blocks }) => blocks.toLocaleString('en')],
    [doctor.repairs, ({ repairs }) => repairs.toLocaleString('en')],
    [doctor.unsent, ({ unsent }) => unsent.toLocaleString('en')],
    [
      doctor.verdictOfApi,
      ({ violations }) => (violations === 0 ? doctor.accepted : doctor.refused(violations)),
    ],
  ]
  return (
    <section>
      <h2>{doctor.resume}</h2>
      <p className="quiet">
        {doctor.resumeHint(oneLine(before.model, 80))} {hasAfter && doctor.resumeSame}
      </p>
      <table className="doctor-table resume-table">
        <thead>
          <tr>
            <td />
            <th scope="col" className="is-number">
              {doctor.before}
            </th>
            {hasAfter && (
              <th scope="col" className="is-number">
                {doctor.after}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, write]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="is-number">{write(before)}</td>
              {hasAfter && <td className="is-number">{write(after)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
