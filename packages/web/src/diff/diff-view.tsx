import { stripControl } from '@antiphon/core/ui'
import { type ReactElement, type ReactNode, useMemo, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { DRAWN_AT_MOST, NotDrawn } from '../markdown/not-drawn.tsx'
import { useTexts } from '../page/page-context.ts'
import { boundDiff } from './bound-diff.ts'
import css from './diff.module.css'
import { HunkView, toNumberWidth } from './hunk-view.tsx'
import type { DiffLine } from './read-patch.ts'
import { toHunks } from './to-hunks.ts'
import { useDiffLayout } from './use-diff-layout.ts'
import { useLineColours } from './use-line-colours.ts'

export type DiffViewProps = {
  readonly lines: readonly DiffLine[]
  readonly label: string
  /** Whose colours it has; those of the label unless told. */
  readonly path?: string
  /** Whether all of it is shown at once; whoever shows it so says how it is laid out. */
  readonly isOpen?: boolean
  /** What is said above a change, by its number from 0. */
  readonly headOf?: (hunk: number) => ReactNode
  /** What else can be done with it. */
  readonly tools?: ReactNode
}

/** A change of a file: words marked, in the colours of its language; of a long one the first change, until more is asked for. */
export function DiffView({ lines, label, path, isOpen, headOf, tools }: DiffViewProps): ReactElement {
  const texts = useTexts()
  const [isWhole, setIsWhole] = useState(isOpen === true)
  const { layout: chosen, canSplit, choose } = useDiffLayout()
  // What is only new or only gone has nothing to stand beside.
  const hasSides = lines.some(({ kind }) => kind === 'added') && lines.some(({ kind }) => kind === 'removed')
  const layout = hasSides ? chosen : 'inline'
  const clean = useMemo(() => lines.map(line => ({ ...line, text: stripControl(line.text) })), [lines])
  const all = useMemo(() => toHunks(clean), [clean])
  const isLong = clean.length > FEW.maxLines + SOME
  const first = isWhole || !isLong ? all : all.slice(0, 1)
  const drawn = useMemo(() => joinHunks(first), [first])
  const { lines: shown, cutLines, cutUnits } = boundDiff(drawn, isWhole ? MOST : isLong ? FEW : FEW_AND_SOME)
  const colours = useLineColours(shown, path ?? label)
  const hunks = useMemo(() => toHunks(shown), [shown])
  const hasNumbers = shown.some(line => line.before !== undefined || line.after !== undefined)
  const hidden = all.length - first.length
  const isCut = !isWhole && cutLines + cutUnits > 0
  return (
    <div className={css.frame}>
      {/* What scrolls sideways must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <figure className={css.diff} tabIndex={0} aria-label={label} data-layout={layout}>
        <div className={css.lines} style={toNumberWidth(shown)}>
          {hunks.map((hunk, index) => {
            const head = headOf?.(index)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the changes of a file never move
              <div key={index}>
                {head ? (
                  <div className={css.head}>{head}</div>
                ) : (
                  index > 0 && (
                    <div className={css.gap} aria-hidden="true">
                      ⋯
                    </div>
                  )
                )}
                <HunkView lines={hunk.lines} layout={layout} hasNumbers={hasNumbers} colours={colours} />
              </div>
            )
          })}
        </div>
      </figure>
      {isWhole && <NotDrawn characters={cutUnits} />}
      <div className={css.foot}>
        {(hidden > 0 || isCut) && (
          <Button look="quiet" data-opens onClick={() => setIsWhole(true)}>
            {hidden > 0 ? texts.changes.moreChanges(hidden) : texts.showAll(cutLines)}
          </Button>
        )}
        {all.length > 1 && (
          <span className={css.count}>
            {hidden > 0
              ? texts.changes.someChanges(first.length, all.length)
              : texts.changes.allChanges(all.length)}
          </span>
        )}
        <span className={css.space} />
        {canSplit && hasSides && isOpen !== true && (
          <Button look="quiet" onClick={() => choose(layout === 'split' ? 'inline' : 'split')}>
            {layout === 'split' ? texts.changes.oneColumn : texts.changes.sideBySide}
          </Button>
        )}
        {tools}
      </div>
    </div>
  )
}

/** More is shown when it is asked for. */
const FEW = { maxLines: 60, maxUnits: 30_000 }
/** Not worth a button. */
const SOME = 4
const FEW_AND_SOME = { ...FEW, maxLines: FEW.maxLines + SOME }
const MOST = { maxLines: DRAWN_AT_MOST.maxLines, maxUnits: DRAWN_AT_MOST.maxCodePoints }

function joinHunks(hunks: readonly { readonly lines: readonly DiffLine[] }[]): readonly DiffLine[] {
  return hunks.flatMap(({ lines }, index) => (index > 0 ? [GAP, ...lines] : lines))
}

const GAP: DiffLine = { kind: 'gap', text: '' }
