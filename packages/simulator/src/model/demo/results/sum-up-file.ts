import { oneLine } from '@antiphon/core'
import type { Language, Texts } from '../language/language.ts'
import { excerpt } from './excerpt.ts'
import { plainFile } from './plain-file.ts'

/** How long a file is, what it is made of, and how it begins. */
export function sumUpFile(path: string, shown: string, language: Language): string {
  const text = plainFile(shown)
  const name = `\`${oneLine(path, 120)}\``
  if (text.trim() === '') return language === 'zh' ? `${name} 是空的。` : `${name} is empty.`
  const lines = text.replace(/\n$/, '').split('\n').length
  const parts = outline(text, /\.(?:md|mdx|markdown|rst)$/i.test(path) ? HEADING : DEFINED)
  const head: Texts = {
    en: `${name} has ${lines} ${lines === 1 ? 'line' : 'lines'}${parts && `, with ${parts}`}. It begins:`,
    zh: `${name} 共 ${lines} 行${parts && `，包含 ${parts}`}。开头是：`,
  }
  return `${head[language]}\n${excerpt(text, { language, lines: 10 })}`
}

/** The names of what is defined, or the headings. */
function outline(text: string, pattern: RegExp): string {
  const names = [...text.slice(0, READ_UNITS).matchAll(pattern)].map(match => match[1] ?? '')
  const shown = [...new Set(names)].slice(0, MOST_NAMES).map(name => `\`${oneLine(name, 40)}\``)
  return shown.join(', ')
}

const READ_UNITS = 50_000
const MOST_NAMES = 6
const DEFINED =
  /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:public\s+)?(?:function\*?|class|interface|type|const|def|fn|func|struct|enum)\s+([A-Za-z_]\w*)/gm
const HEADING = /^#{1,3} +([^\n]+)$/gm
