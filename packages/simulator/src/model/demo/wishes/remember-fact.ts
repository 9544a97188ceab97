import { oneLine } from '@antiphon/core'
import type { Texts } from '../language/language.ts'
import { MISSING_RESULT } from '../situation/call-result.ts'
import type { Desk, Outcome, Work } from '../tasks/task.ts'
import { fitInput } from '../tools/fit-input.ts'
import { plainName } from '../tools/plain-name.ts'
import { appendLine } from './append-text.ts'
import type { Wish } from './wish.ts'

/** “remember that we use tabs”, “记住我们用 tab 缩进”: into the memory tool, else CLAUDE.md, else only said. */
export const rememberFact: Wish = {
  name: 'remember',
  reach: 'sentence',
  example: { en: 'remember that we use tabs', zh: '记住我们用 tab 缩进' },
  understand({ text, unmask }) {
    const fact = readFact(text)
    if (fact === null) return null
    const line = unmask(fact).trim()
    const title: Texts = { en: `remember “${oneLine(line, 60)}”`, zh: `记住“${oneLine(line, 60)}”` }
    return { title, isReading: false, carryOut: desk => carryOut(line, desk, title) }
  },
}

/** “what do you remember?” */
export const recallFacts: Wish = {
  name: 'recall',
  understand({ text }) {
    if (!RECALL.test(text)) return null
    const title: Texts = { en: 'say what I remember', zh: '说说我记得什么' }
    return { title, isReading: true, carryOut: recall }
  },
}

/** The fact that a text asks to remember, if it does. */
export function readFact(text: string): string | null {
  const match = ENGLISH.exec(text) ?? CHINESE.exec(text)
  return match && !RECALL.test(text) ? (match[1] ?? null) : null
}

const ENGLISH =
  /^(?:remember|memori[sz]e|keep in mind|note|take note|don't forget|never forget)\b\s*(?:that\b|:|,)?\s*(.+)$/is
const CHINESE = /^(?:记住|记得|记下来?|记一下|别忘了?|牢记)[：:，,]?\s*(.+)$/s
const RECALL =
  /^what (?:do you|did i|have i) (?:remember|told? you)|^你?(?:还|都)?记得(?:什么|哪些|吗)|^你记住了(?:什么|哪些)/i

function* carryOut(fact: string, desk: Desk, title: Texts): Work {
  const memory = desk.toolbox.tools.find(({ name }) => plainName(name) === 'memory')
  const input =
    memory &&
    fitInput({ tool: memory, needed: { action: 'create', path: '/memories/notes.md', content: `${fact}\n` } })
  if (memory && input) {
    const [result = MISSING_RESULT] = yield [{ name: memory.name, input }]
    if (result.status === 'ok') return noted(fact, desk, { en: 'my memory', zh: '记忆' })
  }
  if (!desk.toolbox.call('write', { path: MEMORY_FILE, content: fact })) return onlySaid(fact, desk)
  return yield* appendLine({ path: MEMORY_FILE, line: `- ${fact}`, desk, title })
}

/** What Claude Code and Antiphon read at the start of every session. */
const MEMORY_FILE = 'CLAUDE.md'

function noted(fact: string, { language }: Desk, place: Texts): Outcome {
  const texts: Texts = {
    en: `I noted “${oneLine(fact, 80)}” in ${place.en}.`,
    zh: `已把“${oneLine(fact, 80)}”记到${place.zh}里。`,
  }
  return { isDone: true, text: texts[language], output: fact }
}

function onlySaid(fact: string, { language }: Desk): Outcome {
  const texts: Texts = {
    en: `Noted for this conversation: “${oneLine(fact, 80)}”. I have no tool to write it to ${MEMORY_FILE}, so a new session will not know it.`,
    zh: `这次对话里我会记着：“${oneLine(fact, 80)}”。没有可以写入 ${MEMORY_FILE} 的工具，新的会话不会知道它。`,
  }
  return { isDone: true, text: texts[language], output: fact }
}

function* recall({ language, remembered }: Desk): Work {
  if (remembered.length === 0) {
    const texts: Texts = {
      en: `You have not asked me to remember anything in this conversation. What older sessions noted is in ${MEMORY_FILE}.`,
      zh: `在这次对话里你还没有让我记住什么。以前的会话记下的内容在 ${MEMORY_FILE} 里。`,
    }
    return { isDone: true, text: texts[language] }
  }
  const facts = remembered.map(fact => `- ${oneLine(fact, 200)}`).join('\n')
  const head: Texts = { en: 'You asked me to remember:', zh: '你让我记住的有：' }
  return { isDone: true, text: `${head[language]}\n${facts}`, output: facts }
}
