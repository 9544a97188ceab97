import { assertNever } from '@antiphon/contract'
import {
  type MarkdownBlock,
  type MarkdownCell,
  type MarkdownInline,
  parseMarkdown,
} from '@antiphon/core/markdown'
import { stripControl } from '@antiphon/core/ui'
import { escapeHtml } from './escape-html.ts'

/** Markdown that somebody wrote, as HTML of ours: made from its tree, so that nothing in it is a tag. */
export function formatProse(text: string): string {
  if (text.length > LONGEST) return `<pre class="term">${escapeHtml(text)}</pre>`
  return `<div class="prose">${formatBlocks(parseMarkdown(stripControl(text)))}</div>\n`
}

// Nobody writes as much; what was pasted is read as it stands.
const LONGEST = 400_000

function formatBlocks(blocks: readonly MarkdownBlock[]): string {
  return blocks.map(formatBlock).join('')
}

function formatBlock(block: MarkdownBlock): string {
  switch (block.type) {
    case 'heading':
      // The session's title has the first rank, prompts have the second.
      return element(`h${Math.min(6, block.level + 2)}`, formatInlines(block.content))
    case 'paragraph':
      return element('p', formatInlines(block.content))
    case 'code':
      return `<pre class="code" tabindex="0"><code>${escapeHtml(block.text)}</code></pre>`
    case 'quote':
      return element('blockquote', formatBlocks(block.blocks))
    case 'list':
      return formatList(block)
    case 'table':
      return `<div class="wide" tabindex="0"><table><thead>${formatRow(block.head, 'th')}</thead><tbody>${block.rows
        .map(row => formatRow(row, 'td'))
        .join('')}</tbody></table></div>`
    case 'rule':
      return '<hr>'
    default:
      return assertNever(block)
  }
}

function formatList({ start, items }: Extract<MarkdownBlock, { type: 'list' }>): string {
  const inner = items
    .map(({ blocks, isChecked }) => {
      const box = isChecked === undefined ? '' : `<span class="box-sign">${isChecked ? '☑' : '☐'}</span> `
      // A single sentence needs no paragraph.
      const [first, ...rest] = blocks
      const words =
        first?.type === 'paragraph' ? formatInlines(first.content) + formatBlocks(rest) : formatBlocks(blocks)
      return element('li', box + words)
    })
    .join('')
  if (start === undefined) return element('ul', inner)
  return `<ol${start === 1 ? '' : ` start="${start}"`}>${inner}</ol>`
}

function formatRow(cells: readonly MarkdownCell[], name: 'th' | 'td'): string {
  return element(
    'tr',
    cells
      .map(({ align, content }) => {
        const place = align === 'left' ? '' : ` class="${align}"`
        return `<${name}${place}>${formatInlines(content)}</${name}>`
      })
      .join(''),
  )
}

function formatInlines(inlines: readonly MarkdownInline[]): string {
  return inlines.map(formatInline).join('')
}

function formatInline(inline: MarkdownInline): string {
  switch (inline.type) {
    case 'text':
      return escapeHtml(inline.text)
    case 'code':
      return element('code', escapeHtml(inline.text))
    case 'strong':
      return element('strong', formatInlines(inline.content))
    case 'emphasis':
      return element('em', formatInlines(inline.content))
    case 'strike':
      return element('s', formatInlines(inline.content))
    case 'link':
      return formatLink(inline)
    case 'image':
      return `${escapeHtml(inline.text)} <code>${escapeHtml(inline.address)}</code>`
    case 'break':
      return '<br>'
    default:
      return assertNever(inline)
  }
}

/** Leads to a page of the web and nowhere else; any other address is shown as it was written. */
function formatLink({ address, content }: Extract<MarkdownInline, { type: 'link' }>): string {
  const words = formatInlines(content)
  const url = toWebAddress(address)
  if (url === null) return `${words} <code>${escapeHtml(address)}</code>`
  return `<a href="${escapeHtml(url.href)}" rel="noopener noreferrer nofollow" title="${escapeHtml(url.host)}">${words}</a>`
}

function toWebAddress(address: string): URL | null {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  const url = new URL(address)
  // Names and passwords before the host make a link look like another.
  return url.username === '' && url.password === '' ? url : null
}

function element(name: string, inner: string): string {
  return `<${name}>${inner}</${name}>`
}
