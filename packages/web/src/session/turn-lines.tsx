import { isObject } from '@antiphon/contract'
import { formatWork, measureWork, type WorkPart as SummaryPart } from '@antiphon/core/turns'
import { oneLine } from '@antiphon/core/ui'
import { ArrowDown, CircleX, FoldVertical } from 'lucide-react'
import { Fragment, type ReactElement, useId, useMemo } from 'react'
import { Button } from '../controls/button.tsx'
import { FoldHead } from '../controls/fold-head.tsx'
import { Icon } from '../controls/icon.tsx'
import { LineButton } from '../controls/line-button.tsx'
import { PlusMinus } from '../controls/marks.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatDuration } from '../parts/format-duration.ts'
import { formatTokens } from '../parts/format-numbers.ts'
import { pageLanguage } from '../parts/page-language.ts'
import { useFold } from '../story/fold.tsx'
import type { RowWork, ShutTurn, StoryRow } from '../story/story-row.ts'
import { groupKeyOf } from '../story/story-row.ts'
import { TextView } from '../story/text-view.tsx'
import { isCutText, useWhole } from '../story/use-whole.ts'
import { ACTION_ICONS } from './step-view.tsx'
import css from './turn.module.css'

export type ShutTurnLineProps = { readonly turn: ShutTurn; readonly onOpen: () => void }

/** A turn in one line. */
export function ShutTurnLine({ turn, onOpen }: ShutTurnLineProps): ReactElement {
  const texts = useTexts()
  const { number, text, added, removed, failed, durationMs } = turn
  return (
    <LineButton className={css.shut} aria-expanded={false} onClick={onOpen}>
      <span className={css.number}>{number}</span>
      <b title={oneLine(text, 400)}>{oneLine(text, 160) || texts.kinds.prompt}</b>
      {failed > 0 ? (
        <span className={css.failed} role="img" aria-label={texts.statuses.failed}>
          <Icon of={CircleX} size={14} />
        </span>
      ) : (
        <span />
      )}
      <span>
        <PlusMinus added={added} removed={removed} />
      </span>
      <span className={css.number}>{durationMs !== null && formatDuration(durationMs)}</span>
    </LineButton>
  )
}

export type GapLineProps = { readonly number: number; readonly onOpen: () => void }

/** Leads to turns that are open and not loaded. */
export function GapLine({ number, onOpen }: GapLineProps): ReactElement {
  const texts = useTexts().turns
  return (
    <div className={css.cut}>
      <Button look="quiet" icon={ArrowDown} onClick={onOpen}>
        {texts.goOn(number)}
      </Button>
    </div>
  )
}

type CutRow = Extract<StoryRow, { readonly kind: 'cut' }>

/** Where the context was compacted; opened, what stands for what was before. */
export function CutLine({ row }: { readonly row: CutRow }): ReactElement {
  const { storyItem, summaries, tokensAfter } = row
  const texts = useTexts().turns
  const [isOpen, toggle] = useFold(row.key)
  const id = useId()
  const before = readTokens(storyItem?.item.message)
  const words =
    before === undefined
      ? texts.compacted
      : tokensAfter === undefined
        ? texts.compactedFrom(formatTokens(before))
        : texts.compactedTo(formatTokens(before), formatTokens(tokensAfter))
  const [summary] = summaries
  useWhole(summary?.place, isOpen && isCutText(summary?.item.text ?? ''))
  return (
    <>
      <div className={css.cut}>
        {summary ? (
          <Button
            look="quiet"
            icon={FoldVertical}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={toggle}
          >
            {words}
          </Button>
        ) : (
          <span className={css.cutWords}>
            <Icon of={FoldVertical} /> {words}
          </span>
        )}
      </div>
      {isOpen && (
        <div className={css.summary} id={id}>
          {summaries.map(({ key, item }) => (
            <TextView
              key={key}
              name={key}
              text={item.text}
              form="markdown"
              maxLines={400}
              maxCodePoints={30_000}
            />
          ))}
        </div>
      )}
    </>
  )
}

/** How many tokens the context had when it was compacted. */
function readTokens(message: unknown): number | undefined {
  const told = isObject(message) ? message.compactMetadata : undefined
  const tokens: unknown = isObject(told) ? told.preTokens : undefined
  return typeof tokens === 'number' && tokens > 0 ? tokens : undefined
}

export type GroupLineProps = { readonly part: RowWork }

/** Calls with nothing to read between them, in one line. */
export function GroupLine({ part }: GroupLineProps): ReactElement {
  const texts = useTexts()
  const [isOpen, toggle] = useFold(groupKeyOf(part))
  const { summary } = part
  const language = pageLanguage() === 'zh-CN' ? 'zh-CN' : 'en'
  const time = useMemo(
    () => measureWork(part.items.flatMap(({ item }) => (item.kind === 'tool' ? [item.story] : []))),
    [part],
  )
  const main = summary.parts.toSorted(
    (one, other) => WEIGHTS.indexOf(other.action) - WEIGHTS.indexOf(one.action),
  )[0]
  return (
    <FoldHead
      className={css.group}
      isOpen={isOpen}
      icon={ACTION_ICONS[main?.action ?? 'used']}
      iconSize={16}
      onClick={toggle}
    >
      <span className={css.what} title={formatWork(summary, language)}>
        {splitWork(summary, language).map(({ words, part: counted, isBad }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a summary are told in one order
          <Fragment key={index}>
            {index > 0 && <span className={css.dot}> · </span>}
            <span className={isBad ? css.failed : undefined}>
              {isBad && <Icon of={CircleX} size={14} />}
              {words}
            </span>
            {counted && (
              <>
                {' '}
                <PlusMinus added={counted.added ?? 0} removed={counted.removed ?? 0} />
              </>
            )}
          </Fragment>
        ))}
      </span>
      <span className={css.time} title={time?.isAtMost ? texts.atMostHint : undefined}>
        {time && time.ms >= 100 && `${time.isAtMost ? '≤ ' : ''}${formatDuration(time.ms)}`}
      </span>
    </FoldHead>
  )
}

/** The last of them names a group by its icon. */
const WEIGHTS: readonly SummaryPart['action'][] = [
  'used',
  'planned',
  'searched',
  'read',
  'fetched',
  'ran',
  'delegated',
  'wrote',
  'edited',
]

type WorkWords = {
  readonly words: string
  readonly part?: SummaryPart | undefined
  readonly isBad: boolean
}

/** What is said of work, piece by piece, with the lines apart. */
function splitWork(summary: RowWork['summary'], language: 'en' | 'zh-CN'): readonly WorkWords[] {
  const bare = {
    ...summary,
    parts: summary.parts.map(({ action, count, isUndone }) => ({
      action,
      count,
      ...(isUndone && { isUndone }),
    })),
    failed: 0,
    denied: 0,
    interrupted: 0,
  }
  const none = { ...bare, parts: [] }
  const said = formatWork(bare, language).split(' · ')
  const done = said.map((words, index) => ({ words, part: summary.parts[index], isBad: false }))
  const failed = formatWork({ ...none, failed: summary.failed }, language)
  const denied = formatWork({ ...none, denied: summary.denied }, language)
  const interrupted = formatWork({ ...none, interrupted: summary.interrupted }, language)
  return [
    ...done,
    ...(failed === '' ? [] : [{ words: failed, isBad: true }]),
    ...(denied === '' ? [] : [{ words: denied, isBad: false }]),
    ...(interrupted === '' ? [] : [{ words: interrupted, isBad: false }]),
  ]
}
