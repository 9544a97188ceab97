import { isSimulatedModel } from '@antiphon/contract'
import { formatModel, oneLine } from '@antiphon/core/ui'
import type { NumbersProblems, NumbersReport } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatWhole } from '../parts/format-numbers.ts'
import css from './numbers.module.css'

/** What one must know of the numbers: whose prices they are, and what is missing in them. */
export function NumbersNotes({ report }: { readonly report: NumbersReport }): ReactElement {
  const texts = useTexts().numbers
  const { unpricedModels, estimatedAnswers } = report.total
  const hasDemo = report.series.names.some(name => isSimulatedModel(name ?? ''))
  const models = unpricedModels.map(model => oneLine(formatModel(model), 60) || texts.unnamed.model)
  return (
    <div className={`${css.notes} ${css.note}`}>
      <p>
        {texts.prices(report.pricesAsOf)} {hasDemo && texts.demoFree}
      </p>
      {estimatedAnswers > 0 && (
        <p>{texts.estimated(formatWhole(estimatedAnswers), formatWhole(report.total.answers))}</p>
      )}
      {models.length > 0 && <p className="is-warn">{texts.unpriced(models.join(', '))}</p>}
      {!report.isCacheWritten && <p className="is-warn">{texts.notKept}</p>}
      <ProblemList problems={report.problems} />
    </div>
  )
}

/** Files that could not be read, folded. */
export function ProblemList({ problems }: { readonly problems: NumbersProblems }): ReactElement | null {
  const texts = useTexts().numbers
  if (problems.count === 0) return null
  const more = problems.count - problems.first.length
  return (
    <details className={`is-warn ${css.problems}`}>
      <summary>{texts.unread(formatWhole(problems.count))}</summary>
      <ul>
        {problems.first.map(({ path, reason }) => (
          <li key={path}>
            <code>{oneLine(path, 300)}</code> {oneLine(reason, 300)}
          </li>
        ))}
        {more > 0 && <li>{texts.moreUnread(formatWhole(more))}</li>}
      </ul>
    </details>
  )
}
