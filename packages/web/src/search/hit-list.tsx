import { oneLine, stripControl } from '@antiphon/core/ui'
import type { SearchHit } from '@antiphon/server/protocol'
import { memo, type NamedExoticComponent, type ReactElement } from 'react'
import { useNow } from '../browser/use-now.ts'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { splitPath } from '../parts/split-path.ts'
import { TimeView } from '../parts/time-view.tsx'
import { toFindQuery } from './read-filters.ts'
import { splitMarks } from './split-marks.ts'

export type HitListProps = { readonly hits: readonly SearchHit[]; readonly query: string }

/** Hits by session, each with its surroundings and a link to its place, where the words are marked. */
export const HitList: NamedExoticComponent<HitListProps> = memo(({ hits, query }: HitListProps) => {
  const texts = useTexts()
  const now = useNow(30_000)
  const words = toFindQuery(query)
  return (
    <>
      {groupHits(hits).map(({ row, members }) => (
        <section key={row.id} className="hit-group">
          <h2>
            <a href={formatRoute({ kind: 'session', id: row.id })}>
              {oneLine(row.title, 160) || texts.untitled}
            </a>
            <span className="hit-facts">
              {row.cwd !== null && <span title={row.cwd}>{splitPath(row.cwd).name}</span>}
              <TimeView time={row.changedAt} now={now} />
              <span>{texts.hits(members.length)}</span>
            </span>
          </h2>
          <ul>
            {members.map(hit => (
              <li key={hit.seq}>
                <HitView hit={hit} words={words} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
})

function HitView({ hit, words }: { readonly hit: SearchHit; readonly words: string }): ReactElement {
  const texts = useTexts()
  const route = { kind: 'session' as const, id: hit.row.id, uuid: hit.uuid ?? '-', seq: hit.seq, words }
  return (
    <a className="hit" href={formatRoute(route)}>
      <span className="hit-kind">{texts.inSearch.kinds[hit.kind] ?? oneLine(hit.kind, 40)}</span>
      <span className="hit-words">
        {splitMarks(hit.snippet, hit.marks).map((part, index) => {
          const text = stripControl(part.text).replace(/\s+/g, ' ')
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a snippet never move
          return part.isMarked ? <mark key={index}>{text}</mark> : text
        })}
      </span>
    </a>
  )
}

type HitGroup = { readonly row: SearchHit['row']; readonly members: readonly SearchHit[] }

/** Hits by session, in the order in which each session was first found; a place counts once. */
function groupHits(hits: readonly SearchHit[]): HitGroup[] {
  const groups = new Map<string, { row: SearchHit['row']; members: Map<number, SearchHit> }>()
  for (const hit of hits) {
    const group = groups.get(hit.row.id) ?? { row: hit.row, members: new Map() }
    if (!group.members.has(hit.seq)) group.members.set(hit.seq, hit)
    groups.set(hit.row.id, group)
  }
  return [...groups.values()].map(({ row, members }) => ({ row, members: [...members.values()] }))
}
