import { stripControl } from '@antiphon/core/ui'

/** Text that stands in an element or between the quotes of an attribute and can leave neither. */
export function escapeHtml(text: string): string {
  return stripControl(text)
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[&<>"']/g, sign => SIGNS[sign] ?? '')
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Something that is folded until a reader opens it; head and body have to be HTML. */
export function* fold(
  { name, head, isOpen = false }: FoldOptions,
  body: Iterable<string>,
): Generator<string> {
  yield `<details class="${name}"${isOpen ? ' open' : ''}><summary>${head}</summary><div class="body">`
  yield* body
  yield '</div></details>\n'
}

export type FoldOptions = { readonly name: string; readonly head: string; readonly isOpen?: boolean }
