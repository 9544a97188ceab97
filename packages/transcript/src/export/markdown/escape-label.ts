import { oneLine } from '@antiphon/core/ui'

/** Words on one line of Markdown that show as they are: in a heading, a table or a sentence. */
export function escapeLabel(text: string, maxCodePoints = 200): string {
  return oneLine(text, maxCodePoints)
    .replace(/[\\`*_[\]#|~!$]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** The same inside an HTML element, where Markdown has no meaning. */
export function escapeHtml(text: string, maxCodePoints = 200): string {
  return oneLine(text, maxCodePoints)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
