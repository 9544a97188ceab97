import type { ReactElement } from 'react'
import { CodeView } from '../markdown/code-view.tsx'
import { useTexts } from '../page/page-context.ts'
import { useFold } from './fold.tsx'
import css from './output.module.css'
import { CopyText } from './output-view.tsx'

export type CodeLinesProps = { readonly name: string; readonly text: string; readonly language: string }

/** Code of any length: its first lines, and the rest when it is asked for. */
export function CodeLines({ name, text, language }: CodeLinesProps): ReactElement {
  const texts = useTexts()
  const [isWhole, toggle] = useFold(`${name} whole`)
  const lines = text.split('\n')
  const isCut = lines.length > FEW + 2
  return (
    <>
      <CodeView text={isCut && !isWhole ? lines.slice(0, FEW).join('\n') : text} language={language} />
      <footer className={css.foot}>
        <span>{texts.turns.lines(lines.length)}</span>
        <span className="grow" />
        <CopyText text={text} />
        {isCut && (
          <button type="button" aria-expanded={isWhole} onClick={toggle}>
            {isWhole ? texts.showLess : texts.turns.moreLines(lines.length - FEW)}
          </button>
        )}
      </footer>
    </>
  )
}

const FEW = 8
