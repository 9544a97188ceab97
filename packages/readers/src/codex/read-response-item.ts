import type { JsonObject, JsonValue } from '@antiphon/contract'
import type { PatchHunk } from '@antiphon/core/patch'
import { toEntryId } from '../entries/entry-id.ts'
import { asObject, parseJson, readList, readObject, readString, readText } from '../json/fields.ts'
import type { LineWork } from '../logs/create-line-reader.ts'
import { type MappedCall, mapCall, toCommand } from '../tools/tool-rule.ts'
import { parseUnifiedDiff } from '../tools/unified-diff.ts'
import { toPatchCalls, toPatchResults } from '../tools/write-patch.ts'
import type { CodexState, ToldCall, ToldChange } from './codex-state.ts'
import { CODEX_TOOLS } from './codex-tools.ts'
import { splitInjected } from './injected-text.ts'
import { readOutput, readWords, toBlock } from './read-output.ts'

export type CodexWork = LineWork<CodexState>

/** Translates one item of the conversation, which is the same stream in every version; false for one that is not known. */
export function readResponseItem(item: JsonObject, work: CodexWork): boolean {
  switch (item.type) {
    case 'message':
      readMessage(item, work)
      return true
    case 'agent_message':
      readAgentMessage(item, work)
      return true
    case 'reasoning':
      readReasoning(item, work)
      return true
    case 'function_call':
    case 'custom_tool_call':
    case 'tool_search_call':
      readCall(item, work)
      return true
    case 'local_shell_call':
      readShellCall(item, work)
      return true
    case 'web_search_call':
      readWebSearch(item, work)
      return true
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'tool_search_output':
      readResult(item, work)
      return true
    case 'compaction':
    case 'context_compaction':
      return true
    default:
      return false
  }
}

function readMessage(item: JsonObject, work: CodexWork): void {
  const { state, write } = work
  const { content } = item
  if (item.role === 'assistant') {
    const text = readWords(content)
    if (text !== '') write.answer({ id: answerOf(work), content: [{ type: 'text', text }] })
    return
  }
  state.answer = ''
  if (item.role !== 'user') {
    write.context(readWords(content))
    return
  }
  const text = readWords(content)
  const { injected, typed } = splitInjected(text)
  if (injected.trim() !== '') write.context(injected)
  if (typed === '' && injected.trim() !== '') return
  state.prompts.push(state.parent)
  if (state.prompts.length > MOST_PROMPTS) state.prompts.shift()
  const blocks = readList({ content }, 'content').flatMap(toBlock)
  const isPlain = blocks.every(({ type }) => type === 'text')
  // Pictures stand beside the words as they came; what was injected before them is told already.
  write.user(isPlain || injected !== '' ? typed : blocks)
}

// Nobody takes back more turns than these.
const MOST_PROMPTS = 200

function readAgentMessage(item: JsonObject, { write }: CodexWork): void {
  const names = [readString(item, 'author'), readString(item, 'recipient')].filter(Boolean).join(' → ')
  write.context(`${names === '' ? '' : `[${names}]\n`}${readWords(item.content)}`)
}

/** What is encrypted stays in the original: nobody but its provider can read it. */
function readReasoning(item: JsonObject, work: CodexWork): void {
  const parts = [...readList(item, 'summary'), ...readList(item, 'content')]
  const thinking = parts
    .map(part => readText(part, 'text'))
    .filter(Boolean)
    .join('\n\n')
  const id = answerOf(work)
  if (thinking !== '') work.write.answer({ id, content: [{ type: 'thinking', thinking, signature: '' }] })
}

/** The answer that is being given; what is heard in between ends it. */
function answerOf({ state, head, write: _ }: CodexWork): string {
  if (state.answer === '') state.answer = `msg_${toEntryId(head.session, state.parent ?? '', 'answer')}`
  return state.answer
}

function readCall(item: JsonObject, work: CodexWork): void {
  const { state } = work
  const name = readString(item, 'name') ?? (item.type === 'tool_search_call' ? 'tool_search' : 'tool')
  const id = readString(item, 'call_id', 'id') ?? ''
  const input = toInput(item.arguments ?? item.input)
  state.tool = name
  const patch = findPatch(name, input)
  if (patch === undefined) {
    const space = readString(item, 'namespace')
    const isOfServer = space?.startsWith('mcp__')
    writeCall({ id, call: mapCall(CODEX_TOOLS, isOfServer ? `${space}${name}` : name, input) }, work)
  } else writePatch(id, patch, work)
  state.tool = ''
}

/** Arguments are JSON in a text; of a free tool they are the text itself. */
function toInput(value: unknown): JsonObject {
  if (typeof value !== 'string') return asObject(value)
  const parsed = parseJson(value)
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    ? asObject(parsed)
    : { input: value }
}

/** The text of a patch, which older versions hid in a command. */
function findPatch(name: string, input: JsonObject): string | undefined {
  const text = readText(input, 'input') || readText(input, 'patch')
  if (name === 'apply_patch') return text === '' ? undefined : text
  const { command } = input
  const [program, patch] = Array.isArray(command) ? command : []
  return program === 'apply_patch' && typeof patch === 'string' ? patch : undefined
}

function writeCall({ id, call }: { readonly id: string; readonly call: MappedCall }, work: CodexWork): void {
  const { name, input } = call
  work.state.told[id] = { ...work.state.told[id], name }
  work.write.answer({ id: answerOf(work), content: [{ type: 'tool_use', id, name, input }] })
}

