import type { Words } from './words.ts'

export const SEARCH_ENGLISH = {
  filters: 'Filters',
  addFilter: (name: string): string => `Add ${name}`,
  removeFilter: (text: string): string => `Remove ${text}`,
  /** What each filter looks at, with an example. */
  filterHelp: {
    project: 'part of the folder',
    role: 'user, assistant, tool or system',
    tool: 'beginning of a tool’s name, as Bash',
    model: 'part of the model’s name',
    before: 'a date, as 2026-11-15, or an age, as 7d',
    after: 'a date, as 2026-11-15, or an age, as 7d',
    branch: 'part of the git branch',
    session: 'beginning of the session’s id',
    is: 'error: what went wrong',
    kind: 'prompt, answer, thinking, tool-input, tool-output …',
    context: 'what was attached: file, web, folder, git … or any',
  },
  hint: 'Everything that was ever said, thought or printed, in every session.',
  wordsHint: 'All words must be found together. "Quotes" for a phrase, -word to leave out.',
  nothingHint: 'Try fewer words, or the beginning of a word.',
  first: (count: number): string => `the newest ${count.toLocaleString('en')} hits`,
  inSessions: (sessions: number): string => (sessions === 1 ? 'in 1 session' : `in ${sessions} sessions`),
  indexing: (percent: number): string =>
    `The index is being made: ${percent} %. The rest is read as you search.`,
  results: 'Results',
  kinds: {
    prompt: 'You',
    answer: 'Assistant',
    thinking: 'Thinking',
    'tool-input': 'Tool call',
    'tool-output': 'Tool output',
    attachment: 'Attachment',
    title: 'Title',
    system: 'Notice',
  } as Words,
}

/** The texts of the search. */
export type SearchTexts = typeof SEARCH_ENGLISH

export const SEARCH_CHINESE: SearchTexts = {
  filters: '筛选',
  addFilter: name => `添加 ${name}`,
  removeFilter: text => `移除 ${text}`,
  filterHelp: {
    project: '文件夹的一部分',
    role: 'user、assistant、tool 或 system',
    tool: '工具名的开头，如 Bash',
    model: '模型名的一部分',
    before: '日期（2026-11-15）或时长（7d）',
    after: '日期（2026-11-15）或时长（7d）',
    branch: 'git 分支的一部分',
    session: '会话 id 的开头',
    is: 'error：出错的内容',
    kind: 'prompt、answer、thinking、tool-input、tool-output …',
    context: '附加的内容：file、web、folder、git … 或 any',
  },
  hint: '所有会话中说过、想过、输出过的一切。',
  wordsHint: '所有词须同时出现。用 "引号" 表示短语，用 -词 排除。',
  nothingHint: '试试更少的词，或词的开头。',
  first: count => `最新的 ${count.toLocaleString('zh-CN')} 条结果`,
  inSessions: sessions => `分布在 ${sessions} 个会话`,
  indexing: percent => `正在建立索引：${percent} %。其余部分边搜边读。`,
  results: '结果',
  kinds: {
    prompt: '你',
    answer: '助手',
    thinking: '思考',
    'tool-input': '工具调用',
    'tool-output': '工具输出',
    attachment: '附件',
    title: '标题',
    system: '通知',
  },
}
