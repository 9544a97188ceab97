import type { ReportLine } from '@antiphon/server/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Failure, readFailure } from '../client/failure.ts'

/** What is known of a long answer. */
export type ToldState<Report> = {
  /** The last one that came, also while the next is made. */
  readonly report: Report | null
  readonly progress: { readonly done: number; readonly total: number } | null
  readonly isLoading: boolean
  readonly failure: ToldFailure | null
  readonly retry: () => void
}

/** With the server's own words, where it refused. */
export type ToldFailure = { readonly failure: Failure; readonly words: string }

/** Asks anew whenever `question` changes, and hangs up when the reader leaves. */
export function useTold<Report>(
  question: string,
  ask: (signal: AbortSignal) => AsyncIterable<ReportLine<Report>>,
): ToldState<Report> {
  const [state, setState] = useState<Omit<ToldState<Report>, 'retry'>>(NOTHING_TOLD)
  const [attempt, setAttempt] = useState(0)
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question or a new attempt is the reason to ask
  useEffect(() => {
    const { signal, abort } = createLeaving()
    setState(known => ({ ...known, progress: null, isLoading: true, failure: null }))
    async function run(): Promise<void> {
      for await (const told of latest.current(signal)) {
        if (signal.aborted) return
        if (told.kind === 'report')
          setState({ report: told.report, progress: null, isLoading: false, failure: null })
        else setState(known => ({ ...known, progress: told }))
      }
    }
    run().catch((error: unknown) => {
      if (signal.aborted) return
      const words = error instanceof Error ? error.message : ''
      setState({ ...NOTHING_TOLD, isLoading: false, failure: { failure: readFailure(error), words } })
    })
    return abort
  }, [question, attempt])
  const retry = useCallback(() => setAttempt(count => count + 1), [])
  return { ...state, retry }
}

const NOTHING_TOLD = { report: null, progress: null, isLoading: true, failure: null } as const

function createLeaving(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
