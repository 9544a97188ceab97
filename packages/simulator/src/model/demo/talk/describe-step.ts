import { oneLine } from '@antiphon/core'
import type { Language, Texts } from '../language/language.ts'
import type { Step } from '../tasks/carry-out.ts'
import type { Task } from '../tasks/task.ts'

/** What an answer says before its calls. */
export function announceStep({ titles }: Step, language: Language): string {
  const named = titles.map(title => oneLine(title[language], 120))
  return language === 'zh' ? `我来${named.join('，并')}。` : `Let me ${named.join(' and ')}.`
}

/** What an answer thinks before its calls: what is wanted, and what comes now. */
export function thinkStep({ calls, titles }: Step, tasks: readonly Task[], language: Language): string {
  const all = tasks.map(({ title }, index) => `${index + 1}. ${title[language]}`).join('\n')
  const now = titles.map(title => title[language]).join(language === 'zh' ? '，' : ', ')
  const by = [...new Set(calls.map(({ name }) => name))].join(', ')
  const texts: Texts = {
    en: `What is wanted, as far as my rules can tell:\n${all}\nNow: ${now}, with ${by}.${calls.length > 1 ? ` These ${calls.length} calls do not depend on each other, so I make them together.` : ''}`,
    zh: `按我的规则，需要做的是：\n${all}\n现在：${now}，使用 ${by}。${calls.length > 1 ? `这 ${calls.length} 个调用互不依赖，所以一起发出。` : ''}`,
  }
  return texts[language]
}
