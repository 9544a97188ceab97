import { type ApiRequest, modelFacts } from '@antiphon/contract'
import type { AnswerBlock } from '../simulated-model.ts'
import type { CallResult } from './call-result.ts'
import type { DemoTexts } from './language.ts'
import { findWorkingDirectory, type Situation } from './situation.ts'
import type { Call, Desk, Task, Work } from './wish.ts'
import { understand, WISHES } from './wishes.ts'

/** Answers what a person said: the next calls for it, or what came of them. */
export function answerWish(request: ApiRequest, situation: Situation): readonly AnswerBlock[] {
  const { language, results, text } = situation
  const task = text === '' ? null : understand(situation)
  if (!task) return [say(situation, text === '' ? NOTHING_SAID[language] : help(situation))]
  const isParallel = request.tool_choice?.disable_parallel_tool_use !== true
  const next = replay(task.carryOut(toDesk(request, situation)), results)
  if (typeof next === 'string') return [say(situation, next)]
  const calls = isParallel ? next : next.slice(0, 1)
  return [
    ...(isThinkingOn(request, results.length > 0)
      ? [{ type: 'thinking', thinking: think(task, calls)[language] } as const]
      : []),
    say(situation, language === 'zh' ? `我来${task.title.zh}。` : `Let me ${task.title.en}.`),
    ...calls.map(call => ({ type: 'tool_use', ...call }) as const),
  ]
}

/** The model keeps nothing, so the work is done once more with the results that are there: what is still to call, or its end. */
function replay(work: Work, results: readonly CallResult[]): readonly Call[] | string {
  let taken = 0
  let step = work.next()
  while (!step.done) {
    const had = results.slice(taken, taken + step.value.length)
    if (had.length < step.value.length) return step.value.slice(had.length)
    taken += had.length
    step = work.next(had)
  }
  return step.value
}

function toDesk(request: ApiRequest, { language }: Situation): Desk {
  const names = offeredNames(request)
  const folder = findWorkingDirectory(request)?.replace(/[\\/]+$/, '')
  return {
    language,
    find: (...calls) => calls.find(({ name }) => names.has(name)),
    toPath: path =>
      folder === undefined || /^(?:[\\/~]|[A-Za-z]:[\\/])/.test(path)
        ? path
        : `${folder}/${path.replace(/^(?:\.[\\/])+/, '')}`,
  }
}

function offeredNames({ tools, tool_choice }: ApiRequest): ReadonlySet<string> {
  if (tool_choice?.type === 'none') return new Set()
  const own = (tools ?? []).filter(({ type, defer_loading, allowed_callers }) => {
    const isDirect = !Array.isArray(allowed_callers) || allowed_callers.includes('direct')
    return (type == null || type === 'custom') && defer_loading !== true && isDirect
  })
  return new Set(own.flatMap(({ name }) => name ?? []))
}

function think({ title }: Task, calls: readonly Call[]): DemoTexts {
  const by = [...new Set(calls.map(({ name }) => name))].join(', ')
  return {
    en: `As far as my rules can tell, the wish is to ${title.en}. Now: ${by}.`,
    zh: `按我的规则，需要做的是：${title.zh}。现在使用 ${by}。`,
  }
}

function help({ text, language }: Situation): string {
  const examples = WISHES.toReversed().map(({ example }) => `- ${example[language]}`)
  const isGreeting = GREETING.test(text)
  const head: DemoTexts = {
    en: `${isGreeting ? 'Hello! ' : ''}I understand wishes of this kind, one at a time:`,
    zh: `${isGreeting ? '你好！' : ''}我能听懂这样的请求，一次一个：`,
  }
  return `${head[language]}\n${examples.join('\n')}`
}

const GREETING = /^(?:hi|hello|hey|你好|您好)\b|^(?:你好|您好)/i
const NOTHING_SAID: DemoTexts = { en: 'I have nothing to answer yet.', zh: '我还没有收到内容。' }

/** The first answer of every conversation says what it is talking. */
function say({ isFirstAnswer, language }: Situation, text: string): AnswerBlock {
  return { type: 'text', text: isFirstAnswer ? `${NOTICE[language]}\n\n${text}` : text }
}

const NOTICE: DemoTexts = {
  en: '*This is a demo without a language model: a few rules understand a handful of wishes and call the real tools. For a real model, set `ANTHROPIC_API_KEY` and start again.*',
  zh: '*这是一个没有语言模型的演示：几条规则能听懂少数请求，并调用真实的工具。想用真正的模型，请设置 `ANTHROPIC_API_KEY` 后重新启动。*',
}

/** Whether an answer to this request may think: it was asked to, or the model does so by itself. */
function isThinkingOn({ thinking, model }: ApiRequest, isBetweenTools: boolean): boolean {
  switch (thinking?.type) {
    case 'enabled':
    case 'adaptive':
      return true
    case 'between_tools':
      return isBetweenTools
    case 'disabled':
      return false
    default:
      return modelFacts(model).thinkingDefault !== 'off'
  }
}
