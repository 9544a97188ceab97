import { oneLine } from '@antiphon/core/ui'
import type { FoundHit } from '@antiphon/server/protocol'
import { memo, type NamedExoticComponent, useRef } from 'react'
import { Icon } from '../controls/icon.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatRoute, type Route } from '../page/route.ts'
import { formatClock, formatDay, formatExact } from '../parts/format-time.ts'
import { KIND_ICONS } from './kind-icons.ts'
import { MarkedText } from './marked-text.tsx'
import styles from './results.module.css'

export type HitRowProps = {
  readonly hit: FoundHit
  readonly lineKey: string
  readonly isSelected: boolean
  /** What is looked for where it leads. */
  readonly words: string
  /** The first click chooses, where there is a preview; the next one opens. */
  readonly onSelect: ((key: string) => void) | undefined
}

/** A place that was found: what it is, its words, and when they were said. */
export const HitRow: NamedExoticComponent<HitRowProps> = memo(
  ({ hit, lineKey, isSelected, words, onSelect }: HitRowProps) => {
    const { inSearch } = useTexts()
    const wasSelected = useRef(false)
    const isTask = hit.kind === 'prompt' && hit.isSidechain
    const label = isTask ? inSearch.task : (inSearch.kinds[hit.kind] ?? oneLine(hit.kind, 40))
    const isProse = PROSE.has(hit.kind)
    return (
      <a
        className={styles.hit}
        href={formatRoute(toHitRoute(hit, words))}
        data-line={lineKey}
        {...(isSelected && { 'aria-current': true })}
        // The press gives it the focus, and with it the choice, before the click comes.
        onPointerDown={() => {
          wasSelected.current = isSelected
        }}
        onClick={event => {
          // Enter is a click without a press.
          const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.detail === 1
          if (!onSelect || wasSelected.current || !isPlain) return
          event.preventDefault()
          onSelect(lineKey)
        }}
      >
        <span className={hit.isError ? styles.badKind : styles.kind} {...(hit.tool && { title: hit.tool })}>
          <Icon of={KIND_ICONS[hit.kind] ?? KIND_ICONS.note} size={14} />
          {label}
        </span>
        <span className={isProse ? styles.prose : styles.code} title={hit.snippet}>
          <MarkedText text={hit.snippet} marks={hit.marks} />
        </span>
        {hit.at !== null && (
          <time className={styles.at} dateTime={hit.at} title={formatExact(hit.at)}>
            {`${formatDay(hit.at, 'short')} `}
            <br />
            {formatClock(hit.at)}
          </time>
        )}
      </a>
    )
  },
)

const PROSE: ReadonlySet<string> = new Set(['prompt', 'answer', 'thinking', 'title'])

/** Where a hit stands; there its words are marked. */
export function toHitRoute({ log, uuid, seq }: FoundHit, words: string): Route {
  return { kind: 'session', id: log, uuid: uuid ?? '-', seq, words }
}
