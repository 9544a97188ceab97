import { type ReactElement, useRef } from 'react'
import { useCommands } from '../keyboard/use-commands.ts'
import { useTexts } from '../page/page-context.ts'
import { goTo } from '../page/route.ts'
import { DoctorOverview } from './doctor-overview.tsx'
import { DoctorSession } from './doctor-session.tsx'

export type DoctorViewProps = {
  /** The session that it is about; all of them without. */
  readonly id: string | undefined
}

/** What is wrong with all sessions, or with one, and how it is mended. */
export function DoctorView({ id }: DoctorViewProps): ReactElement {
  const texts = useTexts()
  const paneRef = useRef<HTMLElement>(null)
  useCommands(paneRef, { close: () => goTo(id === undefined ? { kind: 'sessions' } : { kind: 'doctor' }) })
  return (
    <main
      className="session-pane doctor"
      id="session"
      ref={paneRef}
      aria-label={texts.doctor.title}
      tabIndex={-1}
    >
      {id === undefined ? <DoctorOverview /> : <DoctorSession id={id} />}
    </main>
  )
}
