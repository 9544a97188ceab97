import { isObject } from '@antiphon/contract'
import { readOriginAuthor } from '../message/message-author.ts'
import { INTERRUPT_MESSAGE, INTERRUPT_MESSAGE_FOR_TOOL_USE } from '../message/synthetic-texts.ts'
import { formatSize } from './format-size.ts'
import { formatSpan } from './format-span.ts'
import { oneLine } from './one-line.ts'
import type { PersonItem } from './person-item.ts'

const CHINESE = { language: 'zh-CN' }

/** What the program noted, in Chinese: by what the entry is and by its numbers. What others wrote stays as it is. */
export function describeNotice({ kind, text, message }: PersonItem): string {
  if (kind === 'interruption') return INTERRUPTIONS.get(text.trim()) ?? text
  const fields: unknown = message
  if (isObject(fields) && fields.type === 'attachment') return describePeer(fields.attachment) ?? text
  if (!isObject(fields) || fields.type !== 'system' || typeof fields.subtype !== 'string') return text
  return NOTICES.get(fields.subtype)?.(fields) ?? text
}

/** What another person did; undefined for every other attachment. */
function describePeer(attachment: unknown): string | undefined {
  const author = readOriginAuthor(read(attachment, 'origin'))
  const word = (name: string): string => oneLine(String(read(attachment, name) ?? ''), 200)
  if (!author) return undefined
  switch (read(attachment, 'type')) {
    case 'peer_answer': {
      const deed = DEEDS.get(word('behavior')) ?? '决定了'
      return `${author.name} ${deed} ${word('toolName')}`
    }
    case 'peer_edit': {
      const note = word('note')
      return `${author.name} 修改了 ${word('path')}${note && `：${note}`}`
    }
    default:
      return undefined
  }
}

const DEEDS: ReadonlyMap<string, string> = new Map([
  ['allow', '允许了'],
  ['deny', '拒绝了'],
  ['answer', '回答了'],
])

type Fields = Readonly<Record<string, unknown>>

const INTERRUPTIONS: ReadonlyMap<string, string> = new Map([
  [INTERRUPT_MESSAGE, '用户中断了请求'],
  [INTERRUPT_MESSAGE_FOR_TOOL_USE, '用户在使用工具时中断了请求'],
])

/** Undefined where a field is missing: then the program's own words are better than none. */
const NOTICES: ReadonlyMap<string, (fields: Fields) => string | undefined> = new Map([
  [
    'turn_duration',
    ({ durationMs }: Fields) => write(durationMs, time => `本轮用时 ${formatSpan(time, CHINESE)}`),
  ],
  ['init', ({ model, cwd }: Fields) => list('会话开始', [model, cwd])],
  ['memory_saved', ({ writtenPaths }: Fields) => list('已保存记忆', writtenPaths)],
  ['agents_killed', ({ agentIds }: Fields) => list('已结束子代理', agentIds)],
  ['stop_hook_summary', describeHooks],
  ['api_metrics', describeMetrics],
  ['compact_boundary', describeCompaction],
  [
    'microcompact_boundary',
    ({ microcompactMetadata }: Fields) =>
      write(read(microcompactMetadata, 'tokensSaved'), saved => `上下文已精简：节省 ${saved} 个 token`),
  ],
  [
    'snip_boundary',
    ({ snipMetadata }: Fields) => {
      const removed = read(snipMetadata, 'removedUuids')
      return Array.isArray(removed) ? `已略去 ${removed.length} 条消息` : undefined
    },
  ],
  ['api_error', describeError],
  [
    'oversize_line',
    ({ lineBytes, lineOffset }: Fields) =>
      write(lineBytes, bytes => {
        const place = write(lineOffset, offset => `它位于日志的第 ${offset} 字节处。`) ?? ''
        return `此行有 ${formatSize(bytes)}，过长，无法读取。${place}`
      }),
  ],
])

/** A label with what belongs to it, as far as it is text. */
function list(label: string, values: unknown): string {
  const words = (Array.isArray(values) ? values : []).flatMap(value =>
    typeof value === 'string' ? [oneLine(value, 200)] : [],
  )
  return words.length === 0 ? label : `${label}：${words.slice(0, 8).join('，')}`
}

function describeHooks({
  hookCount,
  hookInfos,
  hookErrors,
  stopReason,
  preventedContinuation,
}: Fields): string {
  const count = typeof hookCount === 'number' ? hookCount : Array.isArray(hookInfos) ? hookInfos.length : 0
  const errors = Array.isArray(hookErrors) && hookErrors.length > 0 ? [list('错误', hookErrors)] : []
  const stopped = preventedContinuation === true ? [list('已停止代理', [stopReason])] : []
  return [`运行了 ${count} 个停止钩子`, ...errors, ...stopped].join('；')
}

function describeMetrics({ ttftMs, otps }: Fields): string | undefined {
  const first = write(ttftMs, time => `首个 token 用时 ${formatSpan(time, CHINESE)}`)
  const speed = write(otps, count => `每秒 ${count.toFixed(1)} 个 token`)
  return first || speed ? `API：${[first, speed].filter(Boolean).join('，')}` : undefined
}

function describeCompaction({ compactMetadata }: Fields): string {
  const trigger = read(compactMetadata, 'trigger')
  const how = trigger === 'auto' ? '自动' : trigger === 'manual' ? '手动' : undefined
  const tokens = write(read(compactMetadata, 'preTokens'), count => `${count} 个 token`)
  return ['对话已压缩', [how, tokens].filter(Boolean).join('，')].filter(Boolean).join('：')
}

function describeError({ error, retryAttempt, maxRetries, retryInMs }: Fields): string | undefined {
  const said = read(error, 'formatted') ?? read(error, 'message')
  if (typeof said !== 'string') return undefined
  const attempt = write(retryAttempt, count => `，第 ${count} 次`) ?? ''
  const limit = attempt && (write(maxRetries, count => `（共 ${count} 次）`) ?? '')
  const again = write(retryInMs, time => `；${formatSpan(time, CHINESE)} 后重试`) ?? ''
  return `API 错误：${oneLine(said, 200)}${attempt}${limit}${again}`
}

function read(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined
}

function write(value: unknown, words: (value: number) => string): string | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? words(value) : undefined
}
