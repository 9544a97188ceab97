import { oneLine } from '@antiphon/core/ui'
import type { OutlineTurn, TurnOutline } from '@antiphon/server/protocol'
import { CircleX } from 'lucide-react'
import { Fragment, type ReactElement, useEffect, useRef } from 'react'
import { Icon } from '../controls/icon.tsx'
import { LineButton } from '../controls/line-button.tsx'
import { PlusMinus } from '../controls/marks.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatDuration } from '../parts/format-duration.ts'
import { type PlaceKeeper, useReaderPlace } from '../story/reader-place.ts'
import type { Target } from '../story/target.ts'
import css from './side-panel.module.css'

export type TurnsTabProps = {
  readonly turns: TurnOutline
  readonly reader: PlaceKeeper
  readonly goTo: (target: Target) => void
}

/** Every turn with its first words, what was done for it and how long it took; the one that is read is marked. */
export function TurnsTab({ turns: { turns, compactions }, reader, goTo }: TurnsTabProps): ReactElement {
  const { changes: texts } = useTexts()
  const { first } = useReaderPlace(reader)
  const current = turns.findLast(({ seq }) => seq <= first)?.number ?? 1
  const listRef = useRef<HTMLOListElement>(null)
  useEffect(() => {
    listRef.current?.querySelector(`[data-turn="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])
  if (turns.length === 0) return <p className={css.note}>{texts.noTurns}</p>
  return (
    <ol ref={listRef} className={`${css.scroll} ${css.outline}`}>
      {turns.map((turn, index) => (
        <Fragment key={turn.seq}>
          {compactions.some(seq => seq < turn.seq && seq >= (turns[index - 1]?.seq ?? -1)) && (
            <li className={css.cut}>{texts.compacted}</li>
          )}
          <li>
            <LineButton
              data-turn={turn.number}
              isCurrent={turn.number === current}
              onClick={() => goTo({ seq: turn.seq })}
            >
              <span className={css.number}>{turn.number}</span>
              <span className={css.title}>{oneLine(turn.text, 200)}</span>
              <TurnFacts turn={turn} />
            </LineButton>
          </li>
        </Fragment>
      ))}
    </ol>
  )
}

function TurnFacts({ turn }: { readonly turn: OutlineTurn }): ReactElement {
  const { changes: texts } = useTexts()
  const { durationMs, calls, failed, added, removed } = turn
  return (
    <small className={css.facts}>
      {durationMs !== null && <span>{formatDuration(durationMs)}</span>}
      {calls > 0 && <span>{texts.shortCalls(calls)}</span>}
      {failed > 0 && (
        <span className={css.failed}>
          <Icon of={CircleX} size={12} /> {texts.failed(failed)}
        </span>
      )}
      <PlusMinus added={added} removed={removed} />
    </small>
  )
}
