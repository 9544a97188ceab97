import type { ToldTurn } from '@antiphon/core/compare'
import { formatWork } from '@antiphon/core/turns'
import { oneLine } from '@antiphon/core/ui'
import type { Comparison } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { MarkdownView } from '../markdown/markdown-view.tsx'
import { usePageChoices } from '../page/page-choices.ts'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { formatDuration } from '../parts/format-duration.ts'
import css from './compare.module.css'

export type ComparedRowsProps = {
  readonly comparison: Comparison
  readonly ids: readonly [string, string]
  /** Without the turns that were asked and answered the same. */
  readonly isShort: boolean
}

/** A row a turn: both sides where both were asked it, else the one that was. */
export function ComparedRows({ comparison, ids, isShort }: ComparedRowsProps): ReactElement {
  const texts = useTexts().share
  const rows = comparison.rows.filter(row => !(isShort && row.kind === 'both' && row.isSame))
  return (
    <ol className={css.rows}>
      {rows.map(row => {
        const one = 'one' in row ? comparison.one.turns[row.one] : undefined
        const other = 'other' in row ? comparison.other.turns[row.other] : undefined
        const asked = one ?? other
        const word = row.kind !== 'both' ? texts.onlyHere : row.isSame ? texts.same : texts.differs
        return (
          <li key={`${one?.uuid} ${other?.uuid}`} className={css.row}>
            <h3>{oneLine(asked?.asked ?? '', 300) || '…'}</h3>
            <p className={css.word}>{word}</p>
            <Side turn={one} id={ids[0]} />
            <Side turn={other} id={ids[1]} />
          </li>
        )
      })}
    </ol>
  )
}

function Side({ turn, id }: { readonly turn: ToldTurn | undefined; readonly id: string }): ReactElement {
  const texts = useTexts()
  const { language } = usePageChoices()
  if (!turn) return <div className={css.absent}>{texts.share.notHere}</div>
  const answer = turn.parts.findLast(part => part.kind === 'text')
  const work = turn.parts.flatMap(part => (part.kind === 'work' ? [formatWork(part.summary, language)] : []))
  return (
    <div className={css.side}>
      {work.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name, and stays where it is
        <p key={index} className={css.work}>
          {line}
        </p>
      ))}
      {answer?.kind === 'text' && <MarkdownView text={answer.text} />}
      <p className={css.foot}>
        {turn.durationMs !== null && <span>{formatDuration(turn.durationMs)}</span>}
        <a href={formatRoute({ kind: 'session', id, uuid: turn.uuid })}>
          {texts.share.openTurn(turn.number ?? 0)}
        </a>
      </p>
    </div>
  )
}
