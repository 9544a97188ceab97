import type { Language, Texts } from '../language/language.ts'
import type { CallResult } from '../situation/call-result.ts'
import type { Desk, Outcome } from '../tasks/task.ts'
import { explainFailure } from './explain-failure.ts'

/** What to say where a call did not go well: what was tried, why it failed, what to try. */
export function failedOutcome(result: CallResult, tried: Texts, language: Language): Outcome {
  const head: Texts = { en: `I could not ${tried.en}.`, zh: `没能${tried.zh}。` }
  return {
    isDone: false,
    text: `${head[language]} ${explainFailure(result, language)}`,
    ...(result.status === 'rejected' && { isRejected: true }),
  }
}

/** What to say where no tool that is offered can do it. */
export function missingTool(tried: Texts, { language, toolbox }: Desk): Outcome {
  const names = toolbox.tools.map(({ name }) => name)
  const shown = names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ' …' : '')
  const offered: Texts =
    names.length === 0
      ? { en: 'this request offers no tools at all', zh: '这个请求没有提供任何工具' }
      : { en: `this request offers only ${shown}`, zh: `这个请求只提供了 ${shown}` }
  const texts: Texts = {
    en: `I cannot ${tried.en}: I have no tool for it (${offered.en}).`,
    zh: `我没办法${tried.zh}：没有合适的工具（${offered.zh}）。`,
  }
  return { isDone: false, text: texts[language] }
}

const MOST_NAMES = 12
