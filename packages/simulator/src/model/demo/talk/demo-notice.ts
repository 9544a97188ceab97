import type { Language, Texts } from '../language/language.ts'

/** What the first answer of every conversation says before anything else. */
export function demoNotice(language: Language): string {
  return NOTICE[language]
}

/** A text of the demo without its notice: a subagent's report need not say it again. */
export function withoutNotice(text: string): string {
  return Object.values(NOTICE)
    .reduce((rest, notice) => rest.replace(notice, ''), text)
    .trim()
}

const NOTICE: Texts = {
  en: '*This is a demo without a language model: a few rules understand a handful of wishes and call the real tools. For a real model, set `ANTHROPIC_API_KEY` and start again.*',
  zh: '*这是一个没有语言模型的演示：几条规则能听懂少数请求，并调用真实的工具。想用真正的模型，请设置 `ANTHROPIC_API_KEY` 后重新启动。*',
}
