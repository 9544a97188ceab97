import { isObject } from '@antiphon/contract'
import type { ApiViewMessage } from '@antiphon/core/api'
import { type Conversion, type LossPlace, type ReportLoss, withLosses } from '../loss.ts'
import { isEmpty, toFields, withoutFields } from '../said/fields.ts'
import { withForeign, wrapPart } from '../said/foreign.ts'
import { readUrl } from '../said/media.ts'
import { readBlock } from '../said/read-block.ts'
import type { MediaSource, SaidBlock, SaidFields, SaidMessage, SaidRole } from '../said/said.ts'
import { type FromOptions, writeMessages } from '../said/write-messages.ts'
import { readLangChainUsage } from './usage.ts'

const FORMAT = 'langchain'

/** Messages of ours from LangChain's: instances of its classes, as it stores them, or what it takes for one. */
export function fromLangChainMessages(
  messages: readonly unknown[],
  options?: FromOptions,
): Conversion<ApiViewMessage> {
  return withLosses(report => {
    const said: SaidMessage[] = []
    for (const [index, message] of messages.entries()) {
      const fields = readFields(message)
      const place = { index, uuid: typeof fields?.id === 'string' ? fields.id : null }
      const read = fields ? readMessage(fields, place, report) : null
      if (read === null)
        report(place, { rule: 'damaged', action: 'dropped', detail: 'It is no message of LangChain.' })
      else addMessage(said, read)
    }
    return writeMessages(said, options)
  })
}

type ReadMessage = { readonly said: SaidMessage; readonly continues: boolean }

function addMessage(said: SaidMessage[], { said: next, continues }: ReadMessage): void {
  const last = said.at(-1)
  if (continues && last?.role === next.role)
    said[said.length - 1] = { ...last, isText: false, blocks: [...last.blocks, ...next.blocks] }
  else said.push(next)
}

/** A message's fields with its role, in whichever of the three forms it is; null where it is in none. */
function readFields(message: unknown): SaidFields | null {
  if (!isObject(message)) return null
  const { data } = message
  if (typeof message.type === 'string' && isObject(data)) return { ...data, role: message.type }
  const fields = withoutFields(message, INSTANCE_FIELDS)
  return { ...withoutFields(fields, ['type']), role: message.role ?? message.type }
}

const INSTANCE_FIELDS = ['lc_serializable', 'lc_kwargs', 'lc_namespace']

const ROLES: Readonly<Record<string, SaidRole>> = {
  ...{ human: 'user', user: 'user', ai: 'assistant', assistant: 'assistant', tool: 'user' },
  ...{ system: 'system', developer: 'system' },
}

function readMessage(message: SaidFields, place: LossPlace, report: ReportLoss): ReadMessage | null {
  const role =
    typeof message.role === 'string' && Object.hasOwn(ROLES, message.role) ? ROLES[message.role] : undefined
  const { content } = message
  if (role === undefined || (typeof content !== 'string' && !Array.isArray(content))) return null
  const own = toFields(toFields(message.additional_kwargs).antiphon)
  const continues = own.continues === true
  const blocks = readContent(content, { place, report })
  if (message.role === 'tool') return readToolMessage(message, blocks, place)
  const isDeveloper = message.role === 'developer'
  const envelope = readEnvelope(message, isDeveloper ? TAKEN.slice(1) : TAKEN)
  if (role !== 'assistant')
    return { said: { role, blocks, isText: typeof content === 'string', envelope, place }, continues }
  return { said: readAnswer({ message, blocks, envelope, place }), continues }
}

const TAKEN = ['role', 'content', 'additional_kwargs', 'id']

/** What stands beside the content: of ours what it was, of theirs what ours do not say. */
function readEnvelope(message: SaidFields, taken: readonly string[]): SaidFields {
  const kwargs = toFields(message.additional_kwargs)
  const own = toFields(kwargs.antiphon)
  const { hasArtifact, ...ours } = toFields(own.envelope)
  const restored = hasArtifact === true ? { ...ours, toolUseResult: message.artifact } : ours
  const others = withoutFields(kwargs, ['antiphon'])
  const isOurs = !isEmpty(ours)
  // Of ours it has what ours make of it; all the rest is theirs.
  const more = isOurs ? pickTheirs(message, own.theirs) : withoutFields(message, taken)
  const id = message.id === ours.uuid ? {} : { id: message.id }
  const kept = { ...more, ...id, ...(isEmpty(others) ? {} : { additional_kwargs: others }) }
  return withForeign(restored, FORMAT, withoutEmpty(kept))
}

/** Of a message that was theirs before it was ours: what they said of it. */
function pickTheirs(message: SaidFields, names: unknown): SaidFields {
  if (!Array.isArray(names)) return {}
  const picked = Object.entries(message).filter(([name]) => names.includes(name))
  return { ...Object.fromEntries(picked), ...(names.includes('isTheirs') && { isTheirs: true }) }
}

