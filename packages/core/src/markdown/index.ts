export type { MarkdownBlock, MarkdownCell, MarkdownInline, MarkdownListItem } from './markdown-tree.ts'
export { parseInlines } from './parse-inlines.ts'
export { findSettledEnd, parseMarkdown } from './parse-markdown.ts'
