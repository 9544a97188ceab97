import type { WorkLanguage } from '@antiphon/core/turns'
import { formatCount, type ToolStatus } from '@antiphon/core/ui'

/** What formats say of their own beside what was said: in the person's language. */
export type ViewWords = {
  /** How a call stands, where its sign does not say it. */
  readonly statuses: Readonly<Record<ToolStatus, string>>
  readonly author: (name: string) => string
  readonly marks: Readonly<Record<'virtual' | 'retracted' | 'sidechain', string>>
  /** Words about an item, together. */
  readonly inBrackets: (words: readonly string[]) => string
  readonly hiddenThinking: string
  /** That a text goes on, by what is missing: how many lines, if any, and how much; more than that where it was not read to its end. */
  readonly more: (lines: number, size: string, isExact: boolean) => string
  readonly moreLines: (count: number) => string
}

/** The words of a language; English where none is chosen. */
export function viewWords(language: WorkLanguage = 'en'): ViewWords {
  return WORDS[language]
}

const WORDS: Readonly<Record<WorkLanguage, ViewWords>> = {
  en: {
    statuses: {
      done: 'done',
      failed: 'failed',
      denied: 'denied',
      interrupted: 'interrupted',
      running: 'running',
    },
    author: name => `by ${name}`,
    marks: { virtual: 'never sent', retracted: 'taken back', sidechain: 'subagent' },
    inBrackets: words => `(${words.join(', ')})`,
    hiddenThinking: '[thinking that the API keeps to itself]',
    more(lines, size, isExact) {
      const over = isExact ? '' : 'over '
      return lines > 0
        ? `… ${over}${formatCount(lines, 'more line')}, ${over}${size}`
        : `… ${over}${size} more`
    },
    moreLines: count => formatCount(count, 'more line'),
  },
  'zh-CN': {
    statuses: {
      done: '完成',
      failed: '失败',
      denied: '被拒绝',
      interrupted: '被中断',
      running: '运行中',
    },
    author: name => `来自 ${name}`,
    marks: { virtual: '未发送', retracted: '已撤回', sidechain: '子代理' },
    inBrackets: words => `（${words.join('，')}）`,
    hiddenThinking: '[API 未公开的思考]',
    more(lines, size, isExact) {
      const over = isExact ? '' : '超过 '
      return lines > 0 ? `… 还有${over || ' '}${lines} 行，${over}${size}` : `… 还有${over || ' '}${size}`
    },
    moreLines: count => `还有 ${count} 行`,
  },
}
