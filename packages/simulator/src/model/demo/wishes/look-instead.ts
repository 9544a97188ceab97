import { findPaths } from '../clauses/find-paths.ts'
import type { Texts } from '../language/language.ts'
import type { Desk, Task, Work } from '../tasks/task.ts'
import { readFiles } from './read-files.ts'
import type { Wish } from './wish.ts'

/** “fix the bug in parser.ts”: no rule can do that, but the file can be shown and the truth be said. */
export const lookInstead: Wish = {
  name: 'look instead',
  understand(clause) {
    const { text, unmask } = clause
    const paths = PATTERN.test(text) ? findPaths(text, unmask) : []
    if (paths.length === 0) return null
    const reading = readFiles.understand({ ...clause, text: `read ${paths.join(' ')}` })
    return reading && { ...reading, carryOut: desk => carryOut(reading, desk) }
  },
}

const PATTERN =
  /^(?:fix|debug|refactor|improve|optimi[sz]e|clean up|test|write (?:unit )?tests? for|document|translate|implement|add|update|rewrite|convert)\b|^(?:修复|修改|调试|重构|优化|改进|测试|翻译|实现|重写|完善|给)/i

function* carryOut(reading: Task, desk: Desk): Work {
  const outcome = yield* reading.carryOut(desk)
  if (!outcome.isDone) return outcome
  const note: Texts = {
    en: 'This is as far as a demo goes: to change it sensibly needs a real model. I can replace a text: “replace “foo” by “bar” in FILE”.',
    zh: '演示只能做到这里：要合理地修改它，需要真正的模型。我可以替换文字，例如：把 FILE 里的“foo”改成“bar”。',
  }
  return { ...outcome, text: `${outcome.text}\n\n${note[desk.language]}` }
}
