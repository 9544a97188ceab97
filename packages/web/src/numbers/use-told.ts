import type { ReportLine } from '@antiphon/server/protocol'
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/** What is known of a long answer. */
export type ToldState<Report> = {
  /** The last one that came, also while the next is made. */
  readonly report: Report | undefined
  readonly progress: { readonly done: number; readonly total: number } | undefined
  readonly isLoading: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/** Asks anew whenever the key changes, and hangs up when the reader leaves. */
export function useTold<Report>(
  queryKey: QueryKey,
  ask: (signal: AbortSignal) => AsyncIterable<ReportLine<Report>>,
): ToldState<Report> {
  const [progress, setProgress] = useState<ToldState<Report>['progress']>()
  const { data, error, isFetching, refetch } = useQuery<Report>({
    queryKey,
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      setProgress(undefined)
      for await (const told of ask(signal)) {
        if (told.kind === 'report') return told.report
        if (!signal.aborted) setProgress(told)
      }
      // It was cut off: how far it came stays in sight until somebody asks again or leaves.
      return await new Promise<never>(() => undefined)
    },
  })
  return {
    report: error ? undefined : data,
    progress,
    isLoading: isFetching,
    error: isFetching ? null : error,
    retry: () => void refetch(),
  }
}
