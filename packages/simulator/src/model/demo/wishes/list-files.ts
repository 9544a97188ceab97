import { oneLine } from '@antiphon/core'
import type { Clause } from '../clauses/clause.ts'
import { findFolder, findPaths } from '../clauses/find-paths.ts'
import type { Language, Texts } from '../language/language.ts'
import { excerpt } from '../results/excerpt.ts'
import { failedOutcome, missingTool } from '../results/failed-outcome.ts'
import { listLines } from '../results/list-lines.ts'
import type { Desk, Task, Work } from '../tasks/task.ts'
import type { Wish } from './wish.ts'

/** “list files in src”, “find all ts files”, “列出 src 目录下的文件”. */
export const listFiles: Wish = {
  name: 'list',
  example: { en: 'list the files in src', zh: '列出 src 目录下的文件' },
  understand(clause) {
    if (!ENGLISH.test(clause.text) && !CHINESE.test(clause.text)) return null
    const pattern = findPattern(clause)
    const folder = folderOf(clause)
    return toTask({ ...(pattern && { pattern }), ...(folder && { folder }) })
  },
}

const ENGLISH =
  /^(?:list(?!\s+of\b)|ls(?:\s+(?!-)\S+)?$|dir$|show (?:me )?(?:all |the |every )*(?:files|folders|director|contents of (?:the |this )?(?:folder|director))|(?:what|which)(?:'s| is| are)? (?:the )?(?:files|folders|in (?:this|the) (?:folder|director|project|repo)|here)|how many (?:\S+ )?files?\b|find (?:all |the |every )*(?:\S+ )?files?\b)/i
const CHINESE =
  /^(?:列出|列一下|列举|看看?(?:一下)?(?:目录|文件夹|有什么|有哪些|文件)|.{0,30}有(?:哪些|什么|多少个?)(?:\s*\S+\s*)?文件|(?:看看?|查看)?.{0,30}(?:目录|文件夹)(?:里面?|下|中|内)?有(?:什么|哪些|啥)|显示(?:一下)?(?:所有|全部)?的?(?:文件|目录)|(?:找出|查找|找到?)(?:所有|全部)的?.{0,12}文件)/

type Listing = { readonly pattern?: string; readonly folder?: string }

function findPattern({ text, unmask }: Clause): string | undefined {
  const glob = findPaths(text, unmask).find(path => path.includes('*'))
  if (glob !== undefined) return glob.includes('/') ? glob : `**/${glob}`
  const name = /\b(?:named|called)\s+(\S+)$|(?:名为|叫)\s*(\S+)$/.exec(text)
  if (name) return `**/*${unmask(name[1] ?? name[2] ?? '')}*`
  const kind = /(?:^|\s|所有|全部|多少个?)的?\s*\.?([A-Za-z]+)\s*(?:files?\b|文件)/
    .exec(text)?.[1]
    ?.toLowerCase()
  const extension =
    kind === undefined ? undefined : (LANGUAGES[kind] ?? (EXTENSIONS.includes(kind) ? kind : undefined))
  return extension === undefined ? undefined : `**/*.${extension}`
}

const LANGUAGES: Readonly<Record<string, string>> = {
  typescript: 'ts',
  javascript: 'js',
  python: 'py',
  markdown: 'md',
  rust: 'rs',
  ruby: 'rb',
}
const EXTENSIONS: readonly string[] =
  'ts tsx js jsx mjs py md json yaml yml toml go rs rb java kt c cc cpp h hpp cs php sh sql html css scss vue svelte txt csv xml'.split(
    ' ',
  )

function folderOf({ text, unmask, references }: Clause): string | undefined {
  const named = findFolder(text, unmask) ?? findPaths(text, unmask).find(path => !path.includes('*'))
  const reference = references.find(candidate => candidate.type === 'FolderReference')
  return named ?? reference?.path
}

function toTask({ pattern, folder }: Listing): Task {
  const where: Texts = folder ? { en: ` in ${folder}`, zh: ` ${folder} 里` } : { en: '', zh: '' }
  const title: Texts = pattern
    ? { en: `find files like ${pattern}${where.en}`, zh: `在${where.zh || '这里'}找 ${pattern}` }
    : { en: `list the files${where.en}`, zh: `列出${where.zh}的文件` }
  return {
    title,
    isReading: true,
    carryOut: desk => carryOut({ ...(pattern && { pattern }), ...(folder && { folder }) }, desk, title),
  }
}

function* carryOut(listing: Listing, desk: Desk, title: Texts): Work {
  const call = desk.toolbox.call(listing.pattern ? 'glob' : 'list', { ...listing, title: title.en })
  if (!call) return missingTool(title, desk)
  const [result] = yield [call]
  if (result?.status !== 'ok')
    return failedOutcome(result ?? { status: 'missing', text: '' }, title, desk.language)
  const lines = listLines(result.text)
  return { isDone: true, text: sumUp(lines, listing, desk.language), output: lines.join('\n') }
}

function sumUp(lines: readonly string[], { folder, pattern }: Listing, language: Language): string {
  const what = pattern ? `\`${oneLine(pattern, 60)}\`` : folder ? `\`${oneLine(folder, 80)}\`` : ''
  if (lines.length === 0)
    return language === 'zh'
      ? `${what || '这里'} 没有找到文件。`
      : `There are no files${what && ` for ${what}`}.`
  const kinds = countKinds(lines)
  const head: Texts = {
    en: `${what ? `${what}: ` : ''}${lines.length} ${lines.length === 1 ? 'entry' : 'entries'}${kinds && ` (${kinds})`}:`,
    zh: `${what ? `${what}：` : ''}共 ${lines.length} 项${kinds && `（${kinds}）`}：`,
  }
  return `${head[language]}\n${excerpt(lines.join('\n'), { language, lines: 15 })}`
}

function countKinds(lines: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const line of lines) {
    const extension = /[^./\s]\.([A-Za-z0-9]{1,6})$/.exec(line)?.[1]
    if (extension) counts.set(extension, (counts.get(extension) ?? 0) + 1)
  }
  const most = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, 4)
  return most.map(([extension, count]) => `${count} .${extension}`).join(', ')
}
