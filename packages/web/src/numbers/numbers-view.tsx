import type { ReactElement } from 'react'
import { useTexts } from '../app/page-context.ts'

export type NumbersViewProps = {
  /** The session that it is about; all of them without. */
  readonly id: string | undefined
}

/** Numbers. */
export function NumbersView({ id }: NumbersViewProps): ReactElement {
  const texts = useTexts()
  return (
    <main className="session-pane" id="session" aria-label={texts.numbers.title} tabIndex={-1}>
      <h1>
        {texts.numbers.title} {id}
      </h1>
    </main>
  )
}
