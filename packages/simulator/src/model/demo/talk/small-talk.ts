import type { Language, Texts } from '../language/language.ts'
import { helpText } from './help-text.ts'

/** The answer to a greeting, thanks and the like; null for anything else. */
export function smallTalk(text: string, language: Language): string | null {
  const said = text.trim()
  if (said.length > LONGEST) return null
  const found = TALK.find(([pattern]) => pattern.test(said))
  if (found) return found[1][language]
  return HELP.test(said) ? helpText(language) : null
}

const LONGEST = 80
const HELP =
  /^(?:help(?: me)?|what can (?:you|i) do.*|how does this work|examples?|\?|帮助|帮我|你(?:会|能)(?:做|干)?(?:什么|啥|些什么).*|怎么用|有什么功能)\W*$/iu

const TALK: readonly (readonly [RegExp, Texts])[] = [
  [
    /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|howdy|greetings|yo)(?: there| claude| antiphon)?[\s!.,~👋]*$/iu,
    { en: 'Hello! Try “list the files”, or say “help”.', zh: '你好！' },
  ],
  [
    /^(?:你好|您好|嗨|哈喽|早上好|下午好|晚上好|大家好)[啊呀吗\s!！。~，,]*$/u,
    { en: 'Hello!', zh: '你好！可以试试“列出文件”，或者说“帮助”。' },
  ],
  [
    /^(?:thanks?|thank you|thx|cheers|great|nice|perfect|awesome|well done|good job)[\s\S]{0,20}$/i,
    { en: 'You are welcome. What is next?', zh: '不客气。' },
  ],
  [
    /^(?:谢谢|多谢|感谢|辛苦了|太好了|不错|很好|真棒)\S{0,6}$/u,
    { en: 'You are welcome.', zh: '不客气。接下来做什么？' },
  ],
  [
    /^(?:who|what) are you\W*$|^(?:are you|is this) (?:a |an )?(?:real|demo|bot|ai|claude|human|language model|llm)\b.{0,20}$/i,
    {
      en: 'I am the demo model of Antiphon’s simulator: rules, not a language model. I read what you write, look for a handful of wishes, and call the tools that this session offers. With `ANTHROPIC_API_KEY` set you talk to a real model instead.',
      zh: '我是 Antiphon 模拟器的演示模型。',
    },
  ],
  [
    /^(?:你是谁|你是什么(?:模型)?|你是(?:真的|真人|机器人|ai|claude|语言模型)吗?)\W*$/iu,
    {
      en: 'I am the demo model of Antiphon’s simulator.',
      zh: '我是 Antiphon 模拟器里的演示模型：靠规则工作，不是语言模型。我会从你的话里找出少数几种请求，并调用这次会话提供的工具。设置 `ANTHROPIC_API_KEY` 之后，和你对话的就是真正的模型。',
    },
  ],
  [
    /^(?:bye|goodbye|see you|good night|quit|exit)\W*$|^(?:再见|拜拜|晚安)\W*$/iu,
    { en: 'Goodbye!', zh: '再见！' },
  ],
]
