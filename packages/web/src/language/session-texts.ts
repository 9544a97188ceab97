import type { PersonItem } from '@antiphon/core'
import { describeNotice, formatSize } from '@antiphon/core/ui'

export const SESSION_ENGLISH = {
  timeline: 'Timeline of the session',
  /** Where the reader is, in percent. */
  at: (percent: number): string => `${percent} % of the session`,
  marks: {
    prompt: 'Prompt',
    compaction: 'Context compacted',
    error: 'Error',
    interruption: 'Interrupted',
  },
  branches: (count: number): string => (count === 1 ? '1 branch' : `${count} branches`),
  branchTree: 'Branches of the conversation',
  current: 'Current conversation',
  shown: 'shown',
  messages: (count: number): string => (count === 1 ? '1 message' : `${count.toLocaleString('en')} messages`),
  moreBranches: (count: number): string => `${count} more are not listed`,
  findHint: 'Find in this session',
  findNothing: 'Nothing found',
  finding: 'Finding…',
  leftBehind: 'You are viewing an abandoned branch.',
  /** The file was removed while it was read. */
  gone: 'The file of this session is gone. What was loaded stays visible and continues when the file is back.',
  /** A link names a session that is not there. */
  unknown: 'No such session. It may have been moved or deleted, or the link is incomplete.',
  /** A link names a message that is not there. */
  astray: 'The linked message is not in this session.',
  /** Opens the tools where there is no room for them. */
  tools: 'More',
  /** An entry as the log has it. */
  stored: 'As stored in the file',
  copyJson: 'Copy',
  jsonCopied: 'Copied',
  /** Of a line of the log, as it is stored. */
  download: (bytes: number): string => `Download (${formatSize(bytes)})`,
  cannotCopy: 'The browser does not let this page copy',
  /** Of a text that is too long to be laid out. */
  notDrawn: (characters: number): string => `${characters.toLocaleString('en')} more characters`,
  /** What the program noted, or a person's interruption. */
  notice: ({ text }: PersonItem): string => text,
}

/** The texts around a session's story. */
export type SessionTexts = typeof SESSION_ENGLISH

export const SESSION_CHINESE: SessionTexts = {
  timeline: '会话时间线',
  at: percent => `会话的 ${percent} %`,
  marks: { prompt: '提示', compaction: '上下文已压缩', error: '错误', interruption: '已中断' },
  branches: count => `${count} 个分支`,
  branchTree: '对话的分支',
  current: '当前对话',
  shown: '正在显示',
  messages: count => `${count.toLocaleString('zh-CN')} 条消息`,
  moreBranches: count => `另有 ${count} 个未列出`,
  findHint: '在此会话中查找',
  findNothing: '未找到',
  finding: '正在查找…',
  leftBehind: '正在显示一个被放弃的分支。',
  gone: '此会话的文件已不存在。已读取的内容保留在此;文件恢复后会自动继续。',
  unknown: '没有这个会话。它可能已被移动或删除，也可能链接不完整。',
  astray: '此会话中没有该链接所指的消息。',
  tools: '更多',
  stored: '文件中的原样',
  copyJson: '复制',
  jsonCopied: '已复制',
  download: bytes => `下载（${formatSize(bytes)}）`,
  cannotCopy: '浏览器不允许本页复制',
  notDrawn: characters => `还有 ${characters.toLocaleString('zh-CN')} 个字符`,
  notice: describeNotice,
}
