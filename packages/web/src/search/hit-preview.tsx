import type { PersonItem } from '@antiphon/core'
import type { TurnPart } from '@antiphon/core/turns'
import { formatWork } from '@antiphon/core/turns'
import { oneLine, stripControl } from '@antiphon/core/ui'
import type { FoundHit, PlacedEntry } from '@antiphon/server/protocol'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { pause } from '../browser/pause.ts'
import { toButtonClass } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { Keys } from '../controls/marks.tsx'
import { MarkdownView } from '../markdown/markdown-view.tsx'
import { useClient, useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { formatDuration } from '../parts/format-duration.ts'
import { formatExact } from '../parts/format-time.ts'
import { pageLanguage } from '../parts/page-language.ts'
import { toHitRoute } from './hit-row.tsx'
import { MarkedText } from './marked-text.tsx'
import styles from './preview.module.css'
import { cutExcerpt, type PreviewTurn, readPreviewTurn } from './preview-turn.ts'
import { useMarks } from './use-marks.ts'

export type HitPreviewProps = {
  readonly hit: FoundHit | undefined
  /** Nobody chose it, and a better one may be found: it is not read before it has stood for a moment. */
  readonly isPassing: boolean
  readonly findQuery: string
  readonly words: readonly string[]
}

/** The turn in which the chosen hit stands, with its words marked, and the way there. */
export function HitPreview({ hit, isPassing, findQuery, words }: HitPreviewProps): ReactElement {
  const { inSearch } = useTexts()
  const client = useClient()
  const { data } = useQuery<PreviewTurn>({
    queryKey: ['preview', hit?.log, hit?.seq, hit?.kind],
    enabled: hit !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      if (isPassing) await pause(PASSING_MS, signal)
      return readPreviewTurn({ client, hit: hit as FoundHit, signal })
    },
  })
  const bodyRef = useRef<HTMLElement>(null)
  useMarks(bodyRef, words, data)
  const duration = data?.turn?.durationMs
  return (
    <aside className={styles.preview} aria-label={inSearch.preview}>
      <header className={styles.head}>
        <div className={styles.when}>
          {hit?.at != null && <b>{formatExact(hit.at)}</b>}
          {duration !== undefined && <span>{formatDuration(duration)}</span>}
        </div>
        {hit && (
          <a className={toButtonClass()} href={formatRoute(toHitRoute(hit, findQuery))}>
            {inSearch.open}
            <Keys keys={['↵']} />
          </a>
        )}
      </header>
      {/* A text that scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className={styles.body} ref={bodyRef} tabIndex={0} aria-label={inSearch.preview}>
        {hit ? (
          data && <TurnPreview hit={hit} data={data} words={words} />
        ) : (
          <p className={styles.empty}>{inSearch.previewEmpty}</p>
        )}
      </section>
    </aside>
  )
}

type TurnPreviewProps = {
  readonly hit: FoundHit
  readonly data: PreviewTurn
  readonly words: readonly string[]
}

function TurnPreview({ hit, data, words }: TurnPreviewProps): ReactElement {
  const { turn, foundKey, foundText } = data
  const excerpt = foundText === undefined ? undefined : cutExcerpt(foundText, words)
  const snippet = (
    <pre className={styles.found}>
      {excerpt === undefined ? <MarkedText text={hit.snippet} marks={hit.marks} /> : stripControl(excerpt)}
    </pre>
  )
  if (!turn) return snippet
  const isInWork = (part: TurnPart<PlacedEntry>): boolean =>
    part.kind === 'work' && part.items.some(({ key }) => key === foundKey)
  return (
    <>
      {turn.heading.map(({ key, item }) => (
        <div key={key} className={styles.prompt}>
          {stripControl(readWords(item)).slice(0, MOST_UNITS)}
        </div>
      ))}
      {turn.parts.map(part => {
        if (part.kind === 'item' && part.item.item.kind !== 'tool')
          return (
            <div key={part.key} className={styles.text}>
              <MarkdownView text={readWords(part.item.item).slice(0, MOST_UNITS)} />
            </div>
          )
        const isFound = part.kind === 'work' ? isInWork(part) : part.item.key === foundKey
        return (
          <div key={part.key} className={styles.work}>
            <p className={styles.workLine}>
              <Icon of={ChevronRight} size={14} />
              {part.kind === 'work'
                ? formatWork(part.summary, pageLanguage() === 'zh-CN' ? 'zh-CN' : 'en')
                : oneLine(part.item.item.text, 200)}
            </p>
            {isFound && snippet}
          </div>
        )
      })}
    </>
  )
}

const PASSING_MS = 250
const MOST_UNITS = 20_000

/** What an item says; a command without the marks in which it is stored. */
function readWords(item: PersonItem): string {
  if (item.kind !== 'command') return item.text
  const { name, input, output } = item
  return [[name, input].filter(Boolean).join(' '), output].filter(Boolean).join('\n') || item.text
}
