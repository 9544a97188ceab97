import { isObject } from '@antiphon/contract'
import { type Conversion, withLosses } from '../loss.ts'
import { isEmpty, optional, toFields, toJsonText, withoutFields } from '../said/fields.ts'
import { splitForeign, unwrapPart } from '../said/foreign.ts'
import { readMessages } from '../said/read-messages.ts'
import type { SaidBlock, SaidCall, SaidFields, SaidMessage, SaidResult } from '../said/said.ts'
import { splitRuns } from '../said/split-runs.ts'
import { toInputObject } from '../said/tool-names.ts'
import { writeBlock } from '../said/write-block.ts'
import type { LangChainBlock, LangChainInvalidCall, LangChainMessage, LangChainToolCall } from './message.ts'
import { toLangChainUsage } from './usage.ts'

const FORMAT = 'langchain'

/** Messages as LangChain takes them; content is as its own client of this API has it, so that all of it is there. */
export function toLangChainMessages(messages: readonly unknown[]): Conversion<LangChainMessage> {
  return withLosses(report => readMessages(messages, report).flatMap(toMessages))
}

function toMessages(said: SaidMessage): LangChainMessage[] {
  const { theirs, ours } = splitForeign(said.envelope, FORMAT)
  if (said.role === 'assistant') return [toAnswer(said, theirs, ours)]
  if (said.role === 'system')
    return [{ role: 'system', content: toContent(said.blocks, said.isText), ...beside(theirs, ours) }]
  const runs = splitRuns(said.blocks).flatMap((run): LangChainMessage[] =>
    run.kind === 'results'
      ? run.blocks.map(toToolMessage)
      : [{ role: 'human', content: toContent(run.blocks, said.isText) }],
  )
  const made: LangChainMessage[] = runs.length > 0 ? runs : [{ role: 'human', content: [] }]
  return made.map((message, index) => {
    if (index > 0) return mark(message, { continues: true })
    // What the tool returned has a place of its own, where it is clear whose it is.
    const isLone = message.role === 'tool' && made.length === 1 && 'toolUseResult' in ours
    if (!isLone) return withBeside(message, beside(theirs, ours))
    const besides = beside(theirs, { ...withoutFields(ours, ['toolUseResult']), hasArtifact: true })
    return withBeside({ ...message, artifact: ours.toolUseResult }, besides)
  })
}

/** Both the message and what stands beside it may say something to converters. */
function withBeside(message: LangChainMessage, besides: SaidFields): LangChainMessage {
  const own = toFields(toFields(message.additional_kwargs).antiphon)
  const merged = { ...message, ...besides }
  return isEmpty(own) ? merged : mark(merged, own)
}

function mark(message: LangChainMessage, own: SaidFields): LangChainMessage {
  const kwargs = toFields(message.additional_kwargs)
  return { ...message, additional_kwargs: { ...kwargs, antiphon: { ...toFields(kwargs.antiphon), ...own } } }
}

function beside(theirs: SaidFields, ours: SaidFields): SaidFields {
  const id = typeof theirs.id === 'string' ? theirs.id : typeof ours.uuid === 'string' ? ours.uuid : undefined
  const names = Object.keys(theirs).filter(name => !READ_APART.has(name))
  const own = { envelope: ours, ...(names.length > 0 && { theirs: names }) }
  const kwargs = { ...toFields(theirs.additional_kwargs), ...(isEmpty(ours) ? {} : { antiphon: own }) }
  return {
    ...withoutFields(theirs, ['isTheirs']),
    ...optional('id', id),
    ...(isEmpty(kwargs) && theirs.additional_kwargs === undefined ? {} : { additional_kwargs: kwargs }),
  }
}

const READ_APART: ReadonlySet<string> = new Set(['additional_kwargs', 'id'])

function toAnswer(said: SaidMessage, theirs: SaidFields, ours: SaidFields): LangChainMessage {
  const inner = toFields(ours.message)
  const blocks = said.blocks.filter(
    block => block.kind !== 'call' || block.rest.foreign === undefined || !isListed(block),
  )
  const calls = said.blocks.filter(block => block.kind === 'call')
  const named = calls.flatMap(call => toToolCall(call))
  const invalid = calls.flatMap(call => toInvalidCall(call))
  const usage = toLangChainUsage(inner.usage)
  const response = isEmpty(theirs) ? toResponseMetadata(inner) : undefined
  return {
    ...{ role: 'ai', content: toContent(blocks, said.isText) },
    ...(named.length > 0 && { tool_calls: named }),
    ...(invalid.length > 0 && { invalid_tool_calls: invalid }),
    ...optional('usage_metadata', usage),
    ...optional('response_metadata', response),
    ...beside(theirs, ours),
  }
}

/** By this LangChain knows whose blocks the content holds. */
function toResponseMetadata({ model, stop_reason }: SaidFields): Record<string, unknown> {
  return {
    model_provider: 'anthropic',
    ...(typeof model === 'string' && { model_name: model }),
    ...(typeof stop_reason === 'string' && { stop_reason }),
  }
}

/** A call that stood only in the list of calls. */
function isListed({ rest }: SaidCall): boolean {
  return splitForeign(rest, FORMAT).theirs.isListed === true
}

function toToolCall({ id, name, input, rest }: SaidCall): LangChainToolCall[] {
  const args = toInputObject(input)
  const { isListed: _, ...more } = splitForeign(rest, FORMAT).theirs
  return args ? [{ type: 'tool_call', id, name, args, ...more }] : []
}

function toInvalidCall({ id, name, input }: SaidCall): LangChainInvalidCall[] {
  if (isObject(input)) return []
  return [{ type: 'invalid_tool_call', id, name, args: toJsonText(input), error: 'Its input is no object.' }]
}

function toToolMessage({ id, content, isError, rest }: SaidResult): LangChainMessage {
  const { theirs, ours } = splitForeign(rest, FORMAT)
  const { hasNoStatus, ...more } = theirs
  const message: LangChainMessage = {
    role: 'tool',
    tool_call_id: id,
    content: typeof content === 'string' ? content : toContent(content, false),
    ...(hasNoStatus === true && !isError ? {} : { status: isError ? 'error' : 'success' }),
    ...more,
  }
  return isEmpty(ours) ? message : mark(message, { rest: ours })
}

function toContent(blocks: readonly SaidBlock[], isText: boolean): string | LangChainBlock[] {
  const [first] = blocks
  if (isText && first?.kind === 'text' && blocks.length === 1) return first.text
  return blocks.map(block => {
    const { theirs, ours } = splitForeign(block.rest, FORMAT)
    const part = block.kind === 'other' ? unwrapPart(block.block, FORMAT) : theirs.part
    // A part that came from this library is given back as it was.
    if (isObject(part)) return part as LangChainBlock
    const more = block.kind === 'call' ? {} : theirs
    return { ...(writeBlock({ ...block, rest: ours }) as LangChainBlock), ...more }
  })
}
