import type { DefectReport, DoctorNews, VerdictRow } from '@antiphon/server/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../page/page-context.ts'
import { queryLines } from '../page/page-queries.ts'

/** The verdicts that are known by now. */
export type Verdicts = {
  readonly rows: readonly VerdictRow[]
  /** How many files there are; undefined until that is known. */
  readonly all: number | undefined
}

export type VerdictsState = Verdicts & {
  readonly isRunning: boolean
  /** When all were checked; undefined while that is not done. */
  readonly checkedAt: number | undefined
  readonly error: Error | null
  readonly again: () => void
  /** One session was looked at by itself: the list says what that says. */
  readonly onReport: (id: string, report: DefectReport) => void
}

/** The verdicts of all sessions as they come. The server stops when the page leaves. */
export function useVerdicts(): VerdictsState {
  const client = useClient()
  const queries = useQueryClient()
  const [checkedAt, setCheckedAt] = useState<number>()
  const { data, isFetching, error } = useQuery({
    queryKey: KEY,
    async queryFn(context) {
      const verdicts = await queryLines({
        ask: signal => client.lines('doctor', {}, signal),
        start: NO_VERDICTS,
        add: addNews,
      })(context)
      setCheckedAt(Date.now())
      return verdicts
    },
  })
  return {
    ...(data ?? NO_VERDICTS),
    isRunning: isFetching,
    checkedAt: isFetching ? undefined : checkedAt,
    error,
    again: () => void queries.resetQueries({ queryKey: KEY }),
    onReport: (id, report) =>
      queries.setQueryData<Verdicts>(
        KEY,
        known => known && { ...known, rows: applyReport(known.rows, id, report) },
      ),
  }
}

const KEY = ['doctor'] as const
const NO_VERDICTS: Verdicts = { rows: [], all: undefined }

function addNews({ rows, all }: Verdicts, news: readonly DoctorNews[]): Verdicts {
  const plan = news.find(one => one.kind === 'plan')
  const more = news.flatMap(one => (one.kind === 'verdict' ? [one.row] : []))
  return { all: plan?.files ?? all, rows: [...rows, ...more] }
}

/** The rows with what a report says of one of them. */
export function applyReport(
  rows: readonly VerdictRow[],
  id: string,
  { verdict, findings, bytes }: Pick<DefectReport, 'verdict' | 'findings' | 'bytes'>,
): readonly VerdictRow[] {
  const [first] = findings
  return rows.map(row =>
    row.id === id
      ? {
          ...row,
          verdict,
          bytes,
          findings: findings.reduce((sum, { count }) => sum + count, 0),
          fixable: findings.reduce((sum, { fixable }) => sum + fixable, 0),
          first: first ? { kind: first.kind, label: first.label, count: first.count } : null,
          problem: null,
        }
      : row,
  )
}
