import type { JsonObject, JsonValue } from '@antiphon/contract'
import { AGENT_LINE, AGENT_SOURCE, AGENT_USAGE, type ForeignAgent } from '@antiphon/core/log'
import type { ReadItem, SessionHead } from '../reader.ts'
import { toEntryId } from './entry-id.ts'

/** What the next entry needs of those before it; every reader's state begins with it. */
export type ChainState = {
  /** The entry that the next one hangs on. */
  parent: string | null
  /** The last time that was told. */
  time: string
  cwd: string
  branch: string
  version: string
  model: string
  /** How many pieces the place that was read last gave. */
  count: number
  /** The answer whose tokens were told last: they stand with its first piece alone. */
  toldUsageOf: string
}

/** The counters of `message.usage`. */
export type EntryUsage = {
  readonly input_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_read_input_tokens: number
  readonly output_tokens: number
}

export type AnswerPiece = {
  /** Of the request: pieces with one id are one answer. */
  readonly id: string
  readonly content: readonly JsonObject[]
  readonly usage?: EntryUsage | undefined
  readonly stop?: string | undefined
  readonly model?: string | undefined
}

export type ResultPiece = {
  /** The call that it answers. */
  readonly id: string
  readonly content: string | readonly JsonObject[]
  readonly isError?: boolean
  /** What the tool returned, in the form of our own tool of that name. */
  readonly told?: JsonValue | undefined
}

/** Writes entries that hang on each other, and that say where in the original they stand. */
export interface EntryWriter {
  /** The place in the original that what follows was made of, and when it was written. */
  at(place: number | string, time?: string): void
  user(content: string | readonly JsonObject[], more?: JsonObject): string
  /** Words that no person typed: instructions, the state of the world. */
  context(text: string, more?: JsonObject): string
  answer(piece: AnswerPiece, more?: JsonObject): string
  result(piece: ResultPiece, more?: JsonObject): string
  system(subtype: string, fields: JsonObject): string
  /** A person stopped it. */
  interruption(): string
  /** Everything before was replaced by a summary. */
  compaction(summary: string, fields?: JsonObject): void
  /** A record, which hangs in no chain. */
  record(type: string, fields: JsonObject): void
  /** Tokens that belong to no message of their own. */
  usage(id: string, usage: EntryUsage, model?: string): void
  /** What the reader does not know, untouched. */
  unknown(raw: JsonValue): void
}

export type EntryWriterOptions = {
  readonly agent: ForeignAgent
  readonly head: SessionHead
  readonly chain: ChainState
  readonly emit: (item: ReadItem) => void
  /** The fields of an entry that say more of it: the tool as the agent calls it, the session it was copied from. */
  readonly mark?: () => JsonObject
}

/** A state before anything was read. */
export function beginChain(head: SessionHead): ChainState {
  return {
    parent: null,
    time: head.startedAt ?? new Date(0).toISOString(),
    cwd: head.cwd,
    branch: '',
    version: head.version ?? '',
    model: '',
    count: 0,
    toldUsageOf: '',
  }
}

/** The first line of every copy: what it is a copy of. */
export function toSourceRecord(
  agent: ForeignAgent,
  head: SessionHead,
  path: string,
  row: string,
): JsonObject {
  return {
    type: AGENT_SOURCE,
    agent,
    path,
    ...(row !== '' && { row }),
    sessionId: head.owner ?? head.session,
    ...(head.startedAt !== undefined && { timestamp: head.startedAt }),
    entrypoint: agent,
    cwd: head.cwd,
    ...(head.version !== undefined && { version: head.version }),
    ...(head.forkedFrom !== undefined && { copyOf: head.forkedFrom }),
  }
}

// Longer than any system has; a damaged line may hold anything.
const LONGEST_PATH = 32_767

export function createEntryWriter({ agent, head, chain, emit, mark }: EntryWriterOptions): EntryWriter {
  const { session, owner } = head
  let place: number | string = 0

  /** The layout is that of Claude Code's lines: what reads those fast reads these fast. */
  function push(type: string, payload: JsonObject, more: JsonObject | undefined): string {
    const uuid = toEntryId(agent, session, place, chain.count++)
    emit({
      kind: 'entry',
      entry: {
        parentUuid: chain.parent,
        isSidechain: owner !== undefined,
        ...(owner !== undefined && { agentId: session }),
        ...payload,
        type,
        uuid,
        ...trace(),
        ...more,
        ...mark?.(),
      },
    })
    chain.parent = uuid
    return uuid
  }

  function trace(): JsonObject {
    return {
      timestamp: chain.time,
      userType: 'external',
      entrypoint: agent,
      cwd: chain.cwd.length > LONGEST_PATH ? '' : chain.cwd,
      sessionId: owner ?? session,
      version: chain.version,
      ...(chain.branch !== '' && { gitBranch: chain.branch }),
      originalAt: place,
    }
  }

  const writer: EntryWriter = {
    at(next, time) {
      if (next !== place) chain.count = 0
      place = next
      if (time !== undefined) chain.time = time
    },
    user: (content, more) => push('user', { message: { role: 'user', content } }, more),
    context: (text, more) =>
      push('user', { message: { role: 'user', content: text } }, { isMeta: true, ...more }),
    answer({ id, content, usage, stop, model = chain.model }, more) {
      const message = {
        model,
        id,
        type: 'message',
        role: 'assistant',
        content,
        stop_reason: stop ?? null,
        stop_sequence: null,
        ...(usage && chain.toldUsageOf !== id && { usage }),
      }
      if (usage) chain.toldUsageOf = id
      return push('assistant', { message }, more)
    },
    result({ id, content, isError, told }, more) {
      const block = { tool_use_id: id, type: 'tool_result', content, ...(isError && { is_error: true }) }
      return push(
        'user',
        { message: { role: 'user', content: [block] } },
        { ...(told !== undefined && { toolUseResult: told }), ...more },
      )
    },
    system: (subtype, fields) => push('system', { subtype, ...fields }, undefined),
    interruption: () => writer.user([{ type: 'text', text: '[Request interrupted by user]' }]),
    compaction(summary, fields) {
      const before = chain.parent
      chain.parent = null
      writer.system('compact_boundary', {
        content: 'Conversation compacted',
        level: 'info',
        logicalParentUuid: before,
        compactMetadata: { trigger: 'auto', preTokens: 0, ...fields },
      })
      writer.user(summary, { isCompactSummary: true, isVisibleInTranscriptOnly: true })
    },
    record(type, fields) {
      emit({ kind: 'entry', entry: { type, ...fields, sessionId: owner ?? session, originalAt: place } })
    },
    usage(id, usage, model = chain.model) {
      chain.toldUsageOf = id
      const message = { model, id, type: 'message', role: 'assistant', content: [], stop_reason: null, usage }
      emit({
        kind: 'entry',
        entry: {
          type: AGENT_USAGE,
          message,
          isSidechain: owner !== undefined,
          ...(owner !== undefined && { agentId: session }),
          ...trace(),
        },
      })
    },
    unknown(raw) {
      emit({
        kind: 'entry',
        entry: { type: AGENT_LINE, agent, timestamp: chain.time, originalAt: place, raw },
      })
    },
  }
  return writer
}
