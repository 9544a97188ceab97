import type { DefectReport, MendOutcome } from '@antiphon/server/protocol'
import { type ReactElement, useState } from 'react'
import { useTexts } from '../page/page-context.ts'
import { MendDialog } from './mend-dialog.tsx'

export type FixPanelProps = {
  readonly session: string
  readonly report: DefectReport
  readonly onMended: (outcome: MendOutcome) => void
  readonly onAgain: () => void
}

/** The way to a fix; it is asked about before anything is written. */
export function FixPanel({ session, report, onMended, onAgain }: FixPanelProps): ReactElement {
  const texts = useTexts()
  const [isAsking, setIsAsking] = useState(false)
  const { writer } = report
  return (
    <div className="fix-panel">
      <button
        type="button"
        className="button is-main"
        disabled={writer === 'held'}
        onClick={() => setIsAsking(true)}
      >
        {texts.doctor.fix}
      </button>
      <span className={writer === null ? 'quiet' : 'is-warn'}>
        {writer === null ? texts.doctor.fixHint : texts.doctor[writer]}
      </span>
      {isAsking && (
        <MendDialog
          session={session}
          report={report}
          onMended={onMended}
          onAgain={onAgain}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
