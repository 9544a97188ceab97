import {
  oneLine,
  REJECT_MESSAGE_WITH_REASON_PREFIX,
  SUBAGENT_REJECT_MESSAGE_WITH_REASON_PREFIX,
} from '@antiphon/core'
import type { Language, Texts } from '../language/language.ts'
import type { CallResult } from '../situation/call-result.ts'

/** Says what went wrong with a call and what to try. */
export function explainFailure({ status, text }: CallResult, language: Language): string {
  if (status === 'rejected') return `${reasonIn(text, language)}${REJECTED[language]}`
  if (status === 'missing') return MISSING[language]
  const advice = ADVICE.find(([pattern]) => pattern.test(text.slice(0, READ_UNITS)))?.[1] ?? OTHERWISE
  const said = oneLine(text, 200)
  const quote = said === '' ? '' : language === 'zh' ? `工具说：“${said}”。` : `The tool said: “${said}”. `
  return `${quote}${advice[language]}`
}

/** What the person said when they refused, if they said something. */
function reasonIn(text: string, language: Language): string {
  const prefix = REASONS.find(start => text.startsWith(start))
  const reason = prefix === undefined ? '' : oneLine(text.slice(prefix.length), 200)
  if (reason === '') return ''
  return language === 'zh' ? `你说：“${reason}”。` : `You said: “${reason}”. `
}

const REASONS: readonly string[] = [
  REJECT_MESSAGE_WITH_REASON_PREFIX,
  SUBAGENT_REJECT_MESSAGE_WITH_REASON_PREFIX,
]

const READ_UNITS = 4000

const REJECTED: Texts = {
  en: 'It was not allowed, so I stop here. Tell me what you would like instead.',
  zh: '这个操作没有被允许，所以我先停下。请告诉我接下来怎么做。',
}
const MISSING: Texts = { en: 'No result came back.', zh: '没有得到结果。' }
const OTHERWISE: Texts = {
  en: 'I do not know this error; check the input and try again.',
  zh: '我不认识这个错误，请检查输入后再试。',
}

const ADVICE: readonly (readonly [RegExp, Texts])[] = [
  [
    /command not found|not recognized as|No such file or directory.*(?:exec|spawn)|exit code 127/i,
    {
      en: 'That program is not installed here, or its name is different.',
      zh: '这里没有安装这个程序，或者名字不对。',
    },
  ],
  [
    /not been read|read it first/i,
    { en: 'The file has to be read before it may be changed.', zh: '修改文件之前要先读取它。' },
  ],
  [
    /modified since/i,
    { en: 'The file changed in the meantime; ask me again.', zh: '文件在此期间被改动了，请再说一次。' },
  ],
  [
    /does not exist|no such file|ENOENT|not found in|cannot find|找不到|不存在/i,
    {
      en: 'There is nothing at that path; “list files” shows what is there.',
      zh: '这个路径下没有内容，可以先说“列出文件”看看有什么。',
    },
  ],
  [
    /EACCES|EPERM|permission denied|not permitted|权限/i,
    { en: 'The file system does not allow it.', zh: '文件系统不允许这样做。' },
  ],
  [/EISDIR|is a directory/i, { en: 'That is a folder, not a file.', zh: '那是一个文件夹，不是文件。' }],
  [
    /string to replace not found|old_str|old_string/i,
    { en: 'The text to replace is not in the file as I wrote it.', zh: '文件里没有要替换的那段文字。' },
  ],
  [/timed? ?out|ETIMEDOUT|超时/i, { en: 'It took too long.', zh: '花的时间太长了。' }],
  [
    /ENOTFOUND|ECONNREFUSED|getaddrinfo|network|fetch failed/i,
    { en: 'The network did not answer; you may be offline.', zh: '网络没有响应，可能没有联网。' },
  ],
  [
    /InputValidationError|invalid input|required parameter/i,
    { en: 'The tool wants other input than I gave it.', zh: '工具需要的输入和我给的不一样。' },
  ],
  [
    /exit code|traceback|error:/i,
    {
      en: 'The program ended with an error; its message says where.',
      zh: '程序以错误结束，上面的信息说明了位置。',
    },
  ],
]
