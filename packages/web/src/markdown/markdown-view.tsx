import { stripControl } from '@antiphon/core/ui'
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
import css from './markdown.module.css'
import { type MarkdownNode, parseMarkdown } from './parse-markdown.ts'
import { splitMarkdown } from './split-markdown.ts'

/**
 * Markdown drawn from its tree by this page alone: nothing of the text becomes an element, an attribute or
 * an address that is not named here.
 */
export const MarkdownView: NamedExoticComponent<{ readonly text: string }> = memo(
  ({ text }: { readonly text: string }) => {
    const pieces = useMemo(() => parsePieces(text), [text])
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their order
    return pieces.map((piece, index) => <PieceView key={index} piece={piece} />)
  },
)

type Piece =
  | { readonly kind: 'nodes'; readonly nodes: readonly MarkdownNode[] }
  | { readonly kind: 'code'; readonly code: string; readonly language: string }
  | { readonly kind: 'plain'; readonly text: string }

/** A text in pieces, of which each is parsed quickly; when they take long together, the rest is read as it is. */
function parsePieces(text: string): readonly Piece[] {
  if (text.length > LONGEST) return [{ kind: 'plain', text }]
  if (text.length <= LONGEST_PIECE) return [parsePiece(text)]
  const deadline = performance.now() + MOST_MS
  return splitMarkdown(text, SHORT_PIECE).map(piece => {
    if (piece.kind === 'code') return piece
    const isSlow = piece.raw.length > LONGEST_PIECE || performance.now() > deadline
    return isSlow ? { kind: 'plain', text: piece.raw } : parsePiece(piece.raw)
  })
}

function parsePiece(text: string): Piece {
  const nodes = parseMarkdown(text)
  return nodes ? { kind: 'nodes', nodes } : { kind: 'plain', text }
}

function PieceView({ piece }: { readonly piece: Piece }): ReactElement {
  if (piece.kind === 'plain') return <div className={css.plain}>{stripControl(piece.text)}</div>
  return (
    <div className={css.markdown}>
      {piece.kind === 'nodes' ? (
        drawAll(piece.nodes, 0)
      ) : (
        <CodeView text={piece.code} language={piece.language} />
      )}
    </div>
  )
}

// A text of this length is a file that somebody pasted; it is read as it is.
const LONGEST = 60_000
// Some texts take time by the square of their length: a tenth of a second at this one.
const LONGEST_PIECE = 10_000
const SHORT_PIECE = 6000
// What people write takes a tenth of it, however long it is.
const MOST_MS = 250
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
        { className: css.said },
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
      return <span>{node.completed ? '☑' : '☐'}</span>
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
    <div className={css.table}>
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
    <ul className={`fine ${css.references}`}>
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
