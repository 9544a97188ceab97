import type { DoctorNews, VerdictRow } from '@antiphon/server/protocol'
import { useCallback, useEffect, useState } from 'react'
import { createBatcher } from '../browser/create-batcher.ts'
import { type Failure, readFailure } from '../client/failure.ts'
import { useClient } from '../page/page-context.ts'

export type Overview = {
  readonly rows: readonly VerdictRow[]
  /** How many logs there are; undefined until that is known. */
  readonly all: number | undefined
  readonly isRunning: boolean
  readonly failure: Failure | undefined
  readonly again: () => void
}

type State = Omit<Overview, 'again'>

/** The verdicts of all logs as they come. The server stops when the page leaves. */
export function useOverview(): Overview {
  const client = useClient()
  const [state, setState] = useState<State>(NOTHING)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round begins anew
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    setState(NOTHING)
    const batcher = createBatcher<DoctorNews>(news => setState(known => addNews(known, news)), BATCH_MS)
    async function run(): Promise<void> {
      for await (const news of client.examineAll(signal)) {
        if (signal.aborted) return
        batcher.add(news)
      }
    }
    run()
      .then(
        () => undefined,
        error => readFailure(error),
      )
      .then(failure => {
        if (signal.aborted) return
        batcher.flush()
        setState(known => ({ ...known, isRunning: false, failure }))
      })
    return () => controller.abort()
  }, [client, round])
  const again = useCallback(() => setRound(number => number + 1), [])
  return { ...state, again }
}

const NOTHING: State = { rows: [], all: undefined, isRunning: true, failure: undefined }
const BATCH_MS = 80

function addNews(state: State, news: readonly DoctorNews[]): State {
  const plan = news.find(one => one.kind === 'plan')
  const more = news.flatMap(one => (one.kind === 'verdict' ? [one.row] : []))
  return { ...state, all: plan?.files ?? state.all, rows: [...state.rows, ...more] }
}
