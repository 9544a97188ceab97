import { type CSSProperties, Fragment, type ReactElement, useMemo } from 'react'
import colourCss from '../markdown/code.module.css'
import { scopeName } from '../markdown/colour-tree.ts'
import { useTexts } from '../page/page-context.ts'
import css from './diff.module.css'
import { mergeMarks } from './draw-runs.ts'
import type { DiffLine } from './read-patch.ts'
import { type DiffPair, markLines, pairLines } from './to-hunks.ts'
import type { DiffLayout } from './use-diff-layout.ts'
import type { ColourLine } from './use-line-colours.ts'

export type HunkViewProps = {
  readonly lines: readonly DiffLine[]
  readonly layout: DiffLayout
  readonly hasNumbers: boolean
  readonly colours: ColourLine
}

/** One change, line by line or side by side, with the words marked in which lines differ. */
export function HunkView({ lines, layout, hasNumbers, colours }: HunkViewProps): ReactElement {
  const pairs = useMemo(() => pairLines(lines), [lines])
  const marks = useMemo(() => markLines(pairs), [pairs])
  const words = (line: DiffLine): ReactElement => <Words line={line} colours={colours} marks={marks} />
  if (layout === 'split')
    return (
      <>
        {pairs.map((pair, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a change never move
          <PairView key={index} pair={pair} hasNumbers={hasNumbers} words={words} />
        ))}
      </>
    )
  return (
    <>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a change never move
        <div key={index} className={`${css.line} ${css[line.kind] ?? ''}`}>
          {hasNumbers && (
            <>
              <span className={css.number}>{line.before ?? ''}</span>
              <span className={css.number}>{line.after ?? ''}</span>
            </>
          )}
          <Sign line={line} />
          {words(line)}
        </div>
      ))}
    </>
  )
}

type PairViewProps = {
  readonly pair: DiffPair
  readonly hasNumbers: boolean
  readonly words: (line: DiffLine) => ReactElement
}

function PairView({ pair: { before, after }, hasNumbers, words }: PairViewProps): ReactElement {
  const side = (line: DiffLine | null, number: number | undefined): ReactElement => (
    <div className={`${css.side} ${line ? (css[line.kind] ?? '') : css.nothing}`}>
      {hasNumbers && <span className={css.number}>{number ?? ''}</span>}
      {line && <Sign line={line} />}
      {line && words(line)}
    </div>
  )
  return (
    <div className={css.pair}>
      {side(before, before?.before)}
      {side(after, after?.after)}
    </div>
  )
}

function Sign({ line: { kind } }: { readonly line: DiffLine }): ReactElement {
  const texts = useTexts()
  return (
    <span className={css.sign}>
      <span aria-hidden="true">{SIGNS[kind]}</span>
      {kind === 'added' && <span className="hidden">{texts.added} </span>}
      {kind === 'removed' && <span className="hidden">{texts.removed} </span>}
    </span>
  )
}

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', added: '+', removed: '−', gap: '⋯' }

type WordsProps = {
  readonly line: DiffLine
  readonly colours: ColourLine
  readonly marks: ReturnType<typeof markLines>
}

function Words({ line, colours, marks }: WordsProps): ReactElement {
  const runs = mergeMarks(colours(line), marks.get(line))
  return (
    <span className={css.code}>
      {runs.map(({ text, scope, isChanged }, index) => {
        const piece = scope === '' ? text : <span className={colourCss[scopeName(scope)]}>{text}</span>
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line never move
        if (!isChanged) return <Fragment key={index}>{piece}</Fragment>
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <mark key={index} className={css.word}>
            {piece}
          </mark>
        )
      })}
    </span>
  )
}

/** How wide the numbers of lines are. */
export function toNumberWidth(lines: readonly DiffLine[]): CSSProperties {
  const most = lines.reduce((most, { before = 0, after = 0 }) => Math.max(most, before, after), 0)
  return { '--number': `${Math.max(3, String(most).length + 1)}ch` } as CSSProperties // a property of our own
}
