import { stripControl } from '@antiphon/core/ui'
import type { StoreCopyState } from '@antiphon/server/protocol'
import { Database, TriangleAlert } from 'lucide-react'
import type { ReactElement } from 'react'
import { Icon } from '../controls/icon.tsx'
import { useTexts } from '../page/page-context.ts'
import css from './store-status.module.css'

/** Which team's store the sessions are of, how far they are fetched, and what is wrong with it. */
export function StoreStatus({ store }: { readonly store: StoreCopyState }): ReactElement {
  const { team } = useTexts()
  const { sessions, waiting, leftOut, limitBytes, problem } = store
  const name = stripControl(store.store)
  const words =
    problem !== null
      ? team.away(stripControl(problem))
      : waiting > 0
        ? team.fetching(sessions - waiting, sessions)
        : leftOut > 0
          ? team.leftOut(leftOut, Math.round(limitBytes / GIGABYTE))
          : ''
  return (
    <div className={problem === null ? css.status : `${css.status} ${css.isAway}`} role="status">
      <Icon of={problem === null ? Database : TriangleAlert} size={14} />
      <span className={css.name} title={name}>
        {name}
      </span>
      {words !== '' && <span className={css.words}>{words}</span>}
      {problem === null && waiting > 0 && (
        <progress
          className={css.progress}
          aria-label={words}
          value={Math.max(0, sessions - waiting)}
          max={Math.max(1, sessions)}
        />
      )}
    </div>
  )
}

const GIGABYTE = 1024 ** 3
