import { Table2 } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { useTexts } from '../page/page-context.ts'
import numbersCss from './numbers.module.css'
import css from './plot.module.css'

export type PlotFigureProps = {
  readonly label: string
  /** What it shows, and what can be chosen about it. */
  readonly head: ReactNode
  readonly note?: ReactNode
  /** The plot and its legend. */
  readonly plot: ReactNode
  /** The same numbers; hidden is what is only there to be heard. */
  readonly table: (isHidden: boolean) => ReactNode
  readonly children?: ReactNode
}

/** A plot, or its numbers instead of it; those who cannot see the plot have them in any case. */
export function PlotFigure({ label, head, note, plot, table, children }: PlotFigureProps): ReactElement {
  const texts = useTexts().numbers
  const [isTable, setIsTable] = useState(false)
  return (
    <figure className={css.figure} aria-label={label}>
      <div className={`${numbersCss.controls} ${css.head}`}>
        {head}
        <Button look="quiet" icon={Table2} aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {texts.asTable}
        </Button>
      </div>
      {note}
      {!isTable && plot}
      <div className={isTable ? undefined : 'hidden'}>{table(!isTable)}</div>
      {children}
    </figure>
  )
}
