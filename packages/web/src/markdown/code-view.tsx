import { stripControl } from '@antiphon/core'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '../app/page-context.ts'
import { type ColourNode, scopeClass } from './colour-tree.ts'
import { toLanguage } from './to-language.ts'

export type CodeViewProps = { readonly text: string; readonly language: string }

/** Code, coloured once the highlighter is there; it is loaded when code is first seen. */
export function CodeView({ text, language }: CodeViewProps): ReactElement {
  const texts = useTexts()
  const code = stripControl(text)
  const tree = useColours(code, toLanguage(language))
  return (
    // What scrolls sideways must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <figure className="code" tabIndex={0} aria-label={language || texts.output}>
      <pre>
        <code>{tree ? draw(tree) : code}</code>
      </pre>
    </figure>
  )
}

// Beyond it, colouring takes longer than reading.
const LONGEST_COLOURED = 30_000

/** The parts of a code; undefined until they are known, and where there are none. */
export function useColours(code: string, language: string): readonly ColourNode[] | undefined {
  const [tree, setTree] = useState<{ readonly code: string; readonly nodes: readonly ColourNode[] }>()
  useEffect(() => {
    if (language === '' || code.length > LONGEST_COLOURED) return
    let isWanted = true
    import('./highlighter.ts')
      .then(({ colourCode }) => {
        const nodes = colourCode(code, language)
        if (isWanted && nodes) setTree({ code, nodes })
      })
      // Without colours the code is still there.
      .catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [code, language])
  return tree?.code === code ? tree.nodes : undefined
}

function draw(nodes: readonly ColourNode[]): ReactNode[] {
  return nodes.map((node, index) =>
    typeof node === 'string' ? (
      node
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the tree of a code never changes its order
      <span key={index} className={scopeClass(node.scope)}>
        {draw(node.children)}
      </span>
    ),
  )
}