function writePatch(id: string, patch: string, work: CodexWork): void {
  const { calls, paths } = toPatchCalls(id, 'apply_patch', patch)
  work.state.told[id] = { ...work.state.told[id], name: calls[0]?.name ?? 'apply_patch', files: paths }
  for (const call of calls)
    work.write.answer({ id: answerOf(work), content: [{ type: 'tool_use', ...call }] })
}

/** What a script of the code mode changed: a call a file, as parts of the script's call, each with its difference. */
export function writeInnerPatch(event: JsonObject, work: CodexWork): void {
  const { state, write } = work
  const id = readString(event, 'call_id') ?? ''
  const isError = event.success === false
  Object.entries(readObject(event, 'changes')).forEach(([path, change], index) => {
    const part = `${id}-part${index + 1}`
    const diff = readText(change, 'unified_diff')
    const hunks = parseUnifiedDiff(diff)
    state.tool = 'apply_patch'
    const call = toInnerCall(path, asObject(change), hunks)
    write.answer({ id: answerOf(work), content: [{ type: 'tool_use', id: part, ...call }] })
    state.tool = ''
    write.result({
      id: part,
      content: readText(event, isError ? 'stderr' : 'stdout'),
      isError,
      told: {
        filePath: path,
        ...(hunks.length > 0 && { structuredPatch: hunks as unknown as JsonValue }),
      },
    })
  })
}

function toInnerCall(path: string, change: JsonObject, hunks: readonly PatchHunk[]): MappedCall {
  if (change.type === 'delete') return { name: 'Delete', input: { file_path: path } }
  if (change.type === 'add')
    return { name: 'Write', input: { file_path: path, content: readText(change, 'content') } }
  const side = (lines: readonly string[], sign: string): string =>
    lines.flatMap(line => (line[0] === ' ' || line[0] === sign ? [`${line.slice(1)}\n`] : [])).join('')
  const edits = hunks.map(({ lines }) => ({ old_string: side(lines, '-'), new_string: side(lines, '+') }))
  const [only] = edits
  if (only && edits.length === 1) return { name: 'Edit', input: { file_path: path, ...only } }
  return { name: 'MultiEdit', input: { file_path: path, edits } }
}

function readShellCall(item: JsonObject, work: CodexWork): void {
  const { command, ...rest } = readObject(item, 'action')
  const id = readString(item, 'call_id', 'id') ?? ''
  work.state.tool = 'local_shell'
  writeCall({ id, call: { name: 'Bash', input: { command: toCommand(command), ...rest } } }, work)
  work.state.tool = ''
}

/** What a search of the provider found is not stored. */
function readWebSearch(item: JsonObject, work: CodexWork): void {
  const action = readObject(item, 'action')
  const id =
    readString(item, 'id', 'call_id') ?? `ws_${toEntryId(work.head.session, work.state.parent ?? '')}`
  const query = readString(action, 'query', 'url') ?? ''
  work.state.tool = 'web_search'
  const uuid = work.write.answer({
    id: answerOf(work),
    content: [{ type: 'tool_use', id, name: 'WebSearch', input: { ...action, query } }],
  })
  work.state.tool = ''
  work.write.result(
    { id, content: '[Codex stores nothing of what a search found]' },
    { sourceToolAssistantUUID: uuid },
  )
}

function readResult(item: JsonObject, work: CodexWork): void {
  const { state, write } = work
  const id = readString(item, 'call_id') ?? ''
  const told: ToldCall = state.told[id] ?? { name: '' }
  delete state.told[id]
  state.answer = ''
  const { content, printed, exitCode = told.exitCode } = readOutput(item.output ?? item.tools)
  const isError = (exitCode !== undefined && exitCode !== 0) || isRefusal(content)
  const files = told.files ?? []
  if (files.length === 0) {
    write.result({ id, content, isError, told: tellResult(told, printed, exitCode, content) })
    return
  }
  const findHunksOf = (path: string): readonly JsonValue[] => findHunks(told.changes, path)
  for (const part of toPatchResults(id, files, { content, isError, findHunks: findHunksOf }))
    write.result(part)
}

/** What our own tool of that name would have stored. */
function tellResult(
  { name }: ToldCall,
  printed: string,
  exitCode: number | undefined,
  content: string | readonly JsonObject[],
): JsonValue | undefined {
  if (name === 'Bash')
    return { stdout: printed, stderr: '', interrupted: false, ...(exitCode !== undefined && { exitCode }) }
  if (name !== 'Task') return undefined
  const started = parseJson(typeof content === 'string' ? content : '')
  const agentId = readString(started, 'agent_id', 'thread_id')
  return agentId === undefined ? undefined : { agentId, status: 'async_launched' }
}

function findHunks(
  changes: Readonly<Record<string, ToldChange>> | undefined,
  path: string,
): readonly JsonValue[] {
  if (!changes) return []
  const names = Object.keys(changes)
  // The patch names a file from where it works, what was done names it from the root.
  const name = names.find(other => other === path || other.endsWith(`/${path.replace(/^\.?\//, '')}`))
  const change = changes[name ?? (names.length === 1 ? (names[0] ?? '') : '')]
  return change && !change.isNew ? (parseUnifiedDiff(change.diff) as unknown as JsonValue[]) : []
}

function isRefusal(content: string | readonly JsonObject[]): boolean {
  const text = typeof content === 'string' ? content : readText(content[0], 'text')
  return /^(?:exec_command failed|apply_patch verification failed|failed to parse|rejected by user|aborted by user|sandbox error)/i.test(
    text,
  )
}
