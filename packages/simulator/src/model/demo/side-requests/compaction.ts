import { detectLanguage, type Language, type Texts } from '../language/language.ts'
import { type ConversationFacts, readConversationFacts } from './conversation-facts.ts'
import type { SideRequest } from './side-request.ts'

/** “Create a detailed summary of the conversation so far”: a true summary in the form that is asked for. */
export const compaction: SideRequest = {
  name: 'compaction',
  answer({ last, system, request }) {
    if (!ASKED.test(last) && !(SUMMARIZER.test(system) && request.messages.length > 0)) return null
    const facts = readConversationFacts(request)
    const language = detectLanguage(facts.wishes.join(' '))
    const summary = summarize(facts, headingsIn(last), language)
    const analysis = last.includes('<analysis>')
      ? `<analysis>\n${analyse(facts, language)}\n</analysis>\n\n`
      : ''
    return last.includes('<summary>')
      ? `${analysis}<summary>\n${summary}\n</summary>`
      : `${analysis}${summary}`
  },
}

const ASKED =
  /\bsummary of (?:the|our|this|everything in (?:the|this)) (?:entire |whole |recent |portion of (?:the|our) )?(?:conversation|session|chat)|\bsummari[sz]e (?:the|our|this) (?:entire |whole |above )?(?:conversation|session|chat)|总结(?:一下)?(?:以上|上面|这次|这段|本次|我们)?的?(?:全部)?(?:对话|会话)/i
const SUMMARIZER = /^You are a helpful AI assistant tasked with summarizing conversations/

/** `1. Primary Request and Intent:` and its like: what the prompt wants to read about. */
function headingsIn(prompt: string): readonly string[] {
  const found = [...prompt.matchAll(/^\s{0,3}\d{1,2}[.)]\s+([^\n:：]{3,60})[:：]/gm)].map(
    match => match[1] ?? '',
  )
  return [...new Set(found)].slice(0, MOST_HEADINGS)
}

const MOST_HEADINGS = 12

function summarize(facts: ConversationFacts, headings: readonly string[], language: Language): string {
  const wanted = headings.length > 0 ? headings : OWN_HEADINGS[language]
  return wanted
    .map((heading, index) => `${index + 1}. ${heading}:\n${sectionFor(heading, facts, language)}`)
    .join('\n\n')
}

const OWN_HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  en: ['Requests', 'Files', 'Tools used', 'Errors', 'Where it stands'],
  zh: ['用户请求', '涉及的文件', '用过的工具', '错误', '当前进展'],
}

function sectionFor(heading: string, facts: ConversationFacts, language: Language): string {
  if (/request|intent|user message|goal|用户|请求/i.test(heading)) return list(facts.wishes, language)
  if (/file|code|文件/i.test(heading)) return list(facts.files, language)
  if (/error|fix|problem|错误/i.test(heading)) return list(facts.errors, language)
  if (/tool|concept|工具/i.test(heading)) return list(facts.tools === '' ? [] : [facts.tools], language)
  if (/current|work|state|stands|progress|进展/i.test(heading))
    return list(facts.lastAnswer === '' ? [] : [facts.lastAnswer], language)
  return list([], language)
}

function list(items: readonly string[], language: Language): string {
  const none: Texts = { en: '- none', zh: '- 无' }
  return items.length === 0 ? none[language] : items.map(item => `- ${item}`).join('\n')
}

function analyse({ wishes, tools }: ConversationFacts, language: Language): string {
  const texts: Texts = {
    en: `The conversation has ${wishes.length} wishes of the person; tools: ${tools || 'none'}. This summary was counted and quoted by a demo without a language model.`,
    zh: `对话中用户提出了 ${wishes.length} 个请求；工具：${tools || '无'}。这份总结由没有语言模型的演示统计并引用而成。`,
  }
  return texts[language]
}