/** Classes and stores fill in fields that say nothing. */
function withoutEmpty(fields: SaidFields): SaidFields {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => {
      const isBlank = (isObject(value) && isEmpty(value)) || (Array.isArray(value) && value.length === 0)
      return !(isBlank && FILLED.has(name)) && value !== undefined
    }),
  )
}

const FILLED: ReadonlySet<string> = new Set([
  ...['additional_kwargs', 'response_metadata', 'tool_calls', 'invalid_tool_calls'],
])

type AnswerSource = {
  readonly message: SaidFields
  readonly blocks: readonly SaidBlock[]
  readonly envelope: SaidFields
  readonly place: LossPlace
}

function readAnswer({ message, blocks, envelope, place }: AnswerSource): SaidMessage {
  const { content, tool_calls: calls, usage_metadata: usage } = message
  const known = new Set(blocks.flatMap(block => (block.kind === 'call' ? [block.id] : [])))
  const listed = (Array.isArray(calls) ? calls : []).flatMap((call, index) =>
    readCall(call, blocks.length + index, known),
  )
  const isText = typeof content === 'string' && listed.length === 0
  // A text that is empty because there are only calls is no text.
  const said = content === '' && listed.length > 0 ? [] : blocks
  const theirs = toFields(toFields(envelope.foreign)[FORMAT])
  const isOurs = typeof envelope.type === 'string'
  const kept = isOurs
    ? theirs
    : {
        ...withoutFields(theirs, ['tool_calls']),
        isTheirs: true,
        ...(typeof content === 'string' && listed.length > 0 && { content }),
      }
  const counted = isOurs ? undefined : readLangChainUsage(usage)
  const inner = counted ? { message: { ...toFields(envelope.message), usage: counted } } : {}
  const ours = { ...withoutFields(envelope, ['foreign']), ...inner }
  return {
    ...{ role: 'assistant', blocks: [...said, ...listed], isText, place },
    envelope: withForeign(ours, FORMAT, kept),
  }
}

/** A call of the list that is not among the blocks. */
function readCall(call: unknown, at: number, known: ReadonlySet<string>): readonly SaidBlock[] {
  if (!isObject(call) || typeof call.id !== 'string' || typeof call.name !== 'string') return []
  if (!isObject(call.args) || known.has(call.id)) return []
  const more = withoutFields(call, ['id', 'name', 'args', 'type'])
  const rest = withForeign({}, FORMAT, { isListed: true, ...more })
  return [{ kind: 'call', at, id: call.id, name: call.name, input: call.args, rest }]
}

function readToolMessage(
  message: SaidFields,
  blocks: readonly SaidBlock[],
  place: LossPlace,
): ReadMessage | null {
  const { tool_call_id: id, content, status } = message
  if (typeof id !== 'string') return null
  const own = toFields(toFields(message.additional_kwargs).antiphon)
  const isFirst = own.continues !== true
  const envelope = isFirst ? readEnvelope(message, [...TAKEN, 'tool_call_id', 'status']) : {}
  const rest =
    status === undefined ? withForeign(toFields(own.rest), FORMAT, { hasNoStatus: true }) : toFields(own.rest)
  const block: SaidBlock = {
    ...{ kind: 'result', at: 0, id, rest },
    ...{ content: typeof content === 'string' ? content : blocks, isError: status === 'error' },
  }
  return { said: { role: 'user', blocks: [block], isText: false, envelope, place }, continues: !isFirst }
}

type ContentPlace = { readonly place: LossPlace; readonly report: ReportLoss }

function readContent(
  content: string | readonly unknown[],
  { place, report }: ContentPlace,
): readonly SaidBlock[] {
  if (typeof content === 'string') return [{ kind: 'text', at: 0, text: content, rest: {} }]
  return content.map((part, at) => {
    const read = readStandard(part, at) ?? readBlock(part, at)
    if (read) return read
    report(place, { rule: 'block-kind', action: 'carried', block: at, detail: 'There is no block for it.' })
    return wrapPart(part, FORMAT, at)
  })
}

/** The block that one of LangChain's own stands for; null for those of providers. */
function readStandard(part: unknown, at: number): SaidBlock | null {
  if (!isObject(part)) return null
  const rest = withForeign({}, FORMAT, { part })
  if (part.type === 'reasoning' && typeof part.reasoning === 'string')
    return { kind: 'thinking', at, text: part.reasoning, rest }
  const source = readSource(part)
  if (source === null) return null
  return { kind: 'media', at, form: part.type === 'file' ? 'document' : 'image', source, rest }
}

function readSource({ type, mimeType, data, url, image_url: image }: SaidFields): MediaSource | null {
  if (type === 'image_url') {
    const address = isObject(image) ? image.url : image
    return typeof address === 'string' ? readUrl(address) : null
  }
  if (type !== 'image' && type !== 'file') return null
  if (typeof mimeType === 'string' && mimeType !== '' && typeof data === 'string')
    return { kind: 'base64', mediaType: mimeType, data }
  return typeof url === 'string' ? { kind: 'url', url } : null
}
