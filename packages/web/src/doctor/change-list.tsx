import type { ChangedLine, DefectReport } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { DiffView } from '../diff/diff-view.tsx'
import type { DiffLine } from '../diff/read-patch.ts'
import { useTexts } from '../page/page-context.ts'

/** The lines that a fix would change, before and after. */
export function ChangeList({ report }: { readonly report: DefectReport }): ReactElement {
  const texts = useTexts()
  const { changes, changeCount } = report
  const rest = changeCount - changes.length
  return (
    <section>
      <h2>{texts.doctor.changes(changeCount)}</h2>
      <p className="quiet">{texts.doctor.changesHint}</p>
      <DiffView
        label={texts.doctor.changes(changeCount)}
        lines={changes.flatMap((change, index) => [...(index > 0 ? [GAP] : []), ...toDiffLines(change)])}
      />
      {rest > 0 && <p className="quiet">{texts.doctor.moreChanges(rest)}</p>}
    </section>
  )
}

const GAP: DiffLine = { kind: 'gap', text: '' }

function toDiffLines({ line, before, after }: ChangedLine): readonly DiffLine[] {
  return [
    ...(before === null ? [] : [{ kind: 'removed' as const, text: toText(before), before: line }]),
    ...(after === null ? [] : [{ kind: 'added' as const, text: toText(after), after: line }]),
  ]
}

/** A line stays one, and what nobody sees is named. */
function toText(line: string): string {
  const named = line.replaceAll(/\0+/g, ({ length }) => `\\0 × ${length}`)
  return named.replaceAll(/[\r\n]+/g, ' ⏎ ') || '⏎'
}
