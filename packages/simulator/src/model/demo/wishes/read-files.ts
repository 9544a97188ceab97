import type { Clause } from '../clauses/clause.ts'
import { findPaths, isPathLike, PATH_SOURCE } from '../clauses/find-paths.ts'
import type { Texts } from '../language/language.ts'
import { failedOutcome, missingTool } from '../results/failed-outcome.ts'
import { sumUpFile } from '../results/sum-up-file.ts'
import { type CallResult, MISSING_RESULT } from '../situation/call-result.ts'
import type { Desk, Outcome, Task, Work } from '../tasks/task.ts'
import type { Wish } from './wish.ts'

/** “read a.ts and b.ts”, “what is in README.md”, “看看 a.ts 的内容”; and “read them” after a list. */
export const readFiles: Wish = {
  name: 'read',
  example: { en: 'read README.md and package.json', zh: '读取 README.md 和 package.json' },
  understand(clause) {
    const { text } = clause
    if (PROJECT.test(text)) return toTask(['README.md'])
    if (!ENGLISH.test(text) && !CHINESE.test(text) && !BARE.test(text)) return null
    const paths = pathsOf(clause)
    if (paths.length > 0) return toTask(paths)
    return FOUND.test(text) ? toTask(null) : null
  },
}

const ENGLISH =
  /^(?:read|open|cat|view|show(?: me)?|display|print|explain|describe|summari[sz]e|look at|look into|check|count|review|analy[sz]e|tell me about|what(?:'s| is| does| are))\b/i
const CHINESE =
  /^(?:读|阅读|打开|查看|看|显示|解释|总结|概括|说明|分析|浏览|讲讲|介绍|检查|.{1,60}(?:的内容|里面?(?:有|写了|是)(?:什么|啥)|是做什么的|讲了什么))/
/** Only a path, or a mention before anything else. */
const BARE = new RegExp(`^@${PATH_SOURCE}|^${PATH_SOURCE}$`, 'u')
/** What a project is stands in its README. */
const PROJECT =
  /^(?:what (?:is|does) this (?:project|repo(?:sitory)?|code ?base)|(?:summari[sz]e|explain|describe|tell me about) (?:this|the) (?:project|repo(?:sitory)?|code ?base))|^(?:介绍|总结|解释|说明)?(?:一下)?这个?(?:项目|仓库|代码库)(?:是(?:做|干)什么的?|是什么|的作用)?$/i
const FOUND =
  /^(?:read|open|show(?: me)?|cat|view)\s+(?:them|those|these|the (?:files|results|first ones?))\b|^(?:读取?|打开|看看?|查看)(?:它们|这些|那些|找到的)/i
const MOST_FILES = 8

function pathsOf({ text, unmask, references }: Clause): readonly string[] {
  const named = findPaths(text, unmask).filter(path => !path.includes('*'))
  if (named.length > 0) return named.slice(0, MOST_FILES)
  return references.flatMap(reference => (reference.type === 'FileReference' ? [reference.path] : []))
}

function toTask(paths: readonly string[] | null): Task {
  const title: Texts = paths
    ? { en: `read ${paths.join(', ')}`, zh: `读取 ${paths.join('、')}` }
    : { en: 'read what was found', zh: '读取找到的文件' }
  return {
    title,
    isReading: true,
    ...(paths === null && { needsPrevious: true }),
    carryOut: desk => carryOut(paths ?? foundPaths(desk.previous), desk, title),
  }
}

function* carryOut(paths: readonly string[], desk: Desk, title: Texts): Work {
  const calls = paths.flatMap(path => desk.toolbox.call('read', { path, title: `Read ${path}` }) ?? [])
  if (calls.length === 0) return paths.length === 0 ? nothingFound(desk) : missingTool(title, desk)
  const results = yield calls
  const outcomes = paths.map((path, index) => toOutcome(path, results[index] ?? MISSING_RESULT, desk))
  const file = paths.at(-1)
  return {
    isDone: outcomes.some(({ isDone }) => isDone),
    text: outcomes.map(({ text }) => text).join('\n\n'),
    output: outcomes.flatMap(({ output }) => output ?? []).join('\n\n'),
    ...(file !== undefined && { file }),
    ...(outcomes.some(({ isRejected }) => isRejected) && { isRejected: true }),
  }
}

function toOutcome(path: string, result: CallResult, { language }: Desk): Outcome {
  const tried: Texts = { en: `read ${path}`, zh: `读取 ${path}` }
  if (result.status !== 'ok') return failedOutcome(result, tried, language)
  return { isDone: true, text: sumUpFile(path, result.text, language), output: result.text }
}

/** The files in what the task before found: paths on lines of their own, or before a line number. */
function foundPaths(previous: Outcome | null): readonly string[] {
  const words = (previous?.output ?? '').split('\n').map(line => /^\s*([^\s:]+)/.exec(line)?.[1] ?? '')
  return [...new Set(words.filter(isPathLike))].slice(0, FIRST_FOUND)
}

const FIRST_FOUND = 3

function nothingFound({ language }: Desk): Outcome {
  const texts: Texts = { en: 'There is no file to read.', zh: '没有可读的文件。' }
  return { isDone: false, text: texts[language] }
}
