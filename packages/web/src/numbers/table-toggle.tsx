import type { ReactElement } from 'react'
import { useWords } from './use-words.ts'

export type TableToggleProps = {
  readonly isTable: boolean
  readonly onTable: (isTable: boolean) => void
}

/** Shows the numbers of a plot instead of it. */
export function TableToggle({ isTable, onTable }: TableToggleProps): ReactElement {
  const { texts } = useWords()
  return (
    <button type="button" className="button" aria-pressed={isTable} onClick={() => onTable(!isTable)}>
      {texts.asTable}
    </button>
  )
}
