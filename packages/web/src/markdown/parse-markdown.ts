import { stripControl } from '@antiphon/core/ui'
import { type MarkdownToJSX, parser } from 'markdown-to-jsx/react'

export type MarkdownNode = MarkdownToJSX.ASTNode

/** The tree of a hostile text: HTML in it is text, addresses are as they were written; undefined where it cannot be parsed. */
export function parseMarkdown(text: string): readonly MarkdownNode[] | undefined {
  try {
    return parser(stripControl(text), {
      disableParsingRawHTML: true,
      disableFrontmatter: true,
      // The page judges addresses itself and shows those that it refuses.
      sanitizer: address => address,
    })
  } catch {
    return undefined
  }
}
