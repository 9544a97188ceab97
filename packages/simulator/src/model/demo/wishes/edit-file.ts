import { oneLine } from '@antiphon/core'
import type { Clause } from '../clauses/clause.ts'
import { isPathLike, PATH_SOURCE, toPath } from '../clauses/find-paths.ts'
import type { Texts } from '../language/language.ts'
import { failedOutcome, missingTool } from '../results/failed-outcome.ts'
import { plainFile } from '../results/plain-file.ts'
import { MISSING_RESULT } from '../situation/call-result.ts'
import type { Desk, Outcome, Task, Work } from '../tasks/task.ts'
import type { Wish } from './wish.ts'

/** “replace X by Y in FILE”, “in FILE change X to Y”, “把 FILE 里的 X 改成 Y”. */
export const editFile: Wish = {
  name: 'edit',
  example: { en: 'replace “foo” by “bar” in notes.md', zh: '把 notes.md 里的“foo”改成“bar”' },
  understand(clause) {
    const edit = readEdit(clause)
    return edit && toTask(edit)
  },
}

/** `path` is null for “in it”: the file of the task before. */
type Edit<P = string | null> = { readonly path: P; readonly old: string; readonly new: string }

const ENGLISH: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:replace|change|swap|rename|substitute)\s+(?:all\s+|every\s+|the\s+(?:word|text|string)\s+)*(?<old>.+?)\s+(?:by|with|to|into|for)\s+(?<new>.+?)\s+in\s+(?:the\s+)?(?:file\s+)?(?<path>it|${PATH_SOURCE})$`,
    'isu',
  ),
  new RegExp(
    String.raw`^(?:in|edit|open|update|change)\s+(?:the\s+)?(?:file\s+)?(?<path>${PATH_SOURCE})\s*[:,]?\s*(?:and\s+)?(?:replace|change|rename|swap)\s+(?<old>.+?)\s+(?:by|with|to|into)\s+(?<new>.+)$`,
    'isu',
  ),
]
const CHINESE: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:把|将|在)?\s*(?:文件)?\s*(?<path>它|${PATH_SOURCE})\s*(?:文件)?(?:里面|中间|里|中|内)?的?\s*[，,]?\s*(?:所有的?|全部的?|把|将)?\s*(?<old>.+?)\s*(?:全部|都)?(?:替换|改|换|修改|更改)(?:为|成)\s*(?<new>.+)$`,
    'su',
  ),
]

function readEdit({ text, unmask }: Clause): Edit | null {
  for (const pattern of [...ENGLISH, ...CHINESE]) {
    const groups = pattern.exec(text)?.groups
    if (!groups) continue
    const named = toPath(groups.path ?? '', unmask)
    const path = /^(?:it|它)$/i.test(named) ? null : named
    if (path !== null && !isPathLike(path)) continue
    const edit = { path, old: unmask(groups.old ?? '').trim(), new: unmask(groups.new ?? '').trim() }
    if (edit.old !== '' && edit.old !== edit.new) return edit
  }
  return null
}

function toTask(edit: Edit): Task {
  const shown = `“${oneLine(edit.old, 40)}” → “${oneLine(edit.new, 40)}”`
  const title: Texts = {
    en: `change ${shown} in ${edit.path ?? 'it'}`,
    zh: `在 ${edit.path ?? '它'} 里修改 ${shown}`,
  }
  return {
    title,
    isReading: false,
    ...(edit.path === null && { needsPrevious: true }),
    carryOut: desk => carryOut({ ...edit, path: edit.path ?? desk.previous?.file ?? 'it' }, desk, title),
  }
}

/** Reads first: Claude Code's Edit demands it, and a text that is not there need not be tried. */
function* carryOut(edit: Edit<string>, desk: Desk, title: Texts): Work {
  const { language, toolbox } = desk
  const reading = toolbox.call('read', { path: edit.path, title: `Read ${edit.path}` })
  if (!toolbox.call('edit', edit)) return missingTool(title, desk)
  let count = 1
  if (reading) {
    const [read = MISSING_RESULT] = yield [reading]
    if (read.status !== 'ok') return failedOutcome(read, title, language)
    count = UNCHANGED.test(read.text) ? 1 : plainFile(read.text).split(edit.old).length - 1
  }
  if (count === 0) return notThere(edit, desk)
  const call = toolbox.call('edit', { ...edit, ...(count > 1 && { all: true }), title: title.en })
  const [result = MISSING_RESULT] = call ? yield [call] : []
  if (result.status !== 'ok') return failedOutcome(result, title, language)
  const texts: Texts = {
    en: `In \`${edit.path}\` I replaced “${oneLine(edit.old, 60)}” by “${oneLine(edit.new, 60)}” (${count === 1 ? 'one place' : `${count} places`}).`,
    zh: `已在 \`${edit.path}\` 中把“${oneLine(edit.old, 60)}”替换为“${oneLine(edit.new, 60)}”（${count} 处）。`,
  }
  return { isDone: true, text: texts[language], output: result.text, file: edit.path }
}

/** What Claude Code says instead of a file that it has shown already. */
const UNCHANGED = /^File unchanged since last read/

function notThere({ path, old }: Edit<string>, { language }: Desk): Outcome {
  const texts: Texts = {
    en: `I changed nothing: “${oneLine(old, 60)}” is not in \`${path}\`. Capitals and spaces count; “read ${path}” shows the text.`,
    zh: `没有修改：\`${path}\` 里没有“${oneLine(old, 60)}”。注意大小写和空格，可以先说“读取 ${path}”看看内容。`,
  }
  return { isDone: false, text: texts[language] }
}
