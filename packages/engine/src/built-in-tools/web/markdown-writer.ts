/** Writes Markdown piece by piece: breaks and blanks are written only when something follows them. */
export interface MarkdownWriter {
  /** Words of running text: white space is folded. */
  text(text: string): void
  /** Characters of code, as they are. */
  verbatim(text: string): void
  /** At least this many line feeds before whatever comes next. */
  break(lines: number): void
  /** Stands at the start of the next line that has text: `- `, `## `. */
  marker(marker: string): void
  /** Written around the text that follows, if any does. */
  openSpan(name: string, open: string, close: string): void
  closeSpan(name: string): void
  /** What stands before each line: quotes and indentation. */
  indent(before: string, markerIndent?: string): void
  /** True right behind a line feed of `verbatim`. */
  isAtLineStart(): boolean
  units(): number
  finish(): string
}

type Span = { readonly name: string; readonly open: string; readonly close: string; isWritten: boolean }

/** A writer of an empty text. */
export function createMarkdownWriter(): MarkdownWriter {
  const output: string[] = []
  let units = 0
  let breaks = 0
  let hasBlank = false
  let marker = ''
  let indent = ''
  let markerIndent = ''
  let spans: Span[] = []
  let isAtLineStart = false

  function put(text: string): void {
    output.push(text)
    units += text.length
  }

  /** Everything that has to stand before the next character. */
  function lead(): void {
    if (units === 0 || breaks > 0) {
      if (units > 0) put('\n'.repeat(breaks))
      put(marker === '' ? indent : markerIndent + marker)
    } else if (hasBlank) put(' ')
    breaks = 0
    hasBlank = false
    marker = ''
    for (const span of spans) {
      if (!span.isWritten) put(span.open)
      span.isWritten = true
    }
  }

  function closeWritten(): void {
    for (const span of spans.toReversed()) if (span.isWritten) put(span.close)
    spans = spans.filter(({ isWritten }) => !isWritten)
  }

  return {
    text(text) {
      const words = text.replace(/\s+/g, ' ')
      const trimmed = words.trim()
      if (words.startsWith(' ')) hasBlank = true
      if (trimmed === '') return
      lead()
      put(trimmed)
      hasBlank = words.endsWith(' ')
    },
    verbatim(text) {
      if (text === '') return
      lead()
      put(text.replace(/\r\n?/g, '\n').replaceAll('\n', `\n${indent}`))
      isAtLineStart = /[\r\n]$/.test(text)
    },
    break(lines) {
      closeWritten()
      breaks = Math.max(breaks, lines)
      hasBlank = false
    },
    marker(text) {
      marker = text
    },
    openSpan(name, open, close) {
      if (spans.length < MAX_SPANS) spans.push({ name, open, close, isWritten: false })
    },
    closeSpan(name) {
      const index = spans.findLastIndex(span => span.name === name)
      const [span] = index === -1 ? [] : spans.splice(index, 1)
      if (span?.isWritten) put(span.close)
    },
    indent(before, beforeMarker = before) {
      indent = before
      markerIndent = beforeMarker
    },
    isAtLineStart: () => isAtLineStart,
    units: () => units,
    finish() {
      closeWritten()
      return output.join('').trim()
    },
  }
}

// Deeper nesting means nothing to a reader, and would make each step dearer.
const MAX_SPANS = 20
