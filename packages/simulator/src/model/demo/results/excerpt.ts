import { previewText, stripControl } from '@antiphon/core'
import type { Language } from '../language/language.ts'

export type ExcerptOptions = { readonly language: Language; readonly lines?: number; readonly label?: string }

/** The head of a text in a code fence that it cannot break out of, with how much is not shown. */
export function excerpt(text: string, { language, lines = 12, label = '' }: ExcerptOptions): string {
  const clean = stripControl(text).trimEnd()
  const { text: head, cutLines, cutCodePoints } = previewText(clean, { maxLines: lines, maxCodePoints: 1500 })
  const longest = Math.max(2, ...(head.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const more = cutLines > 0 ? `\n${moreLines(cutLines, language)}` : cutCodePoints > 0 ? '\n…' : ''
  return `${fence}${label}\n${head.trimEnd()}\n${fence}${more}`
}

function moreLines(count: number, language: Language): string {
  if (language === 'zh') return `……还有 ${count} 行`
  return `… and ${count} more ${count === 1 ? 'line' : 'lines'}`
}
