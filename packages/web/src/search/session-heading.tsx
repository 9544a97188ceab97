import { oneLine } from '@antiphon/core/ui'
import type { FoundSessionRow } from '@antiphon/server/protocol'
import { memo, type NamedExoticComponent } from 'react'
import { FoldHead } from '../controls/fold-head.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatWhole } from '../parts/format-numbers.ts'
import { splitPath } from '../parts/split-path.ts'
import { TimeView } from '../parts/time-view.tsx'
import { MarkedText } from './marked-text.tsx'
import styles from './results.module.css'
import { findMarks } from './split-marks.ts'

export type SessionHeadingProps = {
  readonly session: FoundSessionRow
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly now: number
  /** The words that are marked in its title. */
  readonly words: readonly string[]
  readonly onToggle: (id: string) => void
}

/** A session with hits: its name, where and when, and how many; a press folds them. */
export const SessionHeading: NamedExoticComponent<SessionHeadingProps> = memo(
  ({ session, isOpen, isSelected, now, words, onToggle }: SessionHeadingProps) => {
    const texts = useTexts()
    const { id, cwd, gitBranch, newest, count } = session
    const title = oneLine(session.title, 200) || texts.untitled
    const place = [cwd ? splitPath(cwd).name : '', gitBranch ?? ''].filter(Boolean).join(' / ')
    return (
      <h2 className={styles.head}>
        <FoldHead
          className={styles.headButton}
          isOpen={isOpen}
          data-line={id}
          {...(isSelected && { 'aria-current': true })}
          onClick={() => onToggle(id)}
        >
          <span className={styles.title} title={title}>
            <MarkedText text={title} marks={findMarks(title, words)} />
          </span>
          <span className={styles.place} title={[cwd, gitBranch].filter(Boolean).join('\n')}>
            {oneLine(place, 80)}
          </span>
          <span className={styles.age}>{newest !== null && <TimeView time={newest} now={now} />}</span>
          <span className={styles.number} title={texts.hits(count)}>
            {formatWhole(count)}
          </span>
        </FoldHead>
      </h2>
    )
  },
)
