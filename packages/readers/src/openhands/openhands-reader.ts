import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import type { EntryUsage } from '../entries/entry-writer.ts'
import {
  asObject,
  parseJson,
  readCount,
  readList,
  readObject,
  readString,
  readText,
  toIsoTime,
} from '../json/fields.ts'
import { createWholeReader, type WholeWork } from '../logs/create-whole-reader.ts'
import { explain } from '../logs/find-files.ts'
import { listBelow } from '../logs/list-below.ts'
import { readJsonFile } from '../logs/read-json-file.ts'
import type { AgentReader, Original, ReadProblem, SessionHead } from '../reader.ts'
import { mapCall, renamed, shell, type ToolRules } from '../tools/tool-rule.ts'

const OPENHANDS_TOOLS: ToolRules = {
  terminal: shell('command'),
  execute_bash: shell('command'),
  task_tracker: input => ({
    name: 'TodoWrite',
    input: { ...input, todos: readList(input, 'task_list') as JsonObject[] },
  }),
  file_editor: input => toEdit(input),
  str_replace_editor: input => toEdit(input),
}

/** One tool that reads and writes files, by its command. */
function toEdit(input: JsonObject): { readonly name: string; readonly input: JsonObject } {
  switch (input.command) {
    case 'view':
      return renamed('Read', { file_path: 'path' })(input)
    case 'create':
      return renamed('Write', { file_path: 'path', content: 'file_text' })(input)
    case 'str_replace':
      return renamed('Edit', { file_path: 'path', old_string: 'old_str', new_string: 'new_str' })(input)
    default:
      return { name: 'file_editor', input }
  }
}

/** OpenHands: a folder a conversation, a file an event. */
export const reader: AgentReader = createWholeReader({
  agent: 'openhands',
  version: 2,
  find: async place => {
    const originals: Original[] = []
    const problems: ReadProblem[] = []
    for (const name of readdirSync(place).toSorted()) {
      const path = join(place, name)
      try {
        const events = statSync(join(path, 'events'), { throwIfNoEntry: false })
        if (!events?.isDirectory()) continue
        const names = listEvents(path)
        const bytes = names.length * USUAL_BYTES
        originals.push({
          path,
          row: '',
          stamp: `${names.length}:${events.mtimeMs}`,
          modifiedAt: events.mtimeMs,
          bytes,
        })
      } catch (error) {
        problems.push({ path, reason: explain(error) })
      }
    }
    return { originals, problems }
  },
  head: async original => readHead(original),
  beside: ({ path }) => listBelow(path),
  read(work) {
    let called = ''
    work.mark(() => (called === '' ? {} : { originalTool: called }))
    const events = readEvents(work.original.path)
    const told: Told = { open: new Map(), counted: new Map(), tool: name => (called = name) }
    let hasStats = false
    for (const { name, event, isRead } of events) {
      work.write.at(name, toTime(event.timestamp))
      if (!isRead) {
        work.write.system('informational', { content: `The event ${name} cannot be read.`, level: 'warning' })
        continue
      }
      hasStats ||= event.key === 'stats'
      if (!readEvent(event, work, told)) work.write.unknown(event)
    }
    if (!hasStats) countState(work)
  },
})

const USUAL_BYTES = 2048

type Told = {
  /** Our names of calls that wait for what was observed. */
  readonly open: Map<string, string>
  /** The totals that were told, by what the model was used for. */
  readonly counted: Map<string, JsonObject>
  readonly tool: (name: string) => void
}

function listEvents(path: string): readonly string[] {
  return readdirSync(join(path, 'events'))
    .filter(name => name.startsWith('event-') && name.endsWith('.json'))
    .toSorted()
}

function readEvents(
  path: string,
): readonly { readonly name: string; readonly event: JsonObject; readonly isRead: boolean }[] {
  return listEvents(path).flatMap(name => {
    const event = readJsonFile(join(path, 'events', name))
    return [{ name, event: asObject(event), isRead: event !== undefined }]
  })
}

/** Its times are of UTC without saying so. */
function toTime(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return toIsoTime(/(?:Z|[+-]\d\d:\d\d)$/.test(value) ? value : `${value.slice(0, 23)}Z`)
}

function readHead({ path }: Original): SessionHead | null {
  const [first] = readEvents(path)
  if (!first) return null
  const state = readJsonFile(join(path, 'base_state.json'))
  const startedAt = toTime(first.event.timestamp)
  return {
    session: basename(path),
    cwd: readString(readObject(state, 'workspace'), 'working_dir') ?? '',
    ...(startedAt !== undefined && { startedAt }),
  }
}

