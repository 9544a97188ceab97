import type { CallDiff } from '@antiphon/core/changes'
import { type DrawnLine, markHunk } from '@antiphon/core/patch'
import { escapeHtml } from './escape-html.ts'

/** What a call changed in a file, line by line, with the changed words marked. */
export function* formatDiff({ hunks, isNumbered }: CallDiff): Generator<string> {
  yield '<div class="diff" tabindex="0"><table>'
  for (const [index, hunk] of hunks.entries()) {
    if (index > 0) yield '<tr class="gap"><td colspan="3">⋯</td></tr>'
    for (const line of markHunk(hunk)) yield formatLine(line, isNumbered)
  }
  yield '</table></div>\n'
}

const KINDS = {
  same: { name: 'same', sign: ' ' },
  added: { name: 'add', sign: '+' },
  removed: { name: 'del', sign: '−' },
} as const

function formatLine({ kind, before, after, words }: DrawnLine, isNumbered: boolean): string {
  const { name, sign } = KINDS[kind]
  const number = isNumbered ? (after ?? before ?? '') : ''
  const text = words
    .map(({ text, isChanged }) => (isChanged ? `<mark>${escapeHtml(text)}</mark>` : escapeHtml(text)))
    .join('')
  return `<tr class="${name}"><td class="n">${number}</td><td class="s">${sign}</td><td class="c">${text}</td></tr>`
}

/** `+41 −12`, in the colours of a difference; empty where no line changed. */
export function formatPlusMinus({ added, removed }: Pick<CallDiff, 'added' | 'removed'>): string {
  const parts = [
    ...(added > 0 ? [`<span class="plus">+${added}</span>`] : []),
    ...(removed > 0 ? [`<span class="minus">−${removed}</span>`] : []),
  ]
  return parts.join(' ')
}
