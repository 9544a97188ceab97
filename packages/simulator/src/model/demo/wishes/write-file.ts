import type { Clause } from '../clauses/clause.ts'
import { isPathLike, PATH_SOURCE, toPath } from '../clauses/find-paths.ts'
import type { Texts } from '../language/language.ts'
import { failedOutcome, missingTool } from '../results/failed-outcome.ts'
import { MISSING_RESULT } from '../situation/call-result.ts'
import type { Desk, Outcome, Task, Work } from '../tasks/task.ts'
import { contentFor } from './file-content.ts'
import type { Wish } from './wish.ts'

/** “create hello.py that prints hello”, “write the result to notes.md”, “把结果写入 notes.md”. */
export const writeFile: Wish = {
  name: 'write',
  example: {
    en: 'create hello.py that prints hello and run it',
    zh: '创建 hello.py，打印 hello，然后运行它',
  },
  understand(clause) {
    const found = readNamed(clause) ?? readPlaced(clause)
    return found && toTask(found)
  },
}

/** A file, and what goes into it: null for what `source`, or else the task before, finds. */
type Writing = { readonly path: string; readonly content: string | null; readonly source?: string }

const NAMED: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:create|make|write|generate|add)\s+(?:me\s+)?(?:a\s+|an\s+|the\s+)?(?:new\s+|small\s+|simple\s+|empty\s+)*(?:[a-z]+\s+)?(?:file|script|program|document|note|page|module)?\s*(?:called\s+|named\s+)?(${PATH_SOURCE})(?:$|[\s,:，：](.*)$)`,
    'isu',
  ),
  new RegExp(
    String.raw`^(?:用\s*[A-Za-z]+\s*)?(?:创建|新建|写一?个?|生成|建立?|做一?个)\s*(?:一个)?(?:新的?|简单的?)?\s*(?:[A-Za-z]*\s*(?:文件|脚本|程序))?\s*(?:叫做?|名为)?\s*(${PATH_SOURCE})\s*(.*)$`,
    'su',
  ),
  new RegExp(String.raw`^(?:写入|保存到|写到|存到)\s*(?:文件)?\s*(${PATH_SOURCE})\s*(.*)$`, 'su'),
]

function readNamed({ text, unmask }: Clause): Writing | null {
  for (const pattern of NAMED) {
    const match = pattern.exec(text)
    const path = match && toPath(match[1] ?? '', unmask)
    if (!match || !path || !isPathLike(path)) continue
    const description = (match[2] ?? '').trim()
    if (pattern === NAMED[2] && description === '') return { path, content: null }
    return { path, content: contentFor({ path, description, unmask }) }
  }
  return null
}

const PLACED: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:write|save|put|store|dump|output)\s+(.+?)\s+(?:down\s+)?(?:to|into|in|as)\s+(?:a\s+|the\s+)?(?:new\s+)?(?:file\s+)?(?:called\s+|named\s+)?(${PATH_SOURCE})$`,
    'isu',
  ),
  new RegExp(
    String.raw`^(?:把|将)\s*(.+?)\s*(?:写入|写到|写进|保存到|存到|存入|保存为|存为|输出到|记到)\s*(?:文件)?\s*(${PATH_SOURCE})(?:里|中|文件)?$`,
    'su',
  ),
]

function readPlaced({ text, unmask }: Clause): Writing | null {
  for (const pattern of PLACED) {
    const match = pattern.exec(text)
    const path = match && toPath(match[2] ?? '', unmask)
    if (!match || !path || !isPathLike(path)) continue
    const said = (match[1] ?? '').trim()
    const source = sourceIn(said)
    if (source !== undefined) return { path, content: null, source: unmask(source) }
    return { path, content: FOUND.test(said) ? null : `${unmask(said).trimEnd()}\n` }
  }
  return null
}

/** “the output of git status”, “the list of files”, “搜索 TODO 的结果”: what has to be done first. */
function sourceIn(said: string): string | undefined {
  const list = /^(?:a |the )?list of (.+)$/i.exec(said)?.[1]
  if (list !== undefined) return `list ${list}`
  return (
    /^(?:the )?(?:results?|output) of (.+)$/i.exec(said)?.[1] ?? /^(\S.*?)\s*的(?:结果|输出)$/.exec(said)?.[1]
  )
}

const FOUND =
  /^(?:it|that|this|them|(?:the |its |your |all |a |an )*(?:results?|output|findings|summary|matches|list|answer)(?: of .*)?|(?:搜索|查找|运行|上面的?|它的?)?的?(?:结果|输出|内容|列表|它|它们|这些))$/i

function toTask({ path, content, source }: Writing): Task {
  const title: Texts =
    content === null
      ? { en: `write the result to ${path}`, zh: `把结果写入 ${path}` }
      : { en: `write ${path}`, zh: `写入 ${path}` }
  return {
    title,
    isReading: false,
    ...(content === null && source === undefined && { needsPrevious: true }),
    carryOut: desk => carryOut({ path, content, ...(source && { source }) }, desk, title),
  }
}

function* carryOut({ path, content, source }: Writing, desk: Desk, title: Texts): Work {
  if (content !== null) return yield* writeContent({ path, content, desk, title })
  const [task] = source === undefined ? [] : desk.readTasks(source)
  const found = task ? yield* task.carryOut(desk) : desk.previous
  if (task && found?.isDone !== true) return found ?? missingTool(title, desk)
  const written = yield* writeContent({ path, content: foundContent(found), desk, title })
  return task && found ? { ...written, text: `${found.text}\n\n${written.text}` } : written
}

function foundContent(previous: Outcome | null): string {
  return `${previous?.output?.trimEnd() || previous?.text || '(nothing was found)'}\n`
}

export type WriteContentOptions = {
  readonly path: string
  readonly content: string
  readonly desk: Desk
  readonly title: Texts
}

/** Writes a file; where the tool wants an existing one to be read first, it is read and written once more. */
export function* writeContent({ path, content, desk, title }: WriteContentOptions): Work {
  const call = desk.toolbox.call('write', { path, content, title: title.en })
  if (!call) return missingTool(title, desk)
  let [result = MISSING_RESULT] = yield [call]
  const reading = desk.toolbox.call('read', { path, title: `Read ${path}` })
  if (result.status === 'error' && /not been read|read it first/i.test(result.text) && reading) {
    yield [reading]
    const [second = MISSING_RESULT] = yield [call]
    result = second
  }
  if (result.status !== 'ok') return failedOutcome(result, title, desk.language)
  const lines = content.replace(/\n$/, '').split('\n').length
  const texts: Texts = {
    en: `I wrote \`${path}\` (${lines} ${lines === 1 ? 'line' : 'lines'}).`,
    zh: `已写入 \`${path}\`（${lines} 行）。`,
  }
  return { isDone: true, text: texts[desk.language], output: content, file: path }
}
