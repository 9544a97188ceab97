import type { JsonObject } from '@antiphon/contract'
import { readCount, readObject, readString, readText, toIsoTime } from '../json/fields.ts'
import { createLineReader, type EarlierLines } from '../logs/create-line-reader.ts'
import { findFiles } from '../logs/find-files.ts'
import type { AgentReader } from '../reader.ts'
import { readCodexHead } from './codex-head.ts'
import { compareRollouts, type InheritedStretch, readCodexLineage } from './codex-lineage.ts'
import type { CodexState } from './codex-state.ts'
import { splitInjected } from './injected-text.ts'
import { readEvent } from './read-event.ts'
import { readWords } from './read-output.ts'
import { type CodexWork, readResponseItem } from './read-response-item.ts'

/** Codex CLI: rollouts, a file a thread, in both of their forms; the items of the conversation are the same in both. */
export const reader: AgentReader = createLineReader<CodexState>({
  agent: 'codex',
  version: 2,
  async find(place) {
    // `<year>/<month>/<day>` below `sessions`, flat in `archived_sessions`.
    const isLog = (name: string): boolean => /^rollout-.+\.jsonl(?:\.zst)?$/.test(name)
    const isWanted = (name: string, folders: readonly string[]): boolean =>
      folders.length > 0 || name === 'sessions' || name === 'archived_sessions'
    const { originals, problems } = findFiles(place, {
      depth: 4,
      isWanted,
      isLog: (name, folders) => folders.length > 0 && isLog(name),
    })
    // Of a thread that was taken back the file with the later name goes on.
    const latest = originals.toSorted((one, other) => compareRollouts(one.path, other.path))
    return { originals: latest, problems }
  },
  head: async original => readCodexHead(original),
  begin: chain => ({
    ...chain,
    answer: '',
    totals: '',
    prompts: [],
    told: {},
    isCopy: false,
    inherited: '',
    tool: '',
  }),
  mark({ tool, isCopy, inherited }, { forkedFrom }) {
    const from = inherited === '' ? forkedFrom : inherited
    return {
      ...(tool !== '' && { originalTool: tool }),
      ...(isCopy && from !== undefined && { forkedFrom: { sessionId: from } }),
    }
  },
  *before({ path }, { write, head }) {
    // What a subagent was given of its owner's conversation it did not say.
    if (head.owner !== undefined) return
    const { stretches, missing } = readCodexLineage(path)
    if (missing !== null) {
      write.at(`${missing}:0`)
      write.system('informational', {
        content: `This thread goes on from the rollout ${missing}, which is not here.`,
        level: 'warning',
      })
    }
    for (const stretch of stretches) yield toEarlier(stretch)
  },
  read(line, work, raw) {
    const { state, write, head } = work
    const time = toIsoTime(line.timestamp)
    if (time !== undefined) state.time = time
    // Files of before autumn 2025 have no envelope around an item.
    const isBare = line.payload === undefined
    const payload = isBare ? line : readObject(line, 'payload')
    const type = isBare ? bareType(line) : line.type
    followCopy(type, payload, work)
    // A subagent that begins with a copy of its owner's conversation says nothing of its own in it.
    if (state.isCopy && head.owner !== undefined && type !== 'event_msg') return
    switch (type) {
      case 'session_meta':
        if (state.inherited === '') readMeta(payload, work)
        return
      case 'turn_context':
        state.model = readString(payload, 'model') ?? state.model
        state.cwd = readString(payload, 'cwd') ?? state.cwd
        return
      case 'response_item':
        if (!readResponseItem(payload, work)) write.unknown(raw())
        return
      case 'event_msg':
        if (state.isCopy && payload.type !== 'token_count') return
        if (!readEvent(payload, work)) write.unknown(raw())
        return
      case 'compacted':
        readCompaction(payload, work)
        return
      case 'world_state':
      case 'inter_agent_communication':
      case 'inter_agent_communication_metadata':
      case 'security_risk_score':
      case 'state':
        return
      default:
        write.unknown(raw())
    }
  },
})

/** What another thread said is a copy of it here; what this one said before it was taken back is its own. */
function toEarlier(stretch: InheritedStretch): EarlierLines<CodexState> {
  const { path, rollout, thread, untilByte, untilOrdinal } = stretch
  return {
    path,
    name: rollout,
    begin({ state, head }) {
      state.inherited = thread
      state.isCopy = thread !== head.session
    },
    takes: (line, end) => end <= untilByte && readCount(line, 'ordinal') < untilOrdinal,
    end({ state }) {
      state.inherited = ''
      state.isCopy = false
      state.answer = ''
    },
  }
}

function bareType(line: JsonObject): string {
  if (typeof line.type === 'string') return 'response_item'
  return line.record_type === 'state' ? 'state' : 'session_meta'
}

function readMeta(meta: JsonObject, { state, head }: CodexWork): void {
  if (readString(meta, 'id', 'session_id') !== head.session) {
    state.isCopy = true
    return
  }
  state.cwd = readString(meta, 'cwd') ?? state.cwd
  state.version = readString(meta, 'cli_version') ?? state.version
  state.branch = readString(readObject(meta, 'git'), 'branch') ?? state.branch
}

/** What was copied ends with the first turn that is younger than the thread: ids of turns tell when they were made. */
function followCopy(type: unknown, payload: JsonObject, { state, head }: CodexWork): void {
  const isTurn = type === 'turn_context' || payload.type === 'task_started'
  if (!state.isCopy || !isTurn || state.inherited !== '') return
  const turn = readString(payload, 'turn_id')
  if (turn === undefined || turn >= head.session) state.isCopy = false
}

/** The model goes on from a new history; its summary is encrypted, unless the program made it. */
function readCompaction(payload: JsonObject, { state, write }: CodexWork): void {
  const said = readText(payload, 'message')
  const kept = Array.isArray(payload.replacement_history) ? payload.replacement_history : []
  const prompts = kept.flatMap(item =>
    readString(item, 'role') === 'user'
      ? [splitInjected(readWords(readObject({ item }, 'item').content)).typed]
      : [],
  )
  const words = [said, ...prompts].filter(text => text.trim() !== '')
  const head = said === '' ? ['[Codex keeps the summary encrypted; these prompts it kept as they were]'] : []
  write.compaction([...head, ...words].join('\n\n'))
  state.answer = ''
  state.prompts = []
}
