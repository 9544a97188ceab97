import type { ChangedLine, DefectReport } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import css from './change-list.module.css'
import { PaneFold } from './pane-fold.tsx'

/** All lines that a repair would change, folded. */
export function ChangeList({ report }: { readonly report: DefectReport }): ReactElement {
  const { doctor } = useTexts()
  const { changes, changeCount } = report
  const rest = changeCount - changes.length
  return (
    <PaneFold title={doctor.changes(changeCount)}>
      {changes.map(change => (
        <ChangePair key={`${change.action} ${change.offset}`} change={change} />
      ))}
      {rest > 0 && <p>{doctor.moreChanges(rest)}</p>}
    </PaneFold>
  )
}

/** A line as it is and as a repair makes it; long ones are cut to where they change. */
export function ChangePair({ change }: { readonly change: ChangedLine }): ReactElement {
  const { doctor } = useTexts()
  const { line, before, after } = change
  return (
    <div className={css.pair}>
      <div>
        <h4>
          {doctor.before} <span>{doctor.line(line)}</span>
        </h4>
        <pre className={before === null ? css.nothing : css.gone}>
          {before === null ? doctor.nothingThere : toText(before)}
        </pre>
      </div>
      <div>
        <h4>{doctor.after}</h4>
        <pre className={after === null ? css.nothing : css.added}>
          {after === null ? doctor.removedLine : toText(after)}
        </pre>
      </div>
    </div>
  )
}

/** A line stays one, and what nobody sees is named. */
function toText(line: string): string {
  const named = line.replaceAll(/\0+/g, ({ length }) => `\\0 × ${length}`)
  return named.replaceAll(/[\r\n]+/g, ' ⏎ ') || '⏎'
}
