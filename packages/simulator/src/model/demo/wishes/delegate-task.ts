import { oneLine } from '@antiphon/core'
import type { Clause } from '../clauses/clause.ts'
import type { Texts } from '../language/language.ts'
import { failedOutcome, missingTool } from '../results/failed-outcome.ts'
import { MISSING_RESULT } from '../situation/call-result.ts'
import { withoutNotice } from '../talk/demo-notice.ts'
import type { Desk, Outcome, Work } from '../tasks/task.ts'
import type { Wish } from './wish.ts'

/** “delegate: list the files”, “use two agents to X and Y”, “让子代理搜索 TODO”. */
export const delegateTask: Wish = {
  name: 'delegate',
  reach: 'sentence',
  example: { en: 'ask a subagent to list the files', zh: '让子代理列出文件' },
  understand(clause) {
    const prompts = readPrompts(clause)
    if (prompts.length === 0) return null
    const shown = prompts.map(prompt => `“${oneLine(prompt, 40)}”`)
    const title: Texts = { en: `delegate ${shown.join(', ')}`, zh: `委派 ${shown.join('、')}` }
    return { title, isReading: false, carryOut: desk => carryOut(prompts, desk, title) }
  },
}

const AGENT = '(?:sub-?agents?|agents?|helpers?)'
const ENGLISH: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:ask|use|let|have|launch|start|spawn|tell|get|send)\s+(?:a|an|the|another|some|two|three|\d+)?\s*(?:[a-z-]+\s+)?${AGENT}\s*(?:to|for|and)?\s*[:,]?\s+(.+)$`,
    'is',
  ),
  new RegExp(
    String.raw`^delegate\s*(?:the task\s*)?(?:of\s+)?(?:to\s+(?:a|an|the|two|\d+)?\s*${AGENT}\s*)?[:,]?\s*(?:to\s+)?(.+)$`,
    'is',
  ),
]
const CHINESE: readonly RegExp[] = [
  /^(?:委派|委托|交给|派|让|叫|用|启动|请)(?:给)?(?:一个|两个|三个|几个|多个)?\s*(?:子)?(?:代理|智能体|[Aa]gents?)\s*(?:去|来)?[：:，,]?\s*(.+)$/s,
  /^(?:委派|委托)(?:任务)?[：:，,]?\s*(.+)$/s,
]
const SEVERAL = /\bagents\b|\b(?:two|three)\b|两个|三个|几个|多个|\bin parallel\b|并行/i
const MOST_AGENTS = 4

function readPrompts({ text, unmask }: Clause): readonly string[] {
  const match = [...ENGLISH, ...CHINESE].map(pattern => pattern.exec(text)).find(found => found !== null)
  const said = (match?.[1] ?? '')
    .replace(new RegExp(String.raw`\s+to\s+(?:a|an|the)\s+${AGENT}$`, 'i'), '')
    .trim()
  if (said === '') return []
  const parts = SEVERAL.test(text) ? said.split(/\s+and\s+|[，,；;、]\s*|\s*(?:并且|以及|和)\s*/) : [said]
  return parts
    .map(part => unmask(part).trim())
    .filter(part => part !== '')
    .slice(0, MOST_AGENTS)
}

function* carryOut(prompts: readonly string[], desk: Desk, title: Texts): Work {
  const calls = prompts.flatMap(
    prompt =>
      desk.toolbox.call('delegate', {
        prompt,
        title: oneLine(prompt, 40),
        agent: 'general-purpose',
      }) ?? [],
  )
  if (calls.length === 0) return missingTool(title, desk)
  const results = yield calls
  const outcomes = prompts.map((prompt, index): Outcome => {
    const result = results[index] ?? MISSING_RESULT
    const tried: Texts = { en: `delegate “${oneLine(prompt, 60)}”`, zh: `委派“${oneLine(prompt, 60)}”` }
    if (result.status !== 'ok') return failedOutcome(result, tried, desk.language)
    const report = withoutNotice(result.text)
    const head: Texts = {
      en: `The subagent for “${oneLine(prompt, 60)}” reports:`,
      zh: `子代理（“${oneLine(prompt, 60)}”）报告：`,
    }
    return { isDone: true, text: `${head[desk.language]}\n\n${quote(report)}`, output: report }
  })
  return {
    isDone: outcomes.some(({ isDone }) => isDone),
    text: outcomes.map(({ text }) => text).join('\n\n'),
    output: outcomes.flatMap(({ output }) => output ?? []).join('\n\n'),
    ...(outcomes.some(({ isRejected }) => isRejected) && { isRejected: true }),
  }
}

function quote(report: string): string {
  const lines = report.split('\n')
  const shown = lines.slice(0, MOST_LINES).map(line => `> ${line}`)
  return [...shown, ...(lines.length > MOST_LINES ? ['> …'] : [])].join('\n')
}

const MOST_LINES = 30
