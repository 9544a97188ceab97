import { oneLine, type UUID } from '@antiphon/core'
import type { ReactElement, RefObject } from 'react'
import { useTexts } from '../app/page-context.ts'
import { formatRoute } from '../app/route.ts'
import type { SessionRow } from '../backend/backend.ts'
import type { BranchChoice as Branch } from './compute-story.ts'
import { FindBar } from './find-bar.tsx'
import type { Find } from './use-find.ts'

export type SessionHeadProps = BranchProps & {
  readonly id: string
  readonly row: SessionRow | undefined
  readonly find: Find
  readonly findRef: RefObject<HTMLInputElement | null>
  readonly includeMeta: boolean
  readonly onMeta: (includeMeta: boolean) => void
}

/** What session it is, and what can be chosen about it. */
export function SessionHead(props: SessionHeadProps): ReactElement {
  const { id, row, find, findRef, branches, leafUuid, onLeaf, includeMeta, onMeta } = props
  const texts = useTexts()
  return (
    <header className="session-head">
      <a className="back" href={formatRoute({ kind: 'sessions' })}>
        ‹ {texts.back}
      </a>
      <SessionTitle row={row} id={id} />
      <div className="session-tools">
        <FindBar
          fieldRef={findRef}
          query={find.query}
          found={find.found.length}
          current={find.current}
          onQuery={find.setQuery}
          onMove={find.move}
        />
        <label className="check">
          <input type="checkbox" checked={includeMeta} onChange={event => onMeta(event.target.checked)} />
          {texts.showMeta}
        </label>
        {(branches.length > 0 || leafUuid !== undefined) && (
          <BranchChoice branches={branches} leafUuid={leafUuid} onLeaf={onLeaf} />
        )}
      </div>
    </header>
  )
}

type BranchProps = {
  readonly branches: readonly Branch[]
  readonly leafUuid: UUID | undefined
  readonly onLeaf: (leafUuid: UUID | undefined) => void
}

function BranchChoice({ branches, leafUuid, onLeaf }: BranchProps): ReactElement {
  const texts = useTexts()
  return (
    <select
      className="field branch-choice"
      aria-label={texts.branches(branches.length)}
      value={leafUuid ?? ''}
      // The values are the leaves of the branches, or none.
      onChange={event => onLeaf((event.target.value || undefined) as UUID | undefined)}
    >
      <option value="">{texts.mainBranch}</option>
      {leafUuid !== undefined && <option value={leafUuid}>{texts.branches(1)}</option>}
      {branches.map(branch => (
        <option key={branch.leafUuid} value={branch.leafUuid}>
          {texts.branchOf(branch.messages)}
        </option>
      ))}
    </select>
  )
}

function SessionTitle({
  row,
  id,
}: {
  readonly row: SessionRow | undefined
  readonly id: string
}): ReactElement {
  const texts = useTexts()
  const title = oneLine(row?.title || row?.firstPrompt || '', 200) || (row ? texts.untitled : oneLine(id, 80))
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
