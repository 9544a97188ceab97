import { stripControl } from '@antiphon/core/ui'
import type { SessionCost, SessionOutcome, SessionRow } from '@antiphon/server/protocol'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { ReactElement } from 'react'
import { useNow } from '../browser/use-now.ts'
import { Icon } from '../controls/icon.tsx'
import { PlusMinus } from '../controls/marks.tsx'
import { useClient, useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { projectOf } from '../parts/project-of.ts'
import { TimeView } from '../parts/time-view.tsx'
import { titleOf } from '../parts/title-of.ts'
import { CostView } from './cost-view.tsx'
import css from './recent-list.module.css'

export type RecentListProps = {
  readonly rows: readonly SessionRow[]
  readonly costs: ReadonlyMap<string, SessionCost>
}

/** Sessions that ended lately: what came of each, what it changed and what it cost. */
export function RecentList({ rows, costs }: RecentListProps): ReactElement {
  return (
    <ul className={css.recent}>
      {rows.map(row => (
        <li key={row.id}>
          <RecentRow row={row} cost={costs.get(row.id)} />
        </li>
      ))}
    </ul>
  )
}

type RecentRowProps = { readonly row: SessionRow; readonly cost: SessionCost | undefined }

function RecentRow({ row, cost }: RecentRowProps): ReactElement {
  const texts = useTexts()
  const now = useNow(60_000)
  const outcome = useOutcome(row)
  const title = titleOf(row, 200) || texts.untitled
  return (
    <a className={css.row} href={formatRoute({ kind: 'session', id: row.id })}>
      <span className={css.words}>
        <b title={title}>{title}</b>
        <Outcome outcome={outcome} />
      </span>
      <span className={css.project} title={row.cwd ? stripControl(row.cwd) : undefined}>
        {projectOf(row)}
      </span>
      <span className={css.lines}>
        {outcome?.changed &&
          (outcome.changed.files === 0 ? texts.home.noEdits : <PlusMinus {...outcome.changed} />)}
      </span>
      <span className={css.age}>
        <TimeView time={row.changedAt} now={now} />
      </span>
      <span className={css.cost}>
        <CostView cost={cost} />
      </span>
    </a>
  )
}

function Outcome({ outcome }: { readonly outcome: SessionOutcome | undefined }): ReactElement {
  const texts = useTexts().home
  const words =
    outcome?.words === null && outcome.isFailed ? texts.stopped : stripControl(outcome?.words ?? '')
  return (
    <small className={outcome?.isFailed ? css.failed : undefined} title={words}>
      {outcome?.isFailed && <Icon of={CircleAlert} size={13} />}
      {/* What comes takes no more room than what stands here. */}
      {words || '\u00a0'}
    </small>
  )
}

/** Asked for again where the session went on. */
function useOutcome({ id, changedAt, problem }: SessionRow): SessionOutcome | undefined {
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['outcome', id, changedAt],
    enabled: problem === null,
    gcTime: KEPT_MS,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => client.get('home/outcome', { session: id }, signal),
  })
  return data
}

const KEPT_MS = 10 * 60_000
