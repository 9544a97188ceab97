import { oneLine } from '@antiphon/core'
import type { Clause } from '../clauses/clause.ts'
import { findFolder, PATH_SOURCE, toPath } from '../clauses/find-paths.ts'
import type { Language, Texts } from '../language/language.ts'
import { excerpt } from '../results/excerpt.ts'
import { failedOutcome, missingTool } from '../results/failed-outcome.ts'
import { listLines } from '../results/list-lines.ts'
import { MISSING_RESULT } from '../situation/call-result.ts'
import type { Desk, Task, Work } from '../tasks/task.ts'
import type { Wish } from './wish.ts'

/** “search for TODO in src”, “where is foo used”, “在 src 里搜索 TODO”. */
export const searchFiles: Wish = {
  name: 'search',
  example: { en: 'search for TODO', zh: '搜索 TODO' },
  understand(clause) {
    const found = readEnglish(clause) ?? readChinese(clause)
    return found && toTask(found)
  },
}

type Search = { readonly pattern: string; readonly folder?: string }

const ENGLISH =
  /^(?:search|grep|rg|look|find|locate)(?:\s+(?:through|in)\s+(?:the\s+)?(?:code|files|project|repo|codebase))?(?:\s+for)?(?:\s+(.+))?$/i
const WHERE =
  /^where(?:'s| is| are| do we| does)\s+(.+?)(?:\s+(?:used|defined|called|declared|mentioned|happen))?$/i
const CHINESE = new RegExp(
  String.raw`^(?:在?\s*(${PATH_SOURCE})\s*(?:目录|文件夹)?(?:里面?|中|下|内)\s*)?(?:搜索|查找|搜一?下?|找一?下?|检索|寻找)(?:一下|所有的?|全部的?|包含)?\s*(.*)$`,
  'u',
)
const WHERE_CHINESE =
  /^(?:哪里|哪儿|什么地方|哪些地方)(?:用到|使用|出现|定义|调用|提到)过?了?\s*(.+)$|^(.+?)\s*(?:在哪里?|在哪儿)(?:用到|使用|出现|定义|调用)?$/

function readEnglish(clause: Clause): Search | null {
  const { text, unmask } = clause
  const match = ENGLISH.exec(text) ?? WHERE.exec(text)
  if (!match || /^(?:look|find|locate)$/i.test(text) || /^look\s+(?:at|into|good|like)\b/i.test(text))
    return null
  const folder = findFolder(text, unmask)
  const what = (match[1] ?? '').replace(/\s+(?:in|under|inside|within|across|from)\s+[^\s].*$/i, '')
  return { pattern: toPattern(what, unmask), ...(folder && { folder }) }
}

function readChinese({ text, unmask }: Clause): Search | null {
  const where = WHERE_CHINESE.exec(text)
  if (where) return { pattern: toPattern(where[1] ?? where[2] ?? '', unmask) }
  const match = CHINESE.exec(text)
  if (!match) return null
  const folder = match[1] === undefined ? undefined : toPath(match[1], unmask)
  return { pattern: toPattern(match[2] ?? '', unmask), ...(folder && { folder }) }
}

/** What to look for, as an expression; where nothing is named, the word that every project has. */
function toPattern(said: string, unmask: (text: string) => string): string {
  const core = said
    .replace(/^(?:all|every|the|any)\s+/i, '')
    .replace(/^(?:occurrences?|uses?|usages?|the (?:word|text|string)) (?:of )?/i, '')
    .replace(/^(?:the )?(?:word|text|string)\s+/i, '')
    .replace(/(?:\s+comments?|\s*的?(?:注释|地方|代码|文件|内容))$/i, '')
  const pattern = unmask(core).trim()
  if (pattern === '') return 'TODO'
  return IS_EXPRESSION.test(pattern) && compiles(pattern)
    ? pattern
    : pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

const IS_EXPRESSION = /\||\.[*+]|\\[bdsw]/

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp
  } catch {
    return false
  }
}

function toTask(search: Search): Task {
  const shown = oneLine(search.pattern, 60)
  const title: Texts = {
    en: `search for “${shown}”${search.folder ? ` in ${search.folder}` : ''}`,
    zh: `${search.folder ? `在 ${search.folder} 里` : ''}搜索“${shown}”`,
  }
  return { title, isReading: true, carryOut: desk => carryOut(search, desk, title) }
}

function* carryOut(search: Search, desk: Desk, title: Texts): Work {
  const call = desk.toolbox.call('search', { ...search, title: title.en })
  if (!call) return missingTool(title, desk)
  const [result = MISSING_RESULT] = yield [call]
  // grep ends with 1 where it finds nothing, and says nothing.
  const isNothing = result.status === 'error' && /^(?:Error: )?(?:Exit code 1)?\s*$/i.test(result.text)
  if (result.status !== 'ok' && !isNothing) return failedOutcome(result, title, desk.language)
  const lines = isNothing ? [] : listLines(result.text)
  return { isDone: true, text: sumUp(lines, search, desk.language), output: lines.join('\n') }
}

function sumUp(lines: readonly string[], { pattern }: Search, language: Language): string {
  const what = `\`${oneLine(pattern, 60)}\``
  if (lines.length === 0) return language === 'zh' ? `没有找到 ${what}。` : `Nothing matches ${what}.`
  const files = new Set(lines.map(line => /^([^:]+):/.exec(line)?.[1] ?? line)).size
  const head: Texts = {
    en: `${what}: ${lines.length} ${lines.length === 1 ? 'match' : 'matches'} in ${files} ${files === 1 ? 'file' : 'files'}:`,
    zh: `${what}：在 ${files} 个文件中找到 ${lines.length} 处：`,
  }
  return `${head[language]}\n${excerpt(lines.join('\n'), { language })}`
}
