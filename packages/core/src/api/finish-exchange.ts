import type { ContentBlock } from '@antiphon/contract'
import { type AssistantMessage, createAssistantMessage } from '../message/assistant-message.ts'
import { MISSING_USER_TURN, NO_CONTENT_MESSAGE } from '../message/synthetic-texts.ts'
import type { UserMessage } from '../message/user-message.ts'
import { deriveUUID } from '../message/uuid.ts'
import {
  type Exchange,
  innerMessage,
  lastStopReason,
  type Piece,
  repairOf,
  type Source,
  timestampOf,
} from './exchange.ts'
import type { Ledger } from './ledger.ts'
import type { Repair } from './repair.ts'

/** A turn of the program itself, for models that take one in the middle of a conversation. */
export type SystemTurn = {
  readonly type: 'system'
  readonly uuid: string
  readonly timestamp: string
  readonly message: { readonly role: 'system'; readonly content: readonly ContentBlock[] }
}

/** A message of the model's view. */
export type ApiViewMessage = UserMessage | AssistantMessage | SystemTurn

/** The messages that an exchange becomes. */
export type FinishedExchange = {
  readonly answer: AssistantMessage | null
  readonly reply: UserMessage | null
  readonly systemTurn: SystemTurn | null
}

/** Puts the blocks of an exchange back into messages; a message of the log that needed no change is itself. */
export function finishExchange(exchange: Exchange, ledger: Ledger): FinishedExchange {
  const isMixed = exchange.reply.some(piece => piece.system)
  const user = isMixed ? exchange.reply.filter(piece => !piece.system) : exchange.reply
  const system = isMixed ? exchange.reply.filter(piece => piece.system) : []
  return {
    answer: exchange.answer.length > 0 ? finishAnswer(exchange, ledger) : null,
    reply: user.length > 0 ? finishReply(user, ledger) : null,
    systemTurn: system.length > 0 ? finishSystemTurn(system, ledger) : null,
  }
}

/** The turn that is not in the log, but without which the API would refuse what follows or ends there. */
export function createMissingTurn(neighbour: Source, ledger: Ledger): UserMessage {
  return {
    type: 'user',
    message: { role: 'user', content: [{ type: 'text', text: MISSING_USER_TURN }] },
    isMeta: true,
    uuid: claimUuid(deriveUUID(uuidOf(neighbour), MISSING_TURN_PART), ledger),
    timestamp: timestampOf(neighbour),
  }
}

/** The answer that keeps two replies apart where the one between them said nothing that can be sent. */
export function createMissingAnswer(
  neighbour: Source,
  { ledger, repairs }: { readonly ledger: Ledger; readonly repairs: Repair[] },
): AssistantMessage {
  repairs.push(repairOf(neighbour, 'ROL-02', 'inserted', 'answer between two replies'))
  const uuid = claimUuid(deriveUUID(uuidOf(neighbour), MISSING_ANSWER_PART), ledger)
  const answer = createAssistantMessage({
    content: NO_CONTENT_MESSAGE,
    uuid,
    timestamp: timestampOf(neighbour),
  })
  return { ...answer, message: { ...answer.message, id: uuid } }
}

/** Indexes that no block of a real message reaches. */
const MISSING_TURN_PART = 0xfffff
const MISSING_ANSWER_PART = 0xffffe

function finishAnswer(exchange: Exchange, ledger: Ledger): AssistantMessage {
  const sources = exchange.answerSources
  const first = sources[0] as Source
  const id = claimAnswerId(innerMessage(first).id, ledger)
  const isAlone = sources.length === 1 && id === innerMessage(first).id
  const whole = isAlone ? wholeMessage<AssistantMessage>(first, exchange.answer) : null
  if (whole) return claimed(whole, first, ledger)
  const last = innerMessage(sources.at(-1) as Source)
  const inner = {
    ...innerMessage(first),
    ...definedFields(last, ['stop_sequence', 'usage']),
    ...stopReason(sources),
  }
  const message = { ...inner, id, role: 'assistant', content: exchange.answer.map(piece => piece.block) }
  return claimed(asViewMessage<AssistantMessage>({ ...first.message, message }), first, ledger)
}

