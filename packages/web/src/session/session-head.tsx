import { oneLine } from '@antiphon/core/ui'
import type { Outline, SessionRow } from '@antiphon/server/protocol'
import type { ReactElement, RefObject } from 'react'
import { ModelAction } from '../model-view/model-view-host.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { formatDay } from '../parts/format-time.ts'
import { ShareLinks } from '../share/share-links.tsx'
import { type PlaceKeeper, useReaderPlace } from '../story/reader-place.ts'
import { BranchTree } from './branch-tree.tsx'
import { FindBar } from './find-bar.tsx'
import css from './head.module.css'
import { SessionTools } from './session-tools.tsx'
import type { Branches } from './use-branches.ts'
import type { Find } from './use-find.ts'

export type SessionHeadProps = {
  readonly id: string
  readonly row: SessionRow | undefined
  /** Whose day is said. */
  readonly reader: PlaceKeeper
  readonly find: Find
  readonly findRef: RefObject<HTMLInputElement | null>
  readonly includeMeta: boolean
  readonly onMeta: (includeMeta: boolean) => void
  readonly outline: Outline | undefined
  readonly branches: Branches
}

/** What session it is, and what can be chosen about it. */
export function SessionHead(props: SessionHeadProps): ReactElement {
  const { id, row, reader, find, findRef, outline, branches, includeMeta, onMeta } = props
  const texts = useTexts()
  return (
    <header className={`session-head ${css.head}`}>
      <a
        className={`back ${css.back}`}
        href={formatRoute({ kind: 'sessions' })}
        title={texts.back}
        aria-label={texts.back}
      >
        ‹
      </a>
      <SessionTitle row={row} reader={reader} />
      <FindBar fieldRef={findRef} find={find} />
      <SessionTools>
        {close => (
          <>
            <a href={formatRoute({ kind: 'usage', id })}>{texts.numbers.title}</a>
            <a href={formatRoute({ kind: 'doctor', id })}>{texts.doctor.title}</a>
            <ShareLinks id={id} />
            <label className="check">
              <input type="checkbox" checked={includeMeta} onChange={event => onMeta(event.target.checked)} />
              {texts.showMeta}
            </label>
            <ModelAction place={{ session: id }} />
            {outline && (
              <BranchTree
                outline={outline}
                shown={branches.shown}
                onChoose={index => {
                  close()
                  branches.choose(index)
                }}
              />
            )}
          </>
        )}
      </SessionTools>
    </header>
  )
}

function SessionTitle({ row, reader }: Pick<SessionHeadProps, 'row' | 'reader'>): ReactElement {
  const texts = useTexts()
  const day = formatDay(useReaderPlace(reader).at, 'fact')
  const title = oneLine(row?.title || row?.firstPrompt || '', 200) || (row ? texts.untitled : texts.session)
  const facts = [day, row?.cwd, row?.gitBranch].map(fact => oneLine(fact ?? '', 120)).filter(Boolean)
  return (
    <div className={`session-title ${css.title}`}>
      <h1 title={title}>
        {row?.isLive && <span className="live-dot" role="img" aria-label={texts.live} title={texts.live} />}
        {title}
      </h1>
      <p className="session-facts" title={facts.join(' · ')}>
        {facts.join(' · ')}
      </p>
    </div>
  )
}
