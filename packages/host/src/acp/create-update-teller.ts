import type { SessionUpdate, ToolCallContent } from '@agentclientprotocol/sdk'
import { isObject } from '@antiphon/contract'
import { INTERRUPT_MESSAGE, INTERRUPT_MESSAGE_FOR_TOOL_USE, type WireEvent } from '@antiphon/core'
import { readOwnWords } from '@antiphon/core/context'
import { readNumber, readString, readText } from '@antiphon/core/message'
import { parseCommand, stripControl } from '@antiphon/core/ui'
import { describeCall, toContent, toText } from './describe-call.ts'
import { describeResult } from './describe-result.ts'
import { toAcpImage } from './prompt-blocks.ts'
import { toPlan } from './todo-plan.ts'

/** Turns what an agent says into the protocol's updates; it remembers what was streamed and which calls are open. */
export interface UpdateTeller {
  toUpdates(event: WireEvent): readonly SessionUpdate[]
  /** Shows a terminal of the editor as the content of a call; its output is there and needs no copy. */
  showTerminal(toolCallId: string, terminalId: string): SessionUpdate
  /** Ends the calls that were never answered: the turn is over. */
  endCalls(): readonly SessionUpdate[]
}

export type UpdateTellerOptions = {
  readonly cwd: string
  /** What the editor can show beside the basics. */
  readonly shows: { readonly notices: boolean; readonly compaction: boolean }
  /** True for a stored conversation that is told again: then the person's own words belong to it. */
  readonly isReplay: boolean
}

type Call = { readonly name: string; hasTerminal: boolean }

type Fields = Readonly<Record<string, unknown>>

