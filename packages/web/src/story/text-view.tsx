import { previewText } from '@antiphon/core/ui'
import type { ReactElement } from 'react'
import { MarkdownView } from '../markdown/markdown-view.tsx'
import { DRAWN_AT_MOST, NotDrawn } from '../markdown/not-drawn.tsx'
import { useTexts } from '../page/page-context.ts'
import { useFold } from './fold.tsx'
import { Output } from './output-view.tsx'

export type TextViewProps = {
  readonly name: string
  readonly text: string
  readonly form: 'markdown' | 'output'
  readonly maxLines: number
  readonly maxCodePoints: number
  readonly label?: string
}

/** A text of any length: its head, and the rest when it is asked for. */
export function TextView(props: TextViewProps): ReactElement {
  const { name, text, form, maxLines, maxCodePoints, label } = props
  const texts = useTexts()
  const [isWhole, toggle] = useFold(`${name} whole`)
  const preview = previewText(text, { maxLines, maxCodePoints })
  const isCut = preview.cutCodePoints > 0
  const shown = isWhole ? previewText(text, DRAWN_AT_MOST).text : preview.text
  return (
    <>
      {form === 'markdown' ? (
        <MarkdownView text={shown} />
      ) : (
        // What scrolls sideways must be reachable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <figure className="listing" tabIndex={0} aria-label={label ?? texts.output}>
          <pre>
            <Output text={shown} />
          </pre>
        </figure>
      )}
      {isWhole && <NotDrawn characters={text.length - shown.length} />}
      {isCut && (
        <button type="button" className="more" aria-expanded={isWhole} onClick={toggle}>
          {isWhole ? texts.showLess : texts.showAll(Math.max(0, preview.cutLines))}
        </button>
      )}
    </>
  )
}
