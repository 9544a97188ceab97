import { formatNumber } from '../ui/format-count.ts'
import type { WorkAction, WorkPart, WorkSummary } from './work-summary.ts'

/** A language in which work can be told. */
export type WorkLanguage = 'en' | 'zh-CN'

/**
 * What calls did, on one line: "Read 4 files · ran 2 commands · edited 3 files +41 −12 · 1 failed". What did not come
 * to its end is not told as done: "Write 1 file · 1 interrupted".
 */
export function formatWork(summary: WorkSummary, language: WorkLanguage = 'en'): string {
  const words = WORDS[language]
  const shown = summary.parts.slice(0, MAX_PARTS)
  const more = summary.parts.slice(MAX_PARTS).reduce((sum, { count }) => sum + count, 0)
  const said = shown.map(part => sayPart(part, words) + formatLines(part))
  if (more > 0) said.push(words.more(more))
  if (summary.failed > 0) said.push(words.failed(summary.failed))
  if (summary.denied > 0) said.push(words.denied(summary.denied))
  if (summary.interrupted > 0) said.push(words.interrupted(summary.interrupted))
  return words.capitalize(said.join(' · '))
}

const MAX_PARTS = 4

function sayPart({ action, count, isUndone }: WorkPart, words: WorkWords): string {
  return (isUndone === true ? words.wishes : words.actions)[action](count)
}

function formatLines({ added = 0, removed = 0 }: WorkPart): string {
  const plus = added > 0 ? ` +${formatNumber(added)}` : ''
  return plus + (removed > 0 ? ` −${formatNumber(removed)}` : '')
}

type WorkWords = {
  readonly actions: Readonly<Record<WorkAction, (count: number) => string>>
  /** The same, of what is not done. */
  readonly wishes: Readonly<Record<WorkAction, (count: number) => string>>
  readonly more: (count: number) => string
  readonly failed: (count: number) => string
  readonly denied: (count: number) => string
  readonly interrupted: (count: number) => string
  readonly capitalize: (text: string) => string
}

const plural = (verb: string, noun: string) => (count: number) =>
  `${verb} ${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`

const times = (verb: string) => (count: number) =>
  count === 1 ? `${verb} once` : `${verb} ${formatNumber(count)} times`

const CHINESE_ACTIONS: WorkWords['actions'] = {
  read: count => `读取 ${formatNumber(count)} 个文件`,
  searched: count => `搜索 ${formatNumber(count)} 次`,
  fetched: count => `获取 ${formatNumber(count)} 个网页`,
  wrote: count => `写入 ${formatNumber(count)} 个文件`,
  edited: count => `编辑 ${formatNumber(count)} 个文件`,
  ran: count => `运行 ${formatNumber(count)} 条命令`,
  delegated: count => `启动 ${formatNumber(count)} 个代理`,
  planned: () => '更新计划',
  used: count => `使用其他工具 ${formatNumber(count)} 次`,
}

const WORDS: Readonly<Record<WorkLanguage, WorkWords>> = {
  en: {
    actions: {
      read: plural('read', 'file'),
      searched: times('searched'),
      fetched: plural('fetched', 'page'),
      wrote: plural('wrote', 'file'),
      edited: plural('edited', 'file'),
      ran: plural('ran', 'command'),
      delegated: plural('started', 'agent'),
      planned: () => 'updated the plan',
      used: plural('used', 'other tool'),
    },
    wishes: {
      read: plural('read', 'file'),
      searched: times('search'),
      fetched: plural('fetch', 'page'),
      wrote: plural('write', 'file'),
      edited: plural('edit', 'file'),
      ran: plural('run', 'command'),
      delegated: plural('start', 'agent'),
      planned: () => 'update the plan',
      used: plural('use', 'other tool'),
    },
    more: count => `and ${formatNumber(count)} more`,
    failed: count => `${formatNumber(count)} failed`,
    denied: count => `${formatNumber(count)} denied`,
    interrupted: count => `${formatNumber(count)} interrupted`,
    capitalize: text => text.charAt(0).toUpperCase() + text.slice(1),
  },
  'zh-CN': {
    actions: CHINESE_ACTIONS,
    wishes: CHINESE_ACTIONS,
    more: count => `另有 ${formatNumber(count)} 项`,
    failed: count => `${formatNumber(count)} 个失败`,
    denied: count => `${formatNumber(count)} 个被拒绝`,
    interrupted: count => `${formatNumber(count)} 个被中断`,
    capitalize: text => text,
  },
}
