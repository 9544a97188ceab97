import { assertNever } from '@antiphon/contract'
import { groupTurns } from '@antiphon/core/turns'
import {
  Component,
  memo,
  type NamedExoticComponent,
  type ReactElement,
  type ReactNode,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTexts } from '../page/page-context.ts'
import { useSettings } from '../page/page-settings.ts'
import type { StoryItem } from '../story/compute-story.ts'
import { useSessionContext } from '../story/session-context.ts'
import type { StoryRow } from '../story/story-row.ts'
import { computeRows } from './compute-rows.ts'
import css from './item.module.css'
import { ItemView } from './item-view.tsx'
import { RowActions } from './row-actions.tsx'
import { StepView } from './step-view.tsx'
import { TurnFoot } from './turn-foot.tsx'
import { TurnHeading } from './turn-heading.tsx'
import { CutLine, GapLine, GroupLine, ShutTurnLine } from './turn-lines.tsx'

/** Keeps what cannot be drawn from taking the page with it. A class, since React offers this in no other form. */
class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state: { readonly hasFailed: boolean } = { hasFailed: false }

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}

type BoundaryProps = { readonly children: ReactNode; readonly fallback: ReactNode }

export type RowViewProps = {
  readonly row: StoryRow
  /** Opens a turn of which there is one line. */
  readonly onOpenTurn: (row: StoryRow) => void
}

/** One line of a session. */
export const RowView: NamedExoticComponent<RowViewProps> = memo(({ row, onOpenTurn }: RowViewProps) => {
  const texts = useTexts()
  const item = itemOf(row)
  const kind = item?.item.kind ?? row.kind
  const names = [css.item, css[row.kind], row.kind === 'step' && row.isInside && css.inside]
  return (
    <article
      className={names.filter(Boolean).join(' ')}
      data-row={row.kind}
      data-kind={kind}
      aria-label={item ? texts.kinds[item.item.kind] : undefined}
    >
      <Boundary key={item?.place?.placed.cut} fallback={<Failed storyItem={item} />}>
        <Row row={row} onOpenTurn={onOpenTurn} />
      </Boundary>
    </article>
  )
})

function itemOf(row: StoryRow): StoryItem | undefined {
  if (row.kind === 'heading') return row.items[0]
  return row.kind === 'item' || row.kind === 'step' || row.kind === 'cut' ? row.storyItem : undefined
}

function Failed({ storyItem }: { readonly storyItem: StoryItem | undefined }): ReactElement {
  const texts = useTexts()
  return (
    <p className={css.failed}>
      <span className="mark">{texts.wentWrong}</span>
      {storyItem && <RowActions item={storyItem.item} place={storyItem.place} />}
    </p>
  )
}

function Row({ row, onOpenTurn }: RowViewProps): ReactElement | null {
  switch (row.kind) {
    case 'shut':
      return <ShutTurnLine turn={row.turn} onOpen={() => onOpenTurn(row)} />
    case 'heading':
      return <TurnHeading items={row.items} number={row.number} />
    case 'item':
      return <ItemView storyItem={row.storyItem} />
    case 'cut':
      return <CutLine row={row} />
    case 'group':
      return <GroupLine part={row.part} />
    case 'step':
      return <StepView storyItem={row.storyItem} />
    case 'foot':
      return <TurnFoot turn={row.turn} durationMs={row.durationMs} />
    case 'gap':
      return <GapLine number={row.number} onOpen={() => onOpenTurn(row)} />
    default:
      return assertNever(row)
  }
}

/** What a subagent did, in the same lines; a long list is cut until it is asked for. */
export function NestedRows({ items }: { readonly items: readonly StoryItem[] }): ReactElement {
  const texts = useTexts()
  const { folds, includeMeta } = useSessionContext()
  const { openToolCalls: openCalls } = useSettings().settings
  const version = useSyncExternalStore(folds.subscribe, folds.version, folds.version)
  const [count, setCount] = useState(FEW)
  const turns = useMemo(() => groupTurns(items), [items])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is open is told by the version
  const rows = useMemo(
    () =>
      computeRows({
        turns,
        outline: undefined,
        folds,
        from: 0,
        to: 0,
        end: 0,
        includeMeta,
        openCalls,
        isRunning: true,
      }).list,
    [turns, folds, version, includeMeta, openCalls],
  )
  const shown = rows.filter(({ kind }) => kind !== 'foot')
  const hidden = shown.length - count
  return (
    <div className="nested">
      <ul className="bare">
        {shown.slice(0, count).map(row => (
          <li key={row.key}>
            <RowView row={row} onOpenTurn={openNothing} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className="more" data-opens onClick={() => setCount(count + FEW * 4)}>
          {texts.moreSteps(hidden)}
        </button>
      )}
    </div>
  )
}

const FEW = 30
const openNothing = (): void => undefined