function readEvent(event: JsonObject, work: WholeWork, told: Told): boolean {
  const { write } = work
  switch (event.kind) {
    case 'MessageEvent': {
      const message = readObject(event, 'llm_message')
      const text = readWords(message.content)
      if (text === '') return true
      if (event.source === 'user') write.user(text)
      else write.answer({ id: answerOf(event), content: [{ type: 'text', text }] })
      return true
    }
    case 'ActionEvent':
      readAction(event, work, told)
      return true
    case 'ObservationEvent':
    case 'UserRejectObservation':
    case 'AgentErrorEvent':
      return readObservation(event, work, told)
    case 'Condensation':
      if (readString(event, 'summary') !== undefined) write.compaction(readText(event, 'summary'))
      return true
    case 'ConversationStateUpdateEvent':
      if (event.key === 'stats') countStats(readObject(event, 'value'), work, told)
      return true
    case 'ConversationErrorEvent':
      write.system('informational', { content: readString(event, 'detail', 'code') ?? '', level: 'error' })
      return true
    default:
      return KNOWN_EVENTS.has(String(event.kind))
  }
}

const KNOWN_EVENTS: ReadonlySet<string> = new Set([
  'SystemPromptEvent',
  'CondensationSummaryEvent',
  'CondensationRequest',
  'PauseEvent',
  'TokenEvent',
  'LLMCompletionLogEvent',
  'HookExecutionEvent',
])

function answerOf(event: JsonObject): string {
  return `openhands_${readString(event, 'llm_response_id', 'id') ?? ''}`
}

function readWords(content: unknown): string {
  if (typeof content === 'string') return content
  return readList({ content }, 'content')
    .map(part => readText(part, 'text'))
    .filter(Boolean)
    .join('\n')
}

function readAction(event: JsonObject, { write }: WholeWork, { open, tool }: Told): void {
  const id = answerOf(event)
  const thinking = readText(event, 'reasoning_content')
  if (thinking.trim() !== '') write.answer({ id, content: [{ type: 'thinking', thinking, signature: '' }] })
  const text = readWords(event.thought)
  if (text.trim() !== '') write.answer({ id, content: [{ type: 'text', text }] })
  const name = readString(event, 'tool_name') ?? 'tool'
  const call = readString(event, 'tool_call_id', 'id') ?? ''
  const { kind: _, ...action } = readObject(event, 'action')
  const given = parseJson(readText(readObject(event, 'tool_call'), 'arguments'))
  const mapped = mapCall(OPENHANDS_TOOLS, name, Object.keys(action).length > 0 ? action : asObject(given))
  open.set(call, mapped.name)
  tool(name)
  write.answer({ id, content: [{ type: 'tool_use', id: call, ...mapped }] })
  tool('')
}

/** False for what was observed of a call that is not there. */
function readObservation(event: JsonObject, { write }: WholeWork, { open }: Told): boolean {
  const id = readString(event, 'tool_call_id') ?? ''
  const name = open.get(id)
  if (name === undefined) return false
  open.delete(id)
  const observation = readObject(event, 'observation')
  const content =
    readWords(observation.content) ||
    readString(event, 'error', 'rejection_reason') ||
    readText(observation, 'output')
  const isFailed = observation.is_error === true || readCount(observation, 'exit_code') > 0
  const isError = isFailed || event.kind !== 'ObservationEvent'
  const told = name === 'Bash' ? { stdout: content, stderr: '', interrupted: false } : undefined
  write.result({ id, content, isError, told })
  return true
}

/** Totals are told again and again: each time what they grew by is one answer's. */
function countStats(value: JsonObject, { write, chain, head }: WholeWork, { counted }: Told): void {
  for (const [use, metrics] of Object.entries(readObject(value, 'usage_to_metrics'))) {
    const total = readObject(metrics, 'accumulated_token_usage')
    const before = counted.get(use) ?? {}
    const grown = (field: string): number => Math.max(0, readCount(total, field) - readCount(before, field))
    const usage = toUsage(grown)
    counted.set(use, total)
    chain.model = readString(metrics, 'model_name') ?? chain.model
    if (Object.values(usage).every(tokens => tokens === 0)) continue
    const id = `${readCount(total, 'prompt_tokens')}_${readCount(total, 'completion_tokens')}`
    write.usage(`openhands_${head.session}_${use}_${id}`, usage)
  }
}

function toUsage(count: (field: string) => number): EntryUsage {
  const read = count('cache_read_tokens')
  const written = count('cache_write_tokens')
  return {
    input_tokens: Math.max(0, count('prompt_tokens') - read - written),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: read,
    output_tokens: count('completion_tokens'),
  }
}

/** What the state of the conversation tells of each request, where no event told it. */
function countState({ original, write, head }: WholeWork): void {
  const stats = readObject(readJsonFile(join(original.path, 'base_state.json')), 'stats')
  for (const metrics of Object.values(readObject(stats, 'usage_to_metrics')))
    readList(metrics, 'token_usages').forEach((usage, index) => {
      const id = readString(usage, 'response_id') ?? `${head.session}_${index}`
      write.usage(
        `openhands_${id}`,
        toUsage(field => readCount(usage, field)),
        readString(usage, 'model'),
      )
    })
}
