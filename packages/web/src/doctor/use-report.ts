import type { SessionReport } from '@antiphon/server/protocol'
import { useCallback, useEffect, useState } from 'react'
import { type Failure, readFailure } from '../client/failure.ts'
import { useClient } from '../page/page-context.ts'

export type ReportState = {
  /** The last one, also while the next is being made. */
  readonly report: SessionReport | undefined
  readonly isExamining: boolean
  readonly failure: Failure | undefined
  readonly again: () => void
}

/** The doctor's report of one session, made when it is asked for. */
export function useReport(session: string): ReportState {
  const client = useClient()
  const [state, setState] = useState<Omit<ReportState, 'again'>>(UNKNOWN)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks anew
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    setState(known => ({ ...known, isExamining: true, failure: undefined }))
    client.examineSession({ session }, signal).then(
      report => !signal.aborted && setState({ report, isExamining: false, failure: undefined }),
      error =>
        !signal.aborted && setState({ report: undefined, isExamining: false, failure: readFailure(error) }),
    )
    return () => controller.abort()
  }, [client, session, round])
  const again = useCallback(() => setRound(number => number + 1), [])
  return { ...state, again }
}

const UNKNOWN: Omit<ReportState, 'again'> = { report: undefined, isExamining: true, failure: undefined }
