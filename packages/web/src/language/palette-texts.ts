import { count } from './words.ts'

export const PALETTE_ENGLISH = {
  title: 'Search or jump to',
  field: 'Search or jump to…',
  results: 'Results',
  recent: 'Recent',
  sessions: 'Sessions',
  messages: 'In messages',
  actions: 'Actions',
  allProjects: 'All projects',
  onlyProject: (name: string): string => `Only ${name}`,
  allHits: (words: string): string => `All hits for “${words}”`,
  countedHits: ({ hits, sessions }: { readonly hits: number; readonly sessions: number }): string =>
    hits === 1
      ? 'The only hit, in 1 session'
      : `All ${hits.toLocaleString('en')} hits in ${count(sessions, 'session')}`,
  chatAbout: (words: string): string => `New chat about “${words}”`,
  checkAll: 'Check all sessions',
  nothing: (words: string): string => `Nothing found for “${words}”`,
  nothingHint: 'Try fewer words, or another spelling.',
  choose: 'choose',
  open: 'open',
  everything: 'search everything',
  close: 'close',
  inEnglish: 'Show the page in English',
  inChinese: 'Show the page in Chinese: 简体中文',
  sessionUsage: 'Usage of this session',
  sessionDoctor: 'Check this session',
  copyLink: 'Copy the link to this session',
  count: (options: number): string => (options === 1 ? '1 result' : `${options} results`),
}

/** The texts of the palette. */
export type PaletteTexts = typeof PALETTE_ENGLISH

export const PALETTE_CHINESE: PaletteTexts = {
  title: '搜索或跳转',
  field: '搜索或跳转到…',
  results: '结果',
  recent: '最近',
  sessions: '会话',
  messages: '消息中',
  actions: '操作',
  allProjects: '全部项目',
  onlyProject: name => `仅 ${name}`,
  allHits: words => `“${words}”的全部结果`,
  countedHits: ({ hits, sessions }) =>
    `${sessions.toLocaleString('en')} 个会话中的全部 ${hits.toLocaleString('en')} 条结果`,
  chatAbout: words => `就“${words}”开始新对话`,
  checkAll: '检查所有会话',
  nothing: words => `没有找到“${words}”`,
  nothingHint: '请减少词语，或换一种写法。',
  choose: '选择',
  open: '打开',
  everything: '搜索全部',
  close: '关闭',
  inEnglish: '以英文显示页面：English',
  inChinese: '以中文显示页面',
  sessionUsage: '此会话的用量',
  sessionDoctor: '检查此会话',
  copyLink: '复制此会话的链接',
  count: options => `${options} 个结果`,
}
