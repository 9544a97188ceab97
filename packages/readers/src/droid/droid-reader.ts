import { basename } from 'node:path'
import type { ChainState, EntryUsage } from '../entries/entry-writer.ts'
import { asObject, readCount, readObject, readString, readText, toIsoTime } from '../json/fields.ts'
import { createLineReader, type LineWork } from '../logs/create-line-reader.ts'
import { findFiles } from '../logs/find-files.ts'
import { readHeadLines } from '../logs/read-head-lines.ts'
import { readJsonFile } from '../logs/read-json-file.ts'
import type { AgentReader, Original, SessionHead } from '../reader.ts'
import { renamed, shell, type ToolRules, todoList } from '../tools/tool-rule.ts'
import { type WaitingCalls, writeBlocks } from '../tools/write-blocks.ts'

type DroidState = ChainState & {
  open: WaitingCalls
  tool: string
  after: Record<string, string | null>
  /** The totals that were told, of all that the session used. */
  counted: { input: number; output: number; read: number; written: number }
}

const DROID_TOOLS: ToolRules = {
  Execute: shell('command'),
  Create: renamed('Write'),
  TodoWrite: todoList('todos'),
  FetchUrl: renamed('WebFetch'),
  Task: renamed('Task'),
}

/** Factory's Droid: lines much as ours; tokens stand as totals in a file beside them. */
export const reader: AgentReader = createLineReader<DroidState>({
  agent: 'droid',
  version: 2,
  find: async place => findFiles(place, { depth: 1, isLog: name => name.endsWith('.jsonl') }),
  head: async original => readHead(original),
  beside: ({ path }) => [toTotalsPath(path)],
  begin: chain => ({
    ...chain,
    open: {},
    tool: '',
    after: {},
    counted: { input: 0, output: 0, read: 0, written: 0 },
  }),
  mark: ({ tool }) => (tool === '' ? {} : { originalTool: tool }),
  read(line, work, raw) {
    const { state, write } = work
    state.time = toIsoTime(line.timestamp) ?? state.time
    switch (line.type) {
      case 'session_start':
        if (readString(line, 'sessionTitle') !== undefined)
          write.record('ai-title', { aiTitle: readText(line, 'sessionTitle') })
        return
      case 'message': {
        const id = readString(line, 'id') ?? ''
        const parent = readString(line, 'parentId')
        if (parent !== undefined) state.parent = state.after[parent] ?? state.parent
        const message = readObject(line, 'message')
        const usage = line.usage ?? message.usage
        writeBlocks(
          {
            role: readText(message, 'role'),
            content: message.content,
            id: `droid_${id}`,
            usage: usage === undefined ? undefined : toUsage(asObject(usage)),
          },
          {
            ...{ write, open: state.open, rules: DROID_TOOLS },
            tool(name) {
              state.tool = name
            },
          },
        )
        state.after[id] = state.parent
        return
      }
      case 'compaction_state':
        write.compaction(readText(line, 'summary') || readText(readObject(line, 'summary'), 'text'))
        return
      case 'todo_state':
      case 'session_event':
      case 'session_end':
        return
      default:
        write.unknown(raw())
    }
  },
  end(original, work) {
    countTotals(readJsonFile(toTotalsPath(original.path)), work)
  },
})

function toUsage(usage: object): EntryUsage {
  return {
    input_tokens: readCount(usage, 'input_tokens'),
    cache_creation_input_tokens: readCount(usage, 'cache_creation_input_tokens'),
    cache_read_input_tokens: readCount(usage, 'cache_read_input_tokens'),
    output_tokens: readCount(usage, 'output_tokens'),
  }
}

/** What the totals grew by since they were read last; thinking is beside the output. */
function countTotals(settings: unknown, { state, write, head }: LineWork<DroidState>): void {
  state.model = readString(settings, 'model') ?? state.model
  const totals = readObject(settings, 'tokenUsage')
  const now = {
    input: readCount(totals, 'inputTokens'),
    output: readCount(totals, 'outputTokens') + readCount(totals, 'thinkingTokens'),
    read: readCount(totals, 'cacheReadTokens'),
    written: readCount(totals, 'cacheCreationTokens'),
  }
  const { counted } = state
  const usage = {
    input_tokens: Math.max(0, now.input - counted.input),
    cache_creation_input_tokens: Math.max(0, now.written - counted.written),
    cache_read_input_tokens: Math.max(0, now.read - counted.read),
    output_tokens: Math.max(0, now.output - counted.output),
  }
  if (Object.values(usage).every(tokens => tokens === 0)) return
  state.counted = now
  write.usage(`droid_${head.session}_${JSON.stringify(now)}`, usage)
}

function toTotalsPath(path: string): string {
  return path.replace(/\.jsonl$/, '.settings.json')
}

function readHead({ path }: Original): SessionHead | null {
  const [start] = readHeadLines(path)
  // Where the first line is damaged the file's name still tells the session.
  const named = start?.type === 'message' ? basename(path, '.jsonl') : undefined
  const session = start?.type === 'session_start' ? readString(start, 'id') : named
  if (session === undefined) return null
  const startedAt = toIsoTime(start?.timestamp)
  return {
    session,
    cwd: readString(start, 'cwd') ?? '',
    ...(startedAt !== undefined && { startedAt }),
  }
}
