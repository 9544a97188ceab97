import { stripControl } from '@antiphon/core'
import { RuleType } from 'markdown-to-jsx/react'
import {
  createElement,
  memo,
  type NamedExoticComponent,
  type ReactElement,
  type ReactNode,
  useMemo,
} from 'react'
import { CodeView } from './code-view.tsx'
import { LinkView } from './link-view.tsx'
import { type MarkdownNode, parseMarkdown } from './parse-markdown.ts'

/**
 * Markdown drawn from its tree by this page alone: nothing of the text becomes an element, an attribute or
 * an address that is not named here.
 */
export const MarkdownView: NamedExoticComponent<{ readonly text: string }> = memo(
  ({ text }: { readonly text: string }) => {
    const nodes = useMemo(() => (text.length > LONGEST ? undefined : parseMarkdown(text)), [text])
    if (!nodes) return <div className="plain">{stripControl(text)}</div>
    return <div className="markdown">{drawAll(nodes, 0)}</div>
  },
)

// A text of this length is a file that somebody pasted; it is read as it is.
const LONGEST = 60_000
// Quotes and lists nest a few deep where people wrote them.
const DEEPEST = 24

function drawAll(nodes: readonly MarkdownNode[], depth: number): ReactNode[] {
  // biome-ignore lint/suspicious/noArrayIndexKey: the tree of a text never changes its order
  return nodes.map((node, index) => <Node key={index} node={node} depth={depth + 1} />)
}

function Node({ node, depth }: { readonly node: MarkdownNode; readonly depth: number }): ReactNode {
  if (depth > DEEPEST) return textOf(node, 0)
  switch (node.type) {
    case RuleType.text:
      return node.text
    case RuleType.paragraph:
      return <p>{drawAll(node.children, depth)}</p>
    case RuleType.heading:
      // The page's own headings are above: a transcript's begin below them.
      return createElement(
        `h${Math.min(6, node.level + 2)}`,
        { className: 'said' },
        drawAll(node.children, depth),
      )
    case RuleType.textFormatted:
      return createElement(FORMATS.get(node.tag) ?? 'span', undefined, drawAll(node.children, depth))
    case RuleType.codeInline:
      return <code>{node.text}</code>
    case RuleType.codeBlock:
      return <CodeView text={node.text} language={node.lang ?? ''} />
    case RuleType.link:
      return <LinkView address={node.target ?? ''}>{drawAll(node.children, depth)}</LinkView>
    case RuleType.image:
      return <LinkView address={node.target ?? ''}>{`[${node.alt ?? ''}]`}</LinkView>
    case RuleType.unorderedList:
      return <ul>{drawItems(node.items, depth)}</ul>
    case RuleType.orderedList:
      return <ol start={node.start}>{drawItems(node.items, depth)}</ol>
    case RuleType.blockQuote:
      return <blockquote>{drawAll(node.children, depth)}</blockquote>
    case RuleType.breakLine:
      return <br />
    case RuleType.breakThematic:
      return <hr />
    case RuleType.gfmTask:
      return <span className="task">{node.completed ? '☑' : '☐'}</span>
    case RuleType.table:
      return <Table header={node.header} cells={node.cells} depth={depth} />
    case RuleType.refCollection:
      return <References references={node.refs} />
    default:
      return textOf(node, 0)
  }
}

const FORMATS: ReadonlyMap<string, string> = new Map(
  ['strong', 'em', 'del', 'mark', 's', 'b', 'i'].map(tag => [tag, tag]),
)

function drawItems(items: readonly (readonly MarkdownNode[])[], depth: number): ReactNode[] {
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return items.map((item, index) => <li key={index}>{drawAll(item, depth)}</li>)
}

type TableProps = {
  readonly header: readonly (readonly MarkdownNode[])[]
  readonly cells: readonly (readonly (readonly MarkdownNode[])[])[]
  readonly depth: number
}

function Table({ header, cells, depth }: TableProps): ReactElement {
  return (
    <div className="table">
      <table>
        <thead>
          <tr>
            {header.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <th key={index}>{drawAll(cell, depth)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={index}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <td key={column}>{drawAll(cell, depth)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type ReferencesProps = { readonly references: Readonly<Record<string, { readonly target: string }>> }

/** What a text defines for its links and notes: shown, since nothing of a transcript may hide. */
function References({ references }: ReferencesProps): ReactElement {
  return (
    <ul className="references">
      {Object.entries(references).map(([name, { target }]) => (
        <li key={name}>{`[${name}]: ${target}`}</li>
      ))}
    </ul>
  )
}

/** What a node says without its form. */
function textOf(node: unknown, depth: number): string {
  if (typeof node !== 'object' || node === null || depth > 200) return ''
  const text = 'text' in node && typeof node.text === 'string' ? node.text : ''
  const parts = ['children', 'items'].flatMap(name => {
    const list: unknown = Reflect.get(node, name)
    return Array.isArray(list) ? list.flat() : []
  })
  return text + parts.map(part => textOf(part, depth + 1)).join('')
}
