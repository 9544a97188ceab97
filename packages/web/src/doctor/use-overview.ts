import type { DoctorNews, VerdictRow } from '@antiphon/server/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../page/page-context.ts'
import { queryLines } from '../page/page-queries.ts'

type Verdicts = {
  readonly rows: readonly VerdictRow[]
  /** How many logs there are; undefined until that is known. */
  readonly all: number | undefined
}

export type Overview = Verdicts & {
  readonly isRunning: boolean
  readonly error: Error | null
  readonly again: () => void
}

/** The verdicts of all logs as they come. The server stops when the page leaves. */
export function useOverview(): Overview {
  const client = useClient()
  const queries = useQueryClient()
  const {
    data = NO_VERDICTS,
    isFetching,
    error,
  } = useQuery({
    queryKey: ['doctor'],
    queryFn: queryLines({ ask: client.examineAll, start: NO_VERDICTS, add: addNews }),
  })
  const again = (): void => void queries.resetQueries({ queryKey: ['doctor'] })
  return { ...data, isRunning: isFetching, error, again }
}

const NO_VERDICTS: Verdicts = { rows: [], all: undefined }

function addNews({ rows, all }: Verdicts, news: readonly DoctorNews[]): Verdicts {
  const plan = news.find(one => one.kind === 'plan')
  const more = news.flatMap(one => (one.kind === 'verdict' ? [one.row] : []))
  return { all: plan?.files ?? all, rows: [...rows, ...more] }
}
