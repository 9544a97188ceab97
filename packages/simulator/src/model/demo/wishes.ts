import { oneLine } from '@antiphon/core/ui'
import type { DemoTexts } from './language.ts'
import { isPathLike, PATH, pathsIn, unquote } from './paths.ts'
import {
  describeFile,
  describeLines,
  describeOutput,
  NO_TOOL,
  plainFile,
  saysUnchanged,
  tellFailure,
} from './tell.ts'
import type { Call, Desk, Said, Task, Wish, Work } from './wish.ts'

const readFiles: Wish = {
  example: { en: 'read README.md and package.json', zh: '读取 README.md 和 package.json' },
  understand({ text, references }) {
    const paths = PROJECT.test(text) ? ['README.md'] : READ.test(text) ? pathsIn(text, references) : []
    if (paths.length === 0) return null
    const title: DemoTexts = { en: `read ${paths.join(', ')}`, zh: `读取 ${paths.join('、')}` }
    return { title, carryOut: desk => carryOutReading(paths, desk, title) }
  },
}

const READ =
  /^(?:@\S|(?:read|open|cat|view|show(?: me)?|explain|describe|summari[sz]e|look at|what(?:'s| is| does))\b|读|打开|查看|看看|解释|总结)/i
/** What a project is stands in its README. */
const PROJECT =
  /^(?:what (?:is|does)|explain|describe|summari[sz]e) (?:this|the) (?:project|repo(?:sitory)?|code ?base)\b|^(?:介绍|总结|解释)?(?:一下)?这个?(?:项目|仓库)/i

function* carryOutReading(paths: readonly string[], desk: Desk, title: DemoTexts): Work {
  const calls = paths.flatMap(path => readCall(path, desk) ?? [])
  if (calls.length === 0) return NO_TOOL(title)[desk.language]
  const results = yield calls
  const told = paths.flatMap((path, index) => {
    const result = results[index]
    if (result === undefined) return []
    const tried: DemoTexts = { en: `read ${path}`, zh: `读取 ${path}` }
    return result.status === 'ok'
      ? describeFile(path, result.text)[desk.language]
      : tellFailure(result, tried)[desk.language]
  })
  return told.join('\n\n')
}

function readCall(path: string, { find, toPath }: Desk): Call | undefined {
  return find({ name: 'Read', input: { file_path: toPath(path) } })
}

const listFiles: Wish = {
  example: { en: 'list the files in src', zh: '列出 src 目录下的文件' },
  understand({ text }) {
    const match = LIST.exec(text) ?? LIST_CHINESE.exec(text)
    if (!match) return null
    const named = unquote(match[1] ?? match[2] ?? '')
    const folder = HERE.test(named) ? undefined : named
    const title: DemoTexts = folder
      ? { en: `list the files in ${folder}`, zh: `列出 ${folder} 的文件` }
      : { en: 'list the files', zh: '列出文件' }
    return one(title, {
      calls: [
        { name: 'Glob', input: { pattern: '*', ...(folder && { path: folder }) } },
        { name: 'Bash', input: { command: `ls ${shellQuote(folder ?? '.')}`, description: title.en } },
      ],
      tell: printed => describeLines(printed, { en: 'entries', one: 'entry', zh: '项' }),
    })
  },
}

const LIST = new RegExp(
  String.raw`^(?:(?:list|show(?: me)?)(?:\s+(?:all|the|my))*\s+files(?:\s+(?:in|of|under)\s+${PATH})?|ls(?:\s+${PATH})?|what(?:'s| is) (?:in this folder|here)|(?:what|which) files are (?:there|here))$`,
  'i',
)
const LIST_CHINESE = new RegExp(
  String.raw`^(?:列出|看看)?\s*(?:${PATH}\s*)?(?:目录|文件夹)?(?:里面?|下|中)?的?(?:所有|有哪些)?文件$`,
)
const HERE = /^(?:|this|the|here|这里|所有|有哪些)$/i

const searchFiles: Wish = {
  example: { en: 'search for TODO in src', zh: '在 src 里搜索 TODO' },
  understand({ text }) {
    const groups = SEARCH.map(pattern => pattern.exec(text)?.groups).find(found => found !== undefined)
    const words = unquote(groups?.words ?? '')
    if (words === '') return null
    const folder = groups?.folder && unquote(groups.folder)
    const pattern = words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    const title: DemoTexts = { en: `search for “${oneLine(words, 60)}”`, zh: `搜索“${oneLine(words, 60)}”` }
    const command = `grep -rnF -e ${shellQuote(words)} ${shellQuote(folder || '.')}`
    return one(title, {
      calls: [
        {
          name: 'Grep',
          input: { pattern, output_mode: 'content', '-n': true, ...(folder && { path: folder }) },
        },
        { name: 'Bash', input: { command, description: title.en } },
      ],
      tell: printed => describeLines(printed, { en: 'matches', one: 'match', zh: '处' }),
    })
  },
}

const SEARCH: readonly RegExp[] = [
  /^(?:search|grep|look|find)(?:\s+for)?\s+(?<words>.+?)(?:\s+in\s+(?<folder>\S+))?$/i,
  /^where is (?<words>\S+)(?: (?:used|defined))?$/i,
  /^(?:在\s*(?<folder>\S+?)\s*(?:里|中|下)\s*)?(?:搜索|查找)\s*(?<words>.+)$/,
]

const runCommand: Wish = {
  example: { en: 'run git status', zh: '运行 git status' },
  understand({ text }) {
    const said = RUN.exec(text)?.slice(1).find(Boolean)
    if (said === undefined) return null
    const command = TESTS.test(said) ? 'npm test' : unquote(said)
    const shown = oneLine(command, 60)
    const title: DemoTexts = { en: `run ${shown}`, zh: `运行 ${shown}` }
    return one(title, {
      calls: [{ name: 'Bash', input: { command, description: oneLine(`Run ${command}`, 80) } }],
      tell: printed => describeOutput(command, printed),
    })
  },
}

const RUN = /^(?:run|execute)\s+(.+)$|^(?:运行|执行)(?:一下)?\s*(.+)$|^[$!]\s*(.+)$/is
const TESTS = /^(?:all )?(?:the )?tests?$|^测试$/i

const editFile: Wish = {
  example: { en: 'replace “foo” by “bar” in notes.md', zh: '把 notes.md 里的“foo”改成“bar”' },
  understand({ text }) {
    const groups = (EDIT.exec(text) ?? EDIT_CHINESE.exec(text))?.groups
    const [path, old, now] = [groups?.path, groups?.old, groups?.now].map(part => unquote(part ?? ''))
    if (!path || !old || now === undefined || old === now || !isPathLike(path)) return null
    const shown = `“${oneLine(old, 40)}” → “${oneLine(now, 40)}”`
    const title: DemoTexts = { en: `change ${shown} in ${path}`, zh: `在 ${path} 里修改 ${shown}` }
    return { title, carryOut: desk => carryOutEdit({ path, old, now }, desk, title) }
  },
}

const EDIT =
  /^(?:replace|change)\s+(?<old>.+?)\s+(?:by|with|to)\s+(?<now>.+?)\s+in\s+(?<path>"[^"]+"|“[^”]+”|\S+)$/is
const EDIT_CHINESE =
  /^(?:把|将|在)\s*(?<path>“[^”]+”|\S+?)\s*(?:里面?|中)(?:的|把|将)?\s*(?<old>.+?)\s*(?:替换|改|换)(?:为|成)\s*(?<now>.+)$/s

type Edit = { readonly path: string; readonly old: string; readonly now: string }

/** Reads first: Claude Code's Edit demands it, and a text that is not there need not be tried. */
function* carryOutEdit({ path, old, now }: Edit, desk: Desk, title: DemoTexts): Work {
  const { find, toPath, language } = desk
  const input = { file_path: toPath(path), old_string: old, new_string: now }
  const reading = readCall(path, desk)
  if (!reading || !find({ name: 'Edit', input })) return NO_TOOL(title)[language]
  const [read] = yield [reading]
  if (read?.status !== 'ok') return tellFailure(read, title)[language]
  const count = saysUnchanged(read.text) ? 1 : plainFile(read.text).split(old).length - 1
  const shown = `“${oneLine(old, 60)}”`
  if (count === 0) {
    const missing: DemoTexts = {
      en: `I changed nothing: ${shown} is not in \`${path}\`.`,
      zh: `没有修改：\`${path}\` 里没有${shown}。`,
    }
    return missing[language]
  }
  const [result] = yield [{ name: 'Edit', input: { ...input, ...(count > 1 && { replace_all: true }) } }]
  if (result?.status !== 'ok') return tellFailure(result, title)[language]
  const done: DemoTexts = {
    en: `In \`${path}\` I replaced ${shown} by “${oneLine(now, 60)}” (${count === 1 ? 'one place' : `${count} places`}).`,
    zh: `已在 \`${path}\` 中把${shown}替换为“${oneLine(now, 60)}”（${count} 处）。`,
  }
  return done[language]
}

const writeFile: Wish = {
  example: { en: 'write “hello” to notes.md', zh: '把“你好”写入 notes.md' },
  understand({ text }) {
    const groups = WRITE.map(pattern => pattern.exec(text)?.groups).find(found => found !== undefined)
    const path = unquote(groups?.path ?? '')
    if (!isPathLike(path)) return null
    const content = `${unquote(groups?.content ?? '').trimEnd()}\n`
    const title: DemoTexts = { en: `write ${path}`, zh: `写入 ${path}` }
    return { title, carryOut: desk => carryOutWriting({ path, content }, desk, title) }
  },
}

const WRITE: readonly RegExp[] = [
  /^(?:write|save|put)\s+(?<content>.+?)\s+(?:to|into)\s+(?:the file\s+)?(?<path>"[^"]+"|“[^”]+”|\S+)$/is,
  /^create\s+(?:the file\s+|a file\s+)?(?<path>"[^"]+"|“[^”]+”|\S+)\s+(?:with|containing)\s+(?<content>.+)$/is,
  /^(?:把|将)\s*(?<content>.+?)\s*(?:写入|写到|保存到)\s*(?:文件)?\s*(?<path>\S+)$/s,
  /^(?:新建|创建)(?:文件)?\s*(?<path>\S+?)[，,\s]\s*内容[为是：:]\s*(?<content>.+)$/s,
]

/** Where the tool wants an existing file to be read first, it is read and written once more. */
function* carryOutWriting(
  { path, content }: { readonly path: string; readonly content: string },
  desk: Desk,
  title: DemoTexts,
): Work {
  const { find, toPath, language } = desk
  const call = find({ name: 'Write', input: { file_path: toPath(path), content } })
  if (!call) return NO_TOOL(title)[language]
  let [result] = yield [call]
  const reading = readCall(path, desk)
  if (result?.status === 'error' && /not been read|read it first/i.test(result.text) && reading) {
    yield [reading]
    ;[result] = yield [call]
  }
  if (result?.status !== 'ok') return tellFailure(result, title)[language]
  const done: DemoTexts = { en: `I wrote \`${path}\`.`, zh: `已写入 \`${path}\`。` }
  return done[language]
}

/** Every wish that the demo understands; the first that fits wins. */
export const WISHES: readonly Wish[] = [runCommand, editFile, writeFile, listFiles, searchFiles, readFiles]

/** The task that the words stand for; null where no rule fits. */
export function understand({ text, references }: Said): Task | null {
  const bare = text
    .replace(/^(?:(?:hi|hello|please|can you|could you|请|帮我)[\s,!，！]*)+(?=\S)/i, '')
    .replace(/(?:[\s.!?。！？]|please|吗)+$/i, '')
  for (const wish of WISHES) {
    const task = wish.understand({ text: bare, references })
    if (task) return task
  }
  return null
}

type OneCall = { readonly calls: readonly Call[]; readonly tell: (printed: string) => DemoTexts }

/** A task that one call does. */
function one(title: DemoTexts, { calls, tell }: OneCall): Task {
  return {
    title,
    *carryOut({ find, language }) {
      const call = find(...calls)
      if (!call) return NO_TOOL(title)[language]
      const [result] = yield [call]
      // grep ends with 1 where it finds nothing, and says nothing.
      const isNothing = title.en.startsWith('search') && /^(?:Error: )?Exit code 1$/i.test(result?.text ?? '')
      if (isNothing) return tell('')[language]
      return (result?.status === 'ok' ? tell(result.text) : tellFailure(result, title))[language]
    },
  }
}

function shellQuote(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
