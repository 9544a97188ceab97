import { formatModel, oneLine } from '@antiphon/core/ui'
import type { DefectReport, ResumeNumbers } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatWhole } from '../parts/format-numbers.ts'
import { PaneFold } from './pane-fold.tsx'
import css from './resume-table.module.css'

/** What a resume would send of a session as it is, and once it is repaired; folded. */
export function ResumeTable({ report }: { readonly report: DefectReport }): ReactElement {
  const { doctor } = useTexts()
  const { before, after } = report.resume
  const hasAfter = report.changeCount > 0
  const rows: readonly (readonly [string, (numbers: ResumeNumbers) => string])[] = [
    [doctor.messages, ({ messages }) => formatWhole(messages)],
    [doctor.blocks, ({ blocks }) => formatWhole(blocks)],
    [doctor.repairs, ({ repairs }) => formatWhole(repairs)],
    [doctor.unsent, ({ unsent }) => formatWhole(unsent)],
    [
      doctor.verdictOfApi,
      ({ violations }) => (violations === 0 ? doctor.accepted : doctor.refused(violations)),
    ],
  ]
  return (
    <PaneFold title={doctor.resume}>
      <p>
        {doctor.resumeHint(oneLine(formatModel(before.model), 80))} {hasAfter && doctor.resumeSame}
      </p>
      <table className={css.table}>
        <thead>
          <tr>
            <td />
            <th scope="col">{doctor.before}</th>
            {hasAfter && <th scope="col">{doctor.after}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, write]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{write(before)}</td>
              {hasAfter && <td>{write(after)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </PaneFold>
  )
}
