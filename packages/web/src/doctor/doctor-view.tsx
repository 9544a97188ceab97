import type { ReactElement } from 'react'
import { useTexts } from '../app/page-context.ts'

export type DoctorViewProps = {
  /** The session that it is about; all of them without. */
  readonly id: string | undefined
}

/** Doctor. */
export function DoctorView({ id }: DoctorViewProps): ReactElement {
  const texts = useTexts()
  return (
    <main className="session-pane" id="session" aria-label={texts.doctor.title} tabIndex={-1}>
      <h1>
        {texts.doctor.title} {id}
      </h1>
    </main>
  )
}
