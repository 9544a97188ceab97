import type { ModelMessage } from '@antiphon/server/protocol'
import {
  ACTIONS_CHINESE,
  ACTIONS_ENGLISH,
  type ActionTexts,
  REPAIRS_CHINESE,
  REPAIRS_ENGLISH,
  type RepairTexts,
} from './repair-texts.ts'
import { STEPS_CHINESE, STEPS_ENGLISH, type StepTexts } from './step-texts.ts'
import { TRACE_CHINESE, TRACE_ENGLISH, type TraceTexts } from './trace-texts.ts'

/** The texts of this part of the page. */
export type ModelTexts = {
  readonly title: string
  /** What the model was sent where the reader pointed. */
  readonly atPlace: string
  /** What it would be sent now. */
  readonly atEnd: string
  readonly explain: string
  readonly messages: (count: number) => string
  readonly repairCount: (count: number) => string
  readonly unsentCount: (count: number) => string
  readonly ofStored: (count: number) => string
  readonly compacted: string
  readonly unknownModel: (model: string) => string
  readonly accepted: string
  readonly refused: (violations: number) => string
  readonly violations: string
  readonly roles: Readonly<Record<ModelMessage['role'], string>>
  readonly messageAt: (index: number, role: string) => string
  readonly earlier: (count: number) => string
  readonly loadingEarlier: string
  readonly inserted: string
  readonly stored: string
  readonly storedOf: (count: number) => string
  readonly toStored: (number: number) => string
  readonly cacheMark: string
  readonly cut: (characters: number) => string
  readonly image: string
  readonly document: string
  readonly resultOf: (id: string) => string
  readonly failedResult: (id: string) => string
  readonly signed: string
  readonly json: string
  readonly copy: string
  readonly copying: string
  readonly copied: string
  readonly notCopied: string
  readonly allRepairs: string
  readonly noRepairs: string
  readonly elsewhere: string
  readonly unsent: string
  readonly repairs: RepairTexts
  readonly actions: ActionTexts
  readonly steps: StepTexts
  readonly trace: TraceTexts
}

export const MODEL_ENGLISH: ModelTexts = {
  title: "Model's view",
  atPlace: 'What the model was sent here',
  atEnd: 'What the model would be sent now',
  explain:
    'A log holds neither the system prompt nor the tools; the messages are all of the request that it knows.',
  messages: messages => count(messages, 'message'),
  repairCount: repairs => count(repairs, 'repair'),
  unsentCount: unsent => `${format(unsent)} not sent`,
  ofStored: stored => `of ${count(stored, 'stored message')}`,
  compacted: 'begins behind a compaction',
  unknownModel: model => `Nothing is known of ${model}, so the rules of another model are applied.`,
  accepted: 'the API accepts it',
  refused: violations => `the API refuses it: ${count(violations, 'violation')}`,
  violations: 'What the API would refuse',
  roles: { user: 'user', assistant: 'assistant', system: 'system' },
  messageAt: (index, role) => `Message ${format(index + 1)}, ${role}`,
  earlier: messages => `Show earlier messages (${format(messages)})`,
  loadingEarlier: 'Loading earlier messages…',
  inserted: 'not in the log',
  stored: 'Go to the stored message',
  storedOf: messages => `Made of ${count(messages, 'stored message')}:`,
  toStored: number => `Go to stored message ${format(number)}`,
  cacheMark: 'cached up to here',
  cut: characters => `${format(characters)} characters are left out here; the whole can be copied.`,
  image: 'picture',
  document: 'document',
  resultOf: id => `result of ${id}`,
  failedResult: id => `failed result of ${id}`,
  signed: 'signed',
  json: 'JSON of this message',
  copy: 'Copy the request as JSON',
  copying: 'Copying…',
  copied: 'Copied',
  notCopied: 'It could not be copied.',
  allRepairs: 'Every repair, by rule',
  noRepairs: 'Nothing had to be repaired.',
  elsewhere: 'Repairs of what is not in the request',
  unsent: 'In the log, and not meant for the model',
  repairs: REPAIRS_ENGLISH,
  actions: ACTIONS_ENGLISH,
  steps: STEPS_ENGLISH,
  trace: TRACE_ENGLISH,
}

export const MODEL_CHINESE: ModelTexts = {
  title: '模型视图',
  atPlace: '模型在此处收到的内容',
  atEnd: '模型现在会收到的内容',
  explain: '日志中没有系统提示和工具；它所知的请求内容只有这些消息。',
  messages: messages => `${format(messages)} 条消息`,
  repairCount: repairs => `${format(repairs)} 处修补`,
  unsentCount: unsent => `${format(unsent)} 条未发送`,
  ofStored: stored => `来自 ${format(stored)} 条已存消息`,
  compacted: '从一次压缩之后开始',
  unknownModel: model => `对 ${model} 一无所知，因此采用另一个模型的规则。`,
  accepted: 'API 接受',
  refused: violations => `API 拒绝：${format(violations)} 处违规`,
  violations: 'API 会拒绝的内容',
  roles: { user: '用户', assistant: '助手', system: '系统' },
  messageAt: (index, role) => `第 ${format(index + 1)} 条消息，${role}`,
  earlier: messages => `显示更早的消息（${format(messages)}）`,
  loadingEarlier: '正在加载更早的消息…',
  inserted: '不在日志中',
  stored: '转到已存的消息',
  storedOf: messages => `由 ${format(messages)} 条已存消息组成：`,
  toStored: number => `转到第 ${format(number)} 条已存消息`,
  cacheMark: '缓存到此处',
  cut: characters => `此处省略了 ${format(characters)} 个字符；可复制完整内容。`,
  image: '图片',
  document: '文档',
  resultOf: id => `${id} 的结果`,
  failedResult: id => `${id} 的失败结果`,
  signed: '已签名',
  json: '此消息的 JSON',
  copy: '复制请求的 JSON',
  copying: '正在复制…',
  copied: '已复制',
  notCopied: '无法复制。',
  allRepairs: '按规则列出的全部修补',
  noRepairs: '无需修补。',
  elsewhere: '请求之外内容的修补',
  unsent: '在日志中，但不是给模型的',
  repairs: REPAIRS_CHINESE,
  actions: ACTIONS_CHINESE,
  steps: STEPS_CHINESE,
  trace: TRACE_CHINESE,
}

function format(value: number): string {
  return value.toLocaleString('en')
}

function count(value: number, noun: string): string {
  return `${format(value)} ${value === 1 ? noun : `${noun}s`}`
}