/** Two answers that share an id would be taken for one by whoever reads the view again. */
function claimAnswerId(wanted: unknown, ledger: Ledger): string {
  if (typeof wanted !== 'string' || wanted === '') return ''
  let id = wanted
  for (let copy = 2; !ledger.answerIds.add(id); copy++) id = `${wanted}_${copy}`
  return id
}

function stopReason(sources: readonly Source[]): Record<string, unknown> {
  const reason = lastStopReason(sources)
  return reason == null ? {} : { stop_reason: reason }
}

function definedFields(
  message: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    names.filter(name => message[name] !== undefined).map(name => [name, message[name]]),
  )
}

function finishReply(pieces: readonly Piece[], ledger: Ledger): UserMessage {
  const sources = distinctSources(pieces)
  const base = sources.find(source => !isMetaSource(source)) ?? (sources[0] as Source)
  if (base.message.type === 'user') {
    const whole = sources.length === 1 ? wholeMessage<UserMessage>(base, pieces) : null
    if (whole) return claimed(whole, base, ledger)
  }
  const isMeta = sources.every(isMetaSource)
  return claimed(
    {
      type: 'user',
      message: { role: 'user', content: pieces.map(piece => piece.block) },
      ...(isMeta && { isMeta }),
      uuid: uuidOf(base),
      timestamp: timestampOf(base),
    },
    base,
    ledger,
  )
}

function distinctSources(pieces: readonly Piece[]): readonly Source[] {
  const first = pieces[0] as Piece
  if (pieces.every(piece => piece.source === first.source)) return [first.source]
  return [...new Set(pieces.map(piece => piece.source))]
}

/** An attachment is told to the model alone; a local command is what a person did. */
function isMetaSource({ message }: Source): boolean {
  return message.type === 'attachment' || message.isMeta === true
}

function finishSystemTurn(pieces: readonly Piece[], ledger: Ledger): SystemTurn {
  const { source } = pieces[0] as Piece
  const isAlone = pieces.every(piece => piece.source === source)
  const whole = isAlone ? wholeMessage<SystemTurn>(source, pieces) : null
  if (whole) return claimed(whole, source, ledger)
  const message = { role: 'system' as const, content: pieces.map(piece => piece.block) }
  return claimed(
    { type: 'system', message, uuid: uuidOf(source), timestamp: timestampOf(source) },
    source,
    ledger,
  )
}

/** The message of the log itself, which alone made these blocks, where none was changed. */
function wholeMessage<M extends ApiViewMessage>(source: Source, pieces: readonly Piece[]): M | null {
  const { content, role } = innerMessage(source)
  const same =
    Array.isArray(content) &&
    ROLES.includes(role) &&
    role === source.message.type &&
    content.length === pieces.length &&
    content.every((block, index) => block === pieces[index]?.block)
  return same ? asViewMessage<M>(source.message) : null
}

const ROLES: readonly unknown[] = ['user', 'assistant', 'system']

/** The log may lack any field of a message; its role was looked at, and the model's view reads only that and content. */
function asViewMessage<M extends ApiViewMessage>(message: Source['message']): M {
  return message as unknown as M
}

function claimed<M extends ApiViewMessage>(message: M, source: Source, ledger: Ledger): M {
  const uuid = claimUuid(uuidOf(source), ledger)
  const timestamp = timestampOf(source)
  return message.uuid === uuid && message.timestamp === timestamp ? message : { ...message, uuid, timestamp }
}

/** Every message of the view has its own uuid, so that the view of a view finds no duplicates in it. */
function claimUuid(wanted: string, ledger: Ledger): string {
  let uuid = wanted
  for (let part = FIRST_SPARE_PART; !ledger.uuids.add(uuid); part++)
    uuid = deriveUUID(wanted.padEnd(24, '0'), part)
  return uuid
}

const FIRST_SPARE_PART = 0x100000

function uuidOf(source: Source): string {
  return source.uuid ?? deriveUUID(NO_UUID, source.index)
}

const NO_UUID = '00000000-0000-4000-8000-000000000000'
