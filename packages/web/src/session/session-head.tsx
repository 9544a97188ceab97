import { oneLine } from '@antiphon/core'
import type { ReactElement, RefObject } from 'react'
import { useTexts } from '../app/page-context.ts'
import { formatRoute } from '../app/route.ts'
import type { Outline, SessionRow } from '../backend/backend.ts'
import { ModelAction } from '../model-view/model-action.tsx'
import { BranchTree } from './branch-tree.tsx'
import { FindBar } from './find-bar.tsx'
import type { Find } from './use-find.ts'

export type SessionHeadProps = {
  readonly id: string
  readonly row: SessionRow | undefined
  readonly find: Find
  readonly findRef: RefObject<HTMLInputElement | null>
  readonly includeMeta: boolean
  readonly onMeta: (includeMeta: boolean) => void
  readonly outline: Outline | undefined
  /** The branch that is shown; 0 is the conversation itself. */
  readonly branch: number
  readonly onBranch: (index: number) => void
}

/** What session it is, and what can be chosen about it. */
export function SessionHead(props: SessionHeadProps): ReactElement {
  const { id, row, find, findRef, outline, branch, onBranch, includeMeta, onMeta } = props
  const texts = useTexts()
  return (
    <header className="session-head">
      <a className="back" href={formatRoute({ kind: 'sessions' })}>
        ‹ {texts.back}
      </a>
      <SessionTitle row={row} />
      <div className="session-tools">
        <FindBar
          fieldRef={findRef}
          query={find.query}
          found={find.found.length}
          isFinding={find.isFinding}
          current={find.current}
          onQuery={find.setQuery}
          onMove={find.move}
        />
        <a href={formatRoute({ kind: 'numbers', id })}>{texts.numbers.title}</a>
        <a href={formatRoute({ kind: 'doctor', id })}>{texts.doctor.title}</a>
        <label className="check">
          <input type="checkbox" checked={includeMeta} onChange={event => onMeta(event.target.checked)} />
          {texts.showMeta}
        </label>
        <ModelAction place={{ session: id }} />
        {outline && <BranchTree outline={outline} shown={branch} onChoose={onBranch} />}
      </div>
    </header>
  )
}

function SessionTitle({ row }: Pick<SessionHeadProps, 'row'>): ReactElement {
  const texts = useTexts()
  const title = oneLine(row?.title || row?.firstPrompt || '', 200) || (row ? texts.untitled : texts.session)
  const facts = [row?.cwd, row?.gitBranch].filter(fact => fact !== null && fact !== undefined)
  return (
    <div className="session-title">
      <h1 title={title}>
        {row?.isLive && <span className="live-dot" role="img" aria-label={texts.live} title={texts.live} />}
        {title}
      </h1>
      <p className="session-facts">{facts.map(fact => oneLine(fact, 120)).join(' · ')}</p>
    </div>
  )
}
