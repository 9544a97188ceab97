import { previewText } from '@antiphon/core/ui'
import { memo, type NamedExoticComponent, type ReactElement, useState } from 'react'
import { DRAWN_AT_MOST, NotDrawn } from '../markdown/not-drawn.tsx'
import { useTexts } from '../page/page-context.ts'
import { useFold } from './fold.tsx'
import { type FoldedLines, foldLines } from './fold-lines.ts'
import css from './output.module.css'
import { splitAnsi } from './split-ansi.ts'

export type OutputViewProps = {
  readonly name: string
  readonly text: string
  /** What went wrong stands at the end. */
  readonly hasFailed?: boolean
  readonly label?: string
  readonly tone?: 'errors'
}

/** What a program printed: its first and last lines, and the rest when it is asked for. */
export function OutputView({ name, text, hasFailed = false, label, tone }: OutputViewProps): ReactElement {
  const texts = useTexts()
  const [isWhole, toggle] = useFold(`${name} whole`)
  const { text: drawn } = previewText(text, DRAWN_AT_MOST)
  const folded = foldLines(drawn.replace(/\n+$/, ''), hasFailed ? 'end' : 'both')
  // A line may be as long as a file.
  const isCut = folded.hidden > 0 || [folded.head, folded.tail].some(part => part.length > LONG_UNITS)
  return (
    <>
      {/* What scrolls sideways must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <figure className={css.term} tabIndex={0} aria-label={label ?? texts.output} data-tone={tone}>
        {isWhole || !isCut ? (
          <pre>
            <Output text={drawn} />
          </pre>
        ) : (
          <Folded folded={folded} onOpen={toggle} />
        )}
      </figure>
      {isWhole && <NotDrawn characters={text.length - drawn.length} />}
      {(folded.lines > 1 || isCut) && (
        <footer className={css.foot}>
          <span>{texts.turns.lines(folded.lines)}</span>
          <span className="grow" />
          <CopyText text={text} />
          {isCut && (
            <button type="button" aria-expanded={isWhole} onClick={toggle}>
              {isWhole ? texts.showLess : texts.turns.showAll}
            </button>
          )}
        </footer>
      )}
    </>
  )
}

function Folded({
  folded,
  onOpen,
}: {
  readonly folded: FoldedLines
  readonly onOpen: () => void
}): ReactElement {
  const texts = useTexts().turns
  const { head, tail, hidden } = folded
  return (
    <>
      {head !== '' && (
        <pre>
          <Output text={shorten(head)} />
        </pre>
      )}
      {hidden > 0 && (
        <button type="button" className={css.skipped} data-opens onClick={onOpen}>
          {head === '' ? texts.earlierLines(hidden) : texts.moreLines(hidden)}
        </button>
      )}
      {tail !== '' && (
        <pre>
          <Output text={shorten(tail)} />
        </pre>
      )}
    </>
  )
}

const LONG_UNITS = 1200

function shorten(text: string): string {
  if (text.length <= LONG_UNITS) return text
  return `${previewText(text, { maxLines: 20, maxCodePoints: LONG_UNITS }).text} …`
}

/** Puts a text onto the clipboard. */
export function CopyText({ text }: { readonly text: string }): ReactElement {
  const texts = useTexts().turns
  const [isCopied, setIsCopied] = useState(false)
  return (
    <button
      type="button"
      onClick={() =>
        void navigator.clipboard?.writeText(text).then(
          () => setIsCopied(true),
          () => undefined,
        )
      }
    >
      {isCopied ? texts.copied : texts.copy}
    </button>
  )
}

/** What a program printed, in its colours. */
export const Output: NamedExoticComponent<{ readonly text: string }> = memo(
  ({ text }: { readonly text: string }) =>
    splitAnsi(text).map(({ text: words, look }, index) =>
      Object.keys(look).length === 0 ? (
        words
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the runs of an output never move
        <span key={index} style={look}>
          {words}
        </span>
      ),
    ),
)
