import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import { asObject, readList, readString, readText, toIsoTime } from '../json/fields.ts'
import { createTable } from '../json/table.ts'
import { createLineReader } from '../logs/create-line-reader.ts'
import { createWholeReader } from '../logs/create-whole-reader.ts'
import { findFiles } from '../logs/find-files.ts'
import { listThere } from '../logs/list-below.ts'
import { readHeadLines } from '../logs/read-head-lines.ts'
import { readJsonFile } from '../logs/read-json-file.ts'
import type { AgentReader, FoundOriginals, Original, SessionHead } from '../reader.ts'
import {
  type GeminiState,
  type GeminiWork,
  type KnownMessage,
  readGeminiMessage,
  readParts,
} from './gemini-message.ts'

const find = async (place: string): Promise<FoundOriginals> =>
  findFiles(place, {
    depth: 3,
    isWanted: (name, folders) => folders.length !== 1 || name === 'chats',
    isLog: (name, folders) => folders[1] === 'chats' && /\.jsonl?$/.test(name),
  })

/** Gemini CLI from 0.40 on: what was said, and what was changed of it, line by line. */
const lines = createLineReader<GeminiState>({
  agent: 'gemini',
  version: 1,
  find,
  head: async original => {
    const lines = readHeadLines(original.path)
    const meta = lines.find(line => readString(line, 'sessionId') !== undefined)
    // Where the first line is damaged the file's name still tells the session.
    const isSession = meta !== undefined || lines.some(line => line.type === 'user' || line.type === 'gemini')
    return isSession ? toHead(meta ?? {}, original) : null
  },
  begin: chain => ({ ...chain, known: {}, order: [], tool: '' }),
  mark: ({ tool }) => (tool === '' ? {} : { originalTool: tool }),
  read(line, work, raw) {
    if (line.$set !== undefined) change(asObject(line.$set), work)
    else if (typeof line.$rewindTo === 'string') rewind(line.$rewindTo, work)
    else if (readString(line, 'id') !== undefined) {
      if (!readGeminiMessage(line, work)) work.write.unknown(raw())
    } else if (readString(line, 'sessionId') !== undefined) name(line, work)
    else work.write.unknown(raw())
  },
})

/** Before that: one object, written anew each time. */
const wholes = createWholeReader({
  agent: 'gemini',
  version: 1,
  find,
  head: async original => {
    const session = readJsonFile(original.path)
    return readString(session, 'sessionId') === undefined ? null : toHead(asObject(session), original)
  },
  read({ original, chain, write, mark }) {
    const session = asObject(readJsonFile(original.path))
    if (readString(session, 'sessionId') === undefined) throw new Error('it is no JSON')
    const work: GeminiWork = {
      state: Object.assign(chain, { known: createTable<KnownMessage>(), order: [], tool: '' }),
      write,
    }
    mark(() => (work.state.tool === '' ? {} : { originalTool: work.state.tool }))
    for (const message of readList(session, 'messages')) {
      write.at(readString(message, 'id') ?? '')
      if (!readGeminiMessage(asObject(message), work)) write.unknown(JSON.stringify(message))
    }
    name(session, work)
  },
})

const isWhole = ({ path }: Original): boolean => path.endsWith('.json')

/** Gemini CLI, in both of its forms. */
export const reader: AgentReader = {
  agent: 'gemini',
  version: 1,
  find,
  files: original => listThere(original, [toMarkerPath(original.path)]),
  head: original => (isWhole(original) ? wholes : lines).head(original),
  read: (original, head, from) => (isWhole(original) ? wholes : lines).read(original, head, from),
}

function toHead(meta: JsonObject, { path }: Original): SessionHead {
  const session = readString(meta, 'sessionId') ?? basename(path, '.jsonl')
  const startedAt = toIsoTime(meta.startTime)
  const folder = basename(dirname(path))
  // A subagent's file lies in a folder of its caller.
  const owner = folder === 'chats' ? undefined : folder
  return {
    session: owner === undefined ? session : basename(path).replace(/\.jsonl?$/, ''),
    cwd: findDirectory(path) ?? readString({ path: readList(meta, 'directories')[0] }, 'path') ?? '',
    ...(owner !== undefined && { owner }),
    ...(startedAt !== undefined && { startedAt }),
  }
}

/** The directory stands in a file of the project's folder alone. */
function findDirectory(path: string): string | undefined {
  const marker = toMarkerPath(path)
  return existsSync(marker) ? readFileSync(marker, 'utf8').trim() : undefined
}

function toMarkerPath(path: string): string {
  const [project] = path.split(/[/\\]chats[/\\]/)
  return join(project ?? '', '.project_root')
}

function name(meta: JsonObject, { write }: GeminiWork): void {
  const summary = readString(meta, 'summary')
  if (summary !== undefined) write.record('ai-title', { aiTitle: summary })
}

/** That message and all behind it are taken back: what comes hangs where it hung. */
function rewind(id: string, { state }: GeminiWork): void {
  const at = state.order.indexOf(id)
  state.parent = at === -1 ? null : (state.known[id]?.before ?? null)
  cut(state, Math.max(0, at))
}

function cut(state: GeminiState, length: number): void {
  for (const gone of state.order.slice(length)) delete state.known[gone]
  state.order.length = length
}

/** A list of messages takes the place of all that were: after a rewind, when old outputs are masked, and for a compaction. */
function change(set: JsonObject, work: GeminiWork): void {
  name(set, work)
  if (!Array.isArray(set.messages)) return
  const { state } = work
  const messages = readList(set, 'messages').map(asObject)
  const ids = messages.map(message => readString(message, 'id') ?? '')
  let same = 0
  while (same < ids.length && ids[same] === state.order[same]) same += 1
  const added = messages.slice(same)
  const hadMore = state.order.length > same
  if (added.length > 0 && hadMore && added.some(message => !(readText(message, 'id') in state.known))) {
    compact(messages, work)
    return
  }
  if (hadMore && added.length === 0) {
    state.parent = same === 0 ? null : (state.known[ids[same - 1] ?? '']?.after ?? state.parent)
    cut(state, same)
  }
  for (const message of added) readGeminiMessage(message, work)
}

function compact(messages: readonly JsonObject[], { state, write }: GeminiWork): void {
  write.compaction(
    messages
      .map(message => readParts(message.content))
      .filter(Boolean)
      .join('\n\n'),
  )
  state.known = createTable()
  state.order = []
  for (const message of messages) {
    const id = readString(message, 'id') ?? ''
    const calls = readList(message, 'toolCalls').map(call => readString(call, 'id') ?? '')
    state.known[id] = { before: state.parent, after: state.parent, calls }
    state.order.push(id)
  }
}
