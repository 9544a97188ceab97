import { isObject } from '@antiphon/contract'
import { EDITING_TOOLS } from '@antiphon/core/changes'
import { type ChatQuestion, readQuestion } from '@antiphon/core/chat'
import { oneLine, stripControl } from '@antiphon/core/ui'
import { countPromptTokens, toUsageSum } from '@antiphon/core/usage'
import type { ChatEvent } from '@antiphon/server/protocol'

/** What is heard of an agent that runs: as much of it as a card shows. */
export type AgentDoing = {
  /** The first event that was not heard yet. */
  readonly next: number
  readonly calls: ReadonlyMap<string, CardCall>
  readonly questions: readonly ChatQuestion[]
  readonly steps: { readonly done: number; readonly all: number } | null
  readonly contextTokens: number
  readonly model: string | null
  /** When the turn began, as far as this page knows. */
  readonly since: number | null
}

/** A call without its result. */
export type CardCall = {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly since: number
}

export const NO_NEWS: AgentDoing = {
  next: 0,
  calls: new Map(),
  questions: [],
  steps: null,
  contextTokens: 0,
  model: null,
  since: null,
}

/** What is known after more was heard at a time. */
export function hearAgent(news: AgentDoing, events: readonly ChatEvent[], now: number): AgentDoing {
  let known = news
  for (const { seq, event } of events)
    if (seq >= known.next) known = Object.assign({}, take(known, event, now), { next: seq + 1 })
  return known
}

function take(news: AgentDoing, event: unknown, now: number): AgentDoing {
  if (!isObject(event)) return news
  switch (event.type) {
    case 'system':
      return takeSystem(news, event, now)
    case 'assistant':
      return event.parent_tool_use_id ? news : takeAnswer(news, event.message, now)
    case 'user':
      return event.parent_tool_use_id ? news : { ...news, calls: withoutAnswered(news.calls, event.message) }
    case 'control_request': {
      const question = readQuestion(event)
      return question ? { ...news, questions: [...without(news, question.requestId), question] } : news
    }
    case 'control_cancel_request':
      return { ...news, questions: without(news, event.request_id) }
    case 'result':
      return { ...news, calls: new Map(), questions: [], since: null }
    default:
      return news
  }
}

function takeSystem(news: AgentDoing, event: Readonly<Record<string, unknown>>, now: number): AgentDoing {
  const model = typeof event.model === 'string' ? event.model : news.model
  if (event.subtype === 'init') return { ...news, model, since: now, calls: new Map() }
  if (event.subtype === 'session_state_changed' && event.state === 'idle')
    return { ...news, since: null, questions: [] }
  return { ...news, model }
}

function takeAnswer(news: AgentDoing, message: unknown, now: number): AgentDoing {
  const usage = toUsageSum(isObject(message) ? message.usage : undefined)
  const tokens = countPromptTokens(usage) + usage.output_tokens
  const calls = new Map(news.calls)
  let { steps } = news
  for (const block of listBlocks(message)) {
    if (block.type !== 'tool_use' || typeof block.id !== 'string') continue
    const input = isObject(block.input) ? block.input : {}
    calls.set(block.id, { name: String(block.name), input, since: now })
    if (block.name === 'TodoWrite') steps = readSteps(input) ?? steps
  }
  return { ...news, calls, steps, contextTokens: tokens > 0 ? tokens : news.contextTokens }
}

function readSteps({ todos }: Readonly<Record<string, unknown>>): AgentDoing['steps'] {
  if (!Array.isArray(todos) || todos.length === 0) return null
  const done = todos.filter(todo => isObject(todo) && todo.status === 'completed').length
  return { done, all: todos.length }
}

function withoutAnswered(calls: AgentDoing['calls'], message: unknown): AgentDoing['calls'] {
  const left = new Map(calls)
  for (const block of listBlocks(message))
    if (block.type === 'tool_result') left.delete(String(block.tool_use_id))
  return left
}

function without({ questions }: AgentDoing, requestId: unknown): readonly ChatQuestion[] {
  return questions.filter(question => question.requestId !== requestId)
}

function listBlocks(message: unknown): readonly Readonly<Record<string, unknown>>[] {
  const content = isObject(message) ? message.content : undefined
  return Array.isArray(content) ? content.filter(isObject) : []
}

/** What a call does, in the words of its line in the session: a file, a command, or what it is called for. */
export type CallFace =
  | { readonly kind: 'file'; readonly path: string; readonly isEdit: boolean }
  | { readonly kind: 'command' | 'other'; readonly words: string }

export function readCallFace({ name, input }: Pick<CardCall, 'name' | 'input'>): CallFace {
  const path = input.file_path ?? input.notebook_path
  if (typeof path === 'string') return { kind: 'file', path, isEdit: EDITING_TOOLS.has(name) }
  if (typeof input.command === 'string') return { kind: 'command', words: input.command }
  const told = [input.description, input.pattern, input.query, input.url].find(one => typeof one === 'string')
  return { kind: 'other', words: told === undefined ? name : `${name} ${told}` }
}

/** The words of a call as a card shows them. */
export function toCardWords(words: string): string {
  return oneLine(stripControl(words), 400)
}

/** True where everything that would be allowed stands on the card, letter for letter: a command of one line, and no more. */
export function isWholeOnCard({ toolName, input }: Pick<ChatQuestion, 'toolName' | 'input'>): boolean {
  if (toolName !== 'Bash' || typeof input.command !== 'string') return false
  const others = Object.keys(input).filter(name => !PLAIN.has(name))
  const isShown = toCardWords(input.command) === input.command
  return others.length === 0 && isShown && input.command.length <= MAX_COMMAND
}

const PLAIN: ReadonlySet<string> = new Set(['command', 'description', 'timeout'])
const MAX_COMMAND = 160
