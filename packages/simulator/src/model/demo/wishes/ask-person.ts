import { isObject, oneLine } from '@antiphon/core'
import type { Language, Texts } from '../language/language.ts'
import { failedOutcome, missingTool } from '../results/failed-outcome.ts'
import { MISSING_RESULT } from '../situation/call-result.ts'
import type { Desk, Work } from '../tasks/task.ts'
import type { Call } from '../tools/call.ts'
import { fitInput } from '../tools/fit-input.ts'
import type { OfferedTool } from '../tools/offered-tools.ts'
import type { Wish } from './wish.ts'

/** “ask me whether to use tabs or spaces”, “问我用 tab 还是空格”. */
export const askPerson: Wish = {
  name: 'ask',
  reach: 'sentence',
  understand({ text, unmask }) {
    const match = PATTERN.exec(text)
    if (!match) return null
    const question = unmask(match[1] ?? match[2] ?? '').trim()
    const title: Texts = { en: `ask “${oneLine(question, 60)}”`, zh: `提问“${oneLine(question, 60)}”` }
    return { title, isReading: false, carryOut: desk => carryOut(question, desk, title) }
  },
}

const PATTERN =
  /^ask me\s+(?:whether|if|about|which|what)?\s*(?:to\s+)?(.+)$|^(?:问我|向我提问|让我选)[：:，,]?\s*(.+)$/is

function* carryOut(question: string, desk: Desk, title: Texts): Work {
  const tool = desk.toolbox.find(['askuserquestion', 'askuser', 'askfollowupquestion', 'ask'])
  const call = tool && toCall(tool, question, desk)
  if (!call) return missingTool(title, desk)
  const [result = MISSING_RESULT] = yield [call]
  if (result.status !== 'ok') return failedOutcome(result, title, desk.language)
  const head: Texts = { en: 'You answered', zh: '你的回答' }
  return { isDone: true, text: `${head[desk.language]}: ${oneLine(result.text, 200)}`, output: result.text }
}

function toCall(tool: OfferedTool, question: string, { language }: Desk): Call | null {
  const options = optionsIn(question, language)
  const asked = /[?？]$/.test(question) ? question : `${question}${language === 'zh' ? '？' : '?'}`
  if (isObject(tool.schema.properties) && isObject(tool.schema.properties.questions)) {
    const described = options.map(label => ({ label, description: label }))
    const entry = {
      question: asked,
      header: language === 'zh' ? '问题' : 'Question',
      options: described,
      multiSelect: false,
    }
    return { name: tool.name, input: { questions: [entry] } }
  }
  const input = fitInput({ tool, needed: { prompt: asked }, hints: () => asked })
  return input && { name: tool.name, input }
}

/** What stands on both sides of “or”; without it, yes and no. */
function optionsIn(question: string, language: Language): readonly string[] {
  const parts = question
    .split(/\s+or\s+|\s*还是\s*|\s*或者?\s*|[,、，]\s*/i)
    .map(part => oneLine(part.replace(/[?？]$/, '').replace(/^.*[:：]\s*/, ''), 40))
  const named = parts.filter(part => part !== '').slice(0, 4)
  return named.length > 1 ? named : language === 'zh' ? ['是', '否'] : ['Yes', 'No']
}
