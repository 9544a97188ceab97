import type { ResultEffect } from '@antiphon/core/api'
import type { TracedFate, TracedRequest } from '@antiphon/core/inspect'
import { formatDuration } from '@antiphon/core/ui'

/** The texts of the life of a tool result. */
export type TraceTexts = {
  readonly open: string
  readonly title: string
  readonly made: string
  readonly calledBy: (agent: string | null, model: string | null) => string
  readonly notCalled: string
  readonly noResult: string
  readonly after: (milliseconds: number) => string
  readonly failed: string
  readonly copy: (type: string, units: number) => string
  readonly noCopy: string
  readonly steps: string
  readonly step: string
  readonly effect: string
  readonly place: string
  readonly told: string
  readonly effects: Readonly<Record<ResultEffect, string>>
  readonly requests: string
  readonly next: (number: number) => string
  readonly states: Readonly<Record<TracedRequest['state'], string>>
  readonly afterwards: string
  readonly fates: Readonly<Record<TracedFate['kind'], string>>
}

export const TRACE_ENGLISH: TraceTexts = {
  open: 'Life of this result',
  title: 'The life of this result',
  made: 'Made',
  calledBy: (agent, model) =>
    `called by ${agent === null ? 'the session' : `subagent ${agent}`}${model === null ? '' : ` (${model})`}`,
  notCalled: 'the log has no such call',
  noResult: 'never stored: what is sent was made for the request',
  after: milliseconds => `after ${formatDuration(milliseconds)}`,
  failed: 'failed',
  copy: (type, units) => `${type}, ${units.toLocaleString('en')} characters`,
  noCopy: 'none',
  steps: 'What each step does to it',
  step: 'Step',
  effect: 'Effect',
  place: 'Place',
  told: 'What it leaves and reports',
  effects: {
    made: 'made',
    kept: 'kept',
    moved: 'moved',
    changed: 'changed',
    removed: 'removed',
    inserted: 'put in',
    absent: 'none yet',
  },
  requests: 'In requests',
  next: number => `${number.toLocaleString('en')}, the next`,
  states: { whole: 'as it was at first', changed: 'something else in its place', gone: 'not in it' },
  afterwards: 'Afterwards',
  fates: {
    cleared: 'cleared by a microcompaction',
    snipped: 'dropped by the model',
    'summed-up': 'summed up by a compaction',
    'kept-by-compaction': 'kept by a compaction',
  },
}

export const TRACE_CHINESE: TraceTexts = {
  open: '此结果的一生',
  title: '此结果的一生',
  made: '产生',
  calledBy: (agent, model) =>
    `由${agent === null ? '会话' : `子代理 ${agent}`}调用${model === null ? '' : `（${model}）`}`,
  notCalled: '日志中没有这次调用',
  noResult: '从未存储：发送的内容是为请求补上的',
  after: milliseconds => `${formatDuration(milliseconds)} 后`,
  failed: '失败',
  copy: (type, units) => `${type}，${units.toLocaleString('en')} 个字符`,
  noCopy: '无',
  steps: '每个步骤对它做了什么',
  step: '步骤',
  effect: '作用',
  place: '位置',
  told: '留下的内容与报告',
  effects: {
    made: '取出',
    kept: '保留',
    moved: '移动',
    changed: '改动',
    removed: '移除',
    inserted: '补上',
    absent: '尚无',
  },
  requests: '在各次请求中',
  next: number => `${number.toLocaleString('en')}，下一次`,
  states: { whole: '与最初相同', changed: '原处是别的内容', gone: '不在其中' },
  afterwards: '之后',
  fates: {
    cleared: '被微压缩清除',
    snipped: '被模型丢弃',
    'summed-up': '被压缩概括',
    'kept-by-compaction': '被压缩保留',
  },
}
