import { escapeHtml } from './escape-label.ts'

/** Something that is folded until a reader opens it; `body` has to be safe Markdown. */
export function* details(summary: string, body: Iterable<string>): Generator<string> {
  // The blank lines end the HTML, so that what stands between is Markdown.
  yield `<details><summary>${escapeHtml(summary)}</summary>\n`
  yield* body
  yield '</details>\n'
}
