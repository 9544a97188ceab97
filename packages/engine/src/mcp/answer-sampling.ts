import { randomUUID } from 'node:crypto'
import { type ContentBlock, isObject, type JsonObject } from '@antiphon/contract'
import {
  buildApiRequest,
  createApiView,
  createAssistantMessage,
  createUserMessage,
  type StopReason,
} from '@antiphon/core'
import { matchToolName } from '../permissions/parse-permission-rule.ts'
import type { PermissionPrompt } from '../permissions/permission.ts'
import type { Provider } from '../provider/provider.ts'
import { readAnswerText } from '../provider/read-answer-text.ts'
import { SMALL_MODEL } from '../summaries/ask-small-model.ts'
import { boundServerText, toServerLine } from './clean-server-text.ts'
import { mcpToolNames } from './create-server-tools.ts'
import { MCP_LIMITS } from './mcp-limits.ts'

/** What a server wants a model to say, in the fields of `sampling/createMessage`, unchecked. */
export type SamplingRequest = {
  readonly serverName: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Lets a server ask the model; throws, in words for the server, where it may not. */
export type OnSampling = (request: SamplingRequest, signal: AbortSignal) => Promise<JsonObject>

type SamplingOptions = {
  readonly provider: Provider
  /** The model of the session, for servers that ask for its kind. */
  readonly model: string
  readonly ask: PermissionPrompt
  /** Rules that forbid. */
  readonly denied: readonly string[]
}

/** Asks the person first, each time, with all that the server would say and at most so often in a session. */
export function createSampling({ provider, model, ask, denied }: SamplingOptions): OnSampling {
  const counts = new Map<string, number>()
  return async ({ serverName, params }, signal) => {
    const [toolName = serverName] = mcpToolNames([{ server: serverName, tool: 'sampling' }])
    if (denied.some(rule => matchToolName(rule, toolName, 'deny')))
      throw new Error('a rule forbids that this server asks the model')
    const count = (counts.get(serverName) ?? 0) + 1
    if (count > MCP_LIMITS.samplings)
      throw new Error(`it has asked the model ${MCP_LIMITS.samplings} times, which is all`)
    const wanted = readSampling(params)
    const chosen = chooseModel(params.modelPreferences, model)
    const answer = await ask({
      toolName,
      input: toShown(wanted, chosen),
      access: { kind: 'tool' },
      isReadOnly: false,
      toolUseId: `sampling_${randomUUID()}`,
      title: `${toServerLine(serverName)} asks the model`,
      reason: 'A server wants the model to answer it, at your cost; it reads the answer.',
      suggestions: [],
      signal,
    })
    if (answer.behavior !== 'allow')
      throw new Error('the person does not want that this server asks the model')
    counts.set(serverName, count)
    const target = { model: chosen, platform: provider.platform }
    const view = createApiView([], target)
    for (const { role, content } of wanted.messages)
      view.append(role === 'user' ? createUserMessage({ content }) : createAssistantMessage({ content }))
    const { system, maxTokens } = wanted
    const request = buildApiRequest(view.messages(), {
      ...target,
      maxTokens,
      cache: false,
      ...(system && { system }),
    })
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])
    const { text, stopReason } = await readAnswerText(provider.stream(request, { signal: limit }))
    return {
      role: 'assistant',
      model: chosen,
      content: { type: 'text', text },
      stopReason: toStopReason(stopReason),
    }
  }
}

const LIMIT_MS = 120_000

type Sampling = {
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: ContentBlock[] }[]
  readonly system: string
  readonly maxTokens: number
}

/** What is asked, bounded; throws where it is no question to a model. */
function readSampling(params: Readonly<Record<string, unknown>>): Sampling {
  const all = Array.isArray(params.messages) ? params.messages.filter(isObject) : []
  const messages = all.slice(-MCP_LIMITS.samplingMessages).map(({ role, content }) => ({
    role: role === 'assistant' ? ('assistant' as const) : ('user' as const),
    content: (Array.isArray(content) ? content : [content]).map(toBlock),
  }))
  if (messages.length === 0) throw new Error('it asks the model nothing')
  const size = JSON.stringify(messages).length
  if (size > MCP_LIMITS.messageBytes / 4) throw new Error(`it asks the model too much: ${size} characters`)
  const { systemPrompt, maxTokens } = params
  return {
    messages,
    system: typeof systemPrompt === 'string' ? boundServerText(systemPrompt, MCP_LIMITS.resultText) : '',
    maxTokens: Math.max(
      1,
      Math.min(Math.floor(Number(maxTokens)) || MCP_LIMITS.samplingTokens, MCP_LIMITS.samplingTokens),
    ),
  }
}

function toBlock(content: unknown): ContentBlock {
  const { type, text, data, mimeType } = isObject(content) ? content : { type: '' }
  if (type === 'text' && typeof text === 'string')
    return { type: 'text', text: boundServerText(text, MCP_LIMITS.resultText) }
  if (type === 'image' && typeof data === 'string' && typeof mimeType === 'string')
    // What the API does not take of it becomes a note in the view.
    return { type: 'image', source: { type: 'base64', media_type: mimeType, data } } as ContentBlock
  throw new Error(`a model is not asked by ${typeof type === 'string' ? type : 'this'} here`)
}

/** What the person decides on: words, not bytes. */
function toShown({ messages, system, maxTokens }: Sampling, model: string): JsonObject {
  return {
    messages: messages.map(({ role, content }) => ({
      role,
      content: content.map(block => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n'),
    })),
    ...(system && { system }),
    model,
    maxTokens,
  }
}

/** The small model, unless a server asks for the kind of the session's own. */
function chooseModel(preferences: unknown, model: string): string {
  const hints = isObject(preferences) && Array.isArray(preferences.hints) ? preferences.hints : []
  const names = hints.flatMap(hint => (isObject(hint) && typeof hint.name === 'string' ? [hint.name] : []))
  return names.some(name => name !== '' && model.includes(name)) ? model : SMALL_MODEL
}

function toStopReason(reason: StopReason | null): string {
  if (reason === 'max_tokens') return 'maxTokens'
  return reason === 'stop_sequence' ? 'stopSequence' : 'endTurn'
}