export function createUpdateTeller({ cwd, shows, isReplay }: UpdateTellerOptions): UpdateTeller {
  const calls = new Map<string, Call>()
  const streamed = new Set<string>()
  let messageId = ''
  let compactions = 0

  /** A subagent's calls are shown beside those of the main one, with a name for editors that nest them. */
  function announce(block: Fields, parent: unknown): readonly SessionUpdate[] {
    const [id, name] = [readText(block, 'id'), readText(block, 'name')]
    if (id === undefined || name === undefined) return []
    if (name === 'TodoWrite') return isObject(block.input) ? tellPlan(block.input, parent) : []
    const isKnown = calls.has(id)
    if (!isKnown) calls.set(id, { name, hasTerminal: false })
    const { title, kind, locations, content } = describeCall(name, block.input, cwd)
    const meta = typeof parent === 'string' ? { _meta: { antiphon: { parentToolCallId: parent } } } : {}
    const fields = { toolCallId: id, title, kind, locations, content, rawInput: block.input ?? {}, ...meta }
    return isKnown
      ? [{ sessionUpdate: 'tool_call_update', ...fields }]
      : [{ sessionUpdate: 'tool_call', ...fields, name, status: 'pending' }]
  }

  function tellPlan(input: object, parent: unknown): readonly SessionUpdate[] {
    // A subagent's list is its own.
    return typeof parent === 'string' || !('todos' in input)
      ? []
      : [{ sessionUpdate: 'plan', entries: toPlan(input) }]
  }

  function hearStream(event: Fields): readonly SessionUpdate[] {
    switch (event.type) {
      case 'message_start':
        messageId = readText(event.message, 'id') ?? ''
        return []
      case 'content_block_start': {
        const block = isObject(event.content_block) ? event.content_block : {}
        return block.type === 'tool_use' && block.name !== 'TodoWrite' ? announce(block, null) : []
      }
      case 'content_block_delta': {
        const { delta } = event
        const said = readText(delta, 'text')
        const thought = readText(delta, 'thinking')
        if (said === undefined && thought === undefined) return []
        streamed.add(messageId)
        return said === undefined ? tellThought(thought ?? '', messageId) : tellWords(said, messageId)
      }
      default:
        return []
    }
  }

  function hearAnswer(event: Fields): readonly SessionUpdate[] {
    const message = isObject(event.message) ? event.message : {}
    const id = readText(message, 'id') ?? readText(event, 'uuid') ?? ''
    const isNested = typeof event.parent_tool_use_id === 'string'
    // Why a turn failed is the answer to its prompt.
    if (readString(event, 'error') !== undefined && !isReplay) return []
    return listBlocks(message.content).flatMap(block => {
      if (block.type === 'tool_use') return announce(block, event.parent_tool_use_id)
      if (isNested || streamed.has(id)) return []
      if (block.type === 'text') return tellWords(readText(block, 'text') ?? '', id)
      return block.type === 'thinking' ? tellThought(readText(block, 'thinking') ?? '', id) : []
    })
  }

  function hearUser(event: Fields): readonly SessionUpdate[] {
    const content = isObject(event.message) ? event.message.content : undefined
    const results = listBlocks(content).filter(({ type }) => type === 'tool_result')
    if (results.length > 0) return results.flatMap(block => endCall(block, event.tool_use_result))
    const isHidden = event.isSynthetic === true || typeof event.parent_tool_use_id === 'string'
    return isReplay && !isHidden ? tellPrompt(content, readText(event, 'uuid')) : []
  }

  function endCall(block: Fields, data: unknown): readonly SessionUpdate[] {
    const id = readText(block, 'tool_use_id')
    const call = id === undefined ? undefined : calls.get(id)
    if (id === undefined || !call) return []
    calls.delete(id)
    const { content, locations } = describeResult(call.name, block, data)
    return [
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: id,
        status: block.is_error === true ? 'failed' : 'completed',
        ...(content.length > 0 && !call.hasTerminal && { content }),
        ...(locations.length > 0 && { locations }),
        ...(isObject(data) && isSmall(data) && { rawOutput: data }),
      },
    ]
  }

  function hearProgress(event: Fields): readonly SessionUpdate[] {
    const id = readText(event, 'tool_use_id')
    const call = id === undefined ? undefined : calls.get(id)
    if (id === undefined || !call) return []
    const output = call.hasTerminal ? undefined : readString(event, 'output')
    const content: ToolCallContent[] = output === undefined ? [] : [toContent(toText(stripControl(output)))]
    return [
      {
        sessionUpdate: 'tool_call_update',
        ...{ toolCallId: id, status: 'in_progress' },
        ...(content.length > 0 && { content }),
      },
    ]
  }

  function hearSystem(event: Fields): readonly SessionUpdate[] {
    switch (event.subtype) {
      case 'informational':
        return event.level === 'warning' || event.level === 'notice' || shows.notices
          ? tellNotice(readText(event, 'content') ?? '', event.level === 'warning' ? 'warning' : 'info')
          : []
      case 'api_retry':
        return shows.notices ? tellNotice(describeRetry(event), 'warning') : []
      case 'permission_denied':
        return shows.notices ? tellNotice(readText(event, 'message') ?? '', 'info') : []
      case 'local_command_output': {
        const { output, name } = parseCommand(readText(event, 'content') ?? '') ?? {}
        return output !== undefined && name === undefined ? tellWords(`${output}\n`, undefined) : []
      }
      case 'status':
        if (event.status === 'compacting') return tellCompaction('in_progress')
        return event.compact_result === 'failed' ? tellCompaction('failed') : []
      case 'compact_boundary':
        return isReplay ? [] : tellCompaction('completed')
      default:
        return []
    }
  }

  function tellCompaction(status: 'in_progress' | 'completed' | 'failed'): readonly SessionUpdate[] {
    if (!shows.compaction) return []
    const compactionId = `compaction-${compactions}`
    if (status !== 'in_progress') compactions++
    return [{ sessionUpdate: 'compaction_update', compactionId, status }]
  }

  /** Editors that know no notices are told in the conversation: nothing that a person should know is kept back. */
  function tellNotice(words: string, severity: 'warning' | 'info'): readonly SessionUpdate[] {
    const title = stripControl(words)
    if (title.trim() === '') return []
    return shows.notices
      ? [{ sessionUpdate: 'notice', severity, title }]
      : tellWords(`\n> ${title.replaceAll('\n', '\n> ')}\n\n`, undefined)
  }

  return {
    toUpdates(event) {
      const fields: Fields = event
      switch (event.type) {
        case 'stream_event':
          return typeof fields.parent_tool_use_id === 'string' || !isObject(fields.event)
            ? []
            : hearStream(fields.event)
        case 'assistant':
          return hearAnswer(fields)
        case 'user':
          return hearUser(fields)
        case 'tool_progress':
          return hearProgress(fields)
        case 'system':
          return hearSystem(fields)
        default:
          return []
      }
    },
    showTerminal(toolCallId, terminalId) {
      const call = calls.get(toolCallId)
      if (call) call.hasTerminal = true
      const content: ToolCallContent[] = [{ type: 'terminal', terminalId }]
      return { sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress', content }
    },
    endCalls() {
      const open = [...calls.keys()]
      calls.clear()
      return open.map(toolCallId => ({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' }))
    },
  }
}

function tellWords(text: string, messageId: string | undefined): readonly SessionUpdate[] {
  if (text === '') return []
  return [{ sessionUpdate: 'agent_message_chunk', content: toText(text), ...(messageId && { messageId }) }]
}

function tellThought(text: string, messageId: string): readonly SessionUpdate[] {
  if (text === '') return []
  return [{ sessionUpdate: 'agent_thought_chunk', content: toText(text), ...(messageId && { messageId }) }]
}

/** What a person said once, without what the program put around it. */
function tellPrompt(content: unknown, messageId: string | undefined): readonly SessionUpdate[] {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listBlocks(content)
  const texts = blocks.flatMap(block => (block.type === 'text' ? [readText(block, 'text') ?? ''] : []))
  const command = parseCommand(texts[0] ?? '')
  if (command?.output !== undefined) return tellWords(`${command.output}\n`, undefined)
  const words = command
    ? `${command.name ?? ''} ${command.input ?? ''}`.trim()
    : readOwnWords(texts.map(text => ({ type: 'text', text })))
  if (words === INTERRUPT_MESSAGE || words === INTERRUPT_MESSAGE_FOR_TOOL_USE) return []
  const images = blocks.flatMap(block => toAcpImage(block) ?? [])
  const said = words.trim() === '' ? [] : [toText(words)]
  return [...said, ...images].map(one => ({
    sessionUpdate: 'user_message_chunk',
    content: one,
    ...(messageId && { messageId }),
  }))
}

function describeRetry(event: Fields): string {
  const seconds = Math.round((readNumber(event, 'retry_delay_ms') ?? 0) / 1000)
  const [attempt, most] = [readNumber(event, 'attempt') ?? 1, readNumber(event, 'max_retries') ?? 1]
  return `The API did not answer; trying again in ${seconds} s (${attempt} of ${most}).`
}

/** What an editor keeps of a result beside what it shows: not a file whole. */
function isSmall(data: object): boolean {
  return JSON.stringify(data).length <= MAX_RAW_UNITS
}

const MAX_RAW_UNITS = 20_000

function listBlocks(content: unknown): readonly Fields[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isObject) : []
}
