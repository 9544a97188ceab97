import { basename, dirname } from 'node:path'
import { isObject, type JsonObject } from '@antiphon/contract'
import type { ChainState } from '../entries/entry-writer.ts'
import { asObject, readCount, readList, readObject, readString, readText, toIsoTime } from '../json/fields.ts'
import { createLineReader, type LineWork } from '../logs/create-line-reader.ts'
import { findFiles } from '../logs/find-files.ts'
import { listBelow } from '../logs/list-below.ts'
import { readHeadLines } from '../logs/read-head-lines.ts'
import type { AgentReader, Original, SessionHead } from '../reader.ts'
import { mapCall } from '../tools/tool-rule.ts'
import { toPatchCalls, toPatchResults } from '../tools/write-patch.ts'
import { COPILOT_TOOLS } from './copilot-tools.ts'
import { type CountedModels, countShutdown, noteOutput, toOutputUsage } from './copilot-usage.ts'

type CopilotState = ChainState & {
  /** What was counted of each model so far: the program adds up over everything that was resumed. */
  counted: CountedModels
  /** Calls that wait for their results: our name, and the files of a patch. */
  open: Record<string, { name: string; files: string[] }>
  tool: string
  /** The subagent that speaks, by the call that started it. */
  agent: string
  /** The last entries of subagents. */
  sides: Record<string, string | null>
}

type CopilotWork = LineWork<CopilotState>

/** GitHub Copilot CLI: a journal of events a session. */
export const reader: AgentReader = createLineReader<CopilotState>({
  agent: 'copilot',
  version: 2,
  // Before 1.0.11 a session was a file beside the folders.
  find: async place =>
    findFiles(place, {
      depth: 1,
      isLog: (name, folders) => (folders.length === 0 ? name.endsWith('.jsonl') : name === 'events.jsonl'),
    }),
  head: async original => readHead(original),
  // What the program knows of the session, and its checkpoints.
  beside: ({ path }) => (basename(path) === 'events.jsonl' ? listBelow(dirname(path)) : []),
  begin: chain => ({ ...chain, counted: {}, open: {}, tool: '', agent: '', sides: {} }),
  mark: ({ tool, agent }) => ({
    ...(tool !== '' && { originalTool: tool }),
    ...(agent !== '' && { isSidechain: true, agentId: agent, parentToolUseID: agent }),
  }),
  read(line, work, raw) {
    const { state } = work
    state.time = toIsoTime(line.timestamp) ?? state.time
    const agent = readString(line, 'agentId') ?? readString(line.data, 'parentToolCallId') ?? ''
    const main = state.parent
    state.agent = agent
    // Each subagent speaks in a chain of its own, between the lines of its caller.
    if (agent !== '') state.parent = state.sides[agent] ?? null
    const isKnown = readEvent(String(line.type), readObject(line, 'data'), work)
    if (!isKnown) work.write.unknown(raw())
    if (agent !== '') {
      state.sides[agent] = state.parent
      state.parent = main
    }
    state.agent = ''
    state.tool = ''
  },
})

function readHead({ path }: Original): SessionHead | null {
  const lines = readHeadLines(path)
  const start = lines.find(({ type }) => type === 'session.start')
  const data = readObject(start, 'data')
  const named = basename(path) === 'events.jsonl' ? basename(dirname(path)) : basename(path, '.jsonl')
  const session = readString(data, 'sessionId') ?? (start || isJournal(lines) ? named : undefined)
  if (session === undefined) return null
  const context = readObject(data, 'context')
  const version = readString(data, 'copilotVersion')
  const startedAt = toIsoTime(data.startTime) ?? toIsoTime(start?.timestamp)
  return {
    session,
    cwd: readString(context, 'cwd') ?? '',
    ...(version !== undefined && { version }),
    ...(startedAt !== undefined && { startedAt }),
  }
}

/** Where its first line is damaged the folder's name still tells the session. */
function isJournal(lines: readonly JsonObject[]): boolean {
  return lines.some(({ type, data }) => typeof type === 'string' && isObject(data))
}

function readEvent(type: string, data: JsonObject, work: CopilotWork): boolean {
  const { state, write } = work
  switch (type) {
    case 'session.start':
    case 'session.resume':
      readContext(data, work)
      return true
    case 'session.model_change':
      state.model = readString(data, 'newModel') ?? state.model
      return true
    case 'session.info':
    case 'session.warning':
    case 'session.error':
      write.system('informational', {
        content: readText(data, 'message'),
        level: type.slice('session.'.length),
      })
      return true
    case 'user.message':
      readUser(data, work)
      return true
    case 'system.notification':
      write.context(readText(data, 'content'))
      return true
    case 'assistant.message':
      readAnswer(data, work)
      return true
    case 'tool.execution_complete':
      return readResult(data, work)
    case 'subagent.failed':
      write.system('informational', { content: readText(data, 'error'), level: 'error' })
      return true
    case 'abort':
      write.interruption()
      return true
    case 'session.compaction_complete':
      readCompaction(data, work)
      return true
    case 'session.shutdown':
      for (const { model, usage, id } of countShutdown(data, state.counted)) {
        write.usage(`copilot_${work.head.session}_${id}`, usage, model)
      }
      return true
    default:
      return PASSED_OVER.test(type)
  }
}

