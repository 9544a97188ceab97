import { oneLine } from '@antiphon/core'
import type { Clause } from '../clauses/clause.ts'
import { isPathLike, PATH_SOURCE, toPath } from '../clauses/find-paths.ts'
import type { Texts } from '../language/language.ts'
import { failedOutcome, missingTool } from '../results/failed-outcome.ts'
import { plainFile } from '../results/plain-file.ts'
import { MISSING_RESULT } from '../situation/call-result.ts'
import type { Desk, Outcome, Work } from '../tasks/task.ts'
import type { Wish } from './wish.ts'
import { writeContent } from './write-file.ts'

/** “append X to FILE”, “在 FILE 末尾追加 X”. */
export const appendText: Wish = {
  name: 'append',
  understand(clause) {
    const found = readAppending(clause)
    if (!found) return null
    const title: Texts = { en: `append to ${found.path}`, zh: `追加到 ${found.path}` }
    return { title, isReading: false, carryOut: desk => appendLine({ ...found, desk, title }) }
  },
}

const PATTERNS: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:append|add)\s+(?:the\s+(?:line|text)\s+|a\s+line\s+)?(?<text>.+?)\s+(?:to|at the end of)\s+(?:the\s+)?(?:end of\s+)?(?:file\s+)?(?<path>${PATH_SOURCE})$`,
    'isu',
  ),
  new RegExp(String.raw`^把\s*(?<text>.+?)\s*(?:追加|添加|加)到\s*(?<path>${PATH_SOURCE})`, 'su'),
  new RegExp(
    String.raw`^(?:在|往|向)?\s*(?<path>${PATH_SOURCE})\s*(?:文件)?的?(?:末尾|最后|结尾|中|里)?(?:追加|添加|加上|加入)(?:一行)?[:：]?\s*(?<text>.+)$`,
    'su',
  ),
]

function readAppending({ text, unmask }: Clause): { readonly path: string; readonly line: string } | null {
  for (const pattern of PATTERNS) {
    const groups = pattern.exec(text)?.groups
    const path = groups && toPath(groups.path ?? '', unmask)
    if (groups && path && isPathLike(path)) return { path, line: unmask(groups.text ?? '').trim() }
  }
  return null
}

export type AppendOptions = {
  readonly path: string
  readonly line: string
  readonly desk: Desk
  readonly title: Texts
}

/** Adds a line at the end: reads, then puts it behind the last lines; where there is no such file, writes one. */
export function* appendLine({ path, line, desk, title }: AppendOptions): Work {
  const { toolbox, language } = desk
  const reading = toolbox.call('read', { path, title: `Read ${path}` })
  const [read = MISSING_RESULT] = reading ? yield [reading] : []
  if (read.status === 'rejected') return failedOutcome(read, title, language)
  const text = read.status === 'ok' ? plainFile(read.text).trimEnd() : ''
  if (text.trim() === '') return yield* writeContent({ path, content: `${line}\n`, desk, title })
  if (text.includes(line)) return alreadyThere(path, line, desk)
  const end = text.split('\n').slice(-LAST_LINES).join('\n')
  const call = toolbox.call('edit', { path, old: end, new: `${end}\n${line}`, title: title.en })
  if (!call) return missingTool(title, desk)
  const [result = MISSING_RESULT] = yield [call]
  if (result.status !== 'ok') return failedOutcome(result, title, language)
  const texts: Texts = {
    en: `I added “${oneLine(line, 80)}” to \`${path}\`.`,
    zh: `已把“${oneLine(line, 80)}”加到 \`${path}\`。`,
  }
  return { isDone: true, text: texts[language], output: line, file: path }
}

/** Enough lines that the end of a file is unlike any other place in it. */
const LAST_LINES = 5

function alreadyThere(path: string, line: string, { language }: Desk): Outcome {
  const texts: Texts = {
    en: `“${oneLine(line, 80)}” is already in \`${path}\`.`,
    zh: `\`${path}\` 里已经有“${oneLine(line, 80)}”了。`,
  }
  return { isDone: true, text: texts[language], output: line, file: path }
}
