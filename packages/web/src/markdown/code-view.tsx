import { previewText, stripControl } from '@antiphon/core/ui'
import type { ReactElement, ReactNode } from 'react'
import { useTexts } from '../page/page-context.ts'
import css from './code.module.css'
import { type ColourNode, scopeName } from './colour-tree.ts'
import { DRAWN_AT_MOST, NotDrawn } from './not-drawn.tsx'
import { toLanguage } from './to-language.ts'
import { useColours } from './use-colours.ts'

export type CodeViewProps = { readonly text: string; readonly language: string }

/** Code as it is, and in its colours once they are known. */
export function CodeView({ text, language }: CodeViewProps): ReactElement {
  const texts = useTexts()
  const { text: drawn } = previewText(text, DRAWN_AT_MOST)
  const code = stripControl(drawn)
  const tree = useColours(code, toLanguage(language))
  return (
    <>
      {/* What scrolls sideways must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <figure className={`listing ${css.code}`} tabIndex={0} aria-label={language || texts.output}>
        <pre>
          <code>{tree ? draw(tree) : code}</code>
        </pre>
      </figure>
      <NotDrawn characters={text.length - drawn.length} />
    </>
  )
}

function draw(nodes: readonly ColourNode[]): ReactNode[] {
  return nodes.map((node, index) =>
    typeof node === 'string' ? (
      node
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the tree of a code never changes its order
      <span key={index} className={css[scopeName(node.scope)]}>
        {draw(node.children)}
      </span>
    ),
  )
}