/** They repeat what others say, or say what no reader of a conversation asks. */
const PASSED_OVER =
  /^(?:system\.message|session\.(?:mode_changed|plan_changed|permissions_changed|auto_mode_resolved|usage_checkpoint|compaction_start|truncation|handoff|context_cleared|task_complete|context_changed|title_changed|binary_asset|tools_updated|import_legacy)|assistant\.(?:turn_start|turn_end|reasoning|intent|usage)|tool\.(?:execution_start|execution_progress|execution_partial_result|user_requested)|subagent\.(?:started|completed|selected|deselected)|skill\.invoked|hook\.(?:start|end)|permission\.(?:requested|completed)|external_tool\..*|elicitation\..*|user_input\..*|session\.(?:idle|start_mcp|mcp_.*|skills_.*))$/

function readContext(data: JsonObject, { state }: CopilotWork): void {
  const context = readObject(data, 'context')
  state.cwd = readString(context, 'cwd') ?? state.cwd
  state.branch = readString(context, 'branch') ?? state.branch
  state.version = readString(data, 'copilotVersion') ?? state.version
  state.model = readString(data, 'selectedModel') ?? state.model
}

function readUser(data: JsonObject, { state, write }: CopilotWork): void {
  const content = readText(data, 'content')
  // What no person sent is told by its source; a subagent's prompt is its caller's.
  const source = readString(data, 'source')
  const isInjected = source !== undefined && !/^(?:user|cli|interactive|prompt)$/i.test(source)
  if (isInjected && state.agent === '') write.context(content)
  else write.user(content === '' ? '[attachment]' : content)
}

function readAnswer(data: JsonObject, { state, write }: CopilotWork): void {
  const id = readString(data, 'apiCallId', 'messageId') ?? ''
  const model = readString(data, 'model') ?? state.model
  const output = readCount(data, 'outputTokens')
  // Until the program ends nothing else is told of what an answer used.
  if (output > 0) {
    write.usage(`copilot_${readText(data, 'messageId')}`, toOutputUsage(output), model)
    noteOutput(state.counted, model, output)
  }
  const thinking = readText(data, 'reasoningText')
  if (thinking.trim() !== '')
    write.answer({ id, model, content: [{ type: 'thinking', thinking, signature: '' }] })
  const text = readText(data, 'content')
  if (text.trim() !== '') write.answer({ id, model, content: [{ type: 'text', text }] })
  for (const request of readList(data, 'toolRequests')) {
    const call = readString(request, 'toolCallId') ?? ''
    const name = readString(request, 'name') ?? 'tool'
    const server = readString(request, 'mcpServerName')
    state.tool = name
    const { arguments: given } = asObject(request)
    const patch = name === 'apply_patch' ? readPatch(given) : undefined
    const { calls, paths } =
      patch === undefined
        ? { calls: [{ id: call, ...toCall(name, server, given) }], paths: [] }
        : toPatchCalls(call, name, patch)
    state.open[call] = { name: calls[0]?.name ?? name, files: [...paths] }
    for (const one of calls) write.answer({ id, model, content: [{ type: 'tool_use', ...one }] })
    state.tool = ''
  }
}

function readPatch(given: unknown): string | undefined {
  return typeof given === 'string' ? given : readString(given, 'input', 'patch')
}

function toCall(
  name: string,
  server: string | undefined,
  given: unknown,
): { readonly name: string; readonly input: JsonObject } {
  const input = typeof given === 'string' ? { input: given } : asObject(given)
  return server === undefined
    ? mapCall(COPILOT_TOOLS, name, input)
    : { name: `mcp__${server}__${name}`, input }
}

/** False for one whose call is not there: the file was cut before it. */
function readResult(data: JsonObject, { state, write }: CopilotWork): boolean {
  const id = readString(data, 'toolCallId') ?? ''
  const { [id]: open } = state.open
  if (!open) return false
  delete state.open[id]
  const isError = data.success === false
  const result = readObject(data, 'result')
  const content = isError
    ? (readString(readObject(data, 'error'), 'message') ?? readText(result, 'content'))
    : readText(result, 'content')
  if (open.files.length > 0) {
    for (const part of toPatchResults(id, open.files, { content, isError })) write.result(part)
    return true
  }
  const told = open.name === 'Bash' ? { stdout: content, stderr: '', interrupted: false } : undefined
  write.result({ id, content, isError, told })
  return true
}

function readCompaction(data: JsonObject, { write }: CopilotWork): void {
  if (data.success === false) return
  write.compaction(readText(data, 'summaryContent'), {
    trigger: data.trigger === 'manual' ? 'manual' : 'auto',
    preTokens: readCount(data, 'preCompactionTokens'),
  })
}
