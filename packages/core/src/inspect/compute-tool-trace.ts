import { isObject, type ToolResultBlock } from '@antiphon/contract'
import { type ResultEffect, type ResultTrace, type TracedStep, traceResult } from '../api/trace-result.ts'
import type { Entry } from '../log/entry.ts'
import { oneLine } from '../ui/one-line.ts'
import { previewToolResult } from '../ui/preview-tool-result.ts'
import { toolCallTitle } from '../ui/tool-call-title.ts'
import { chooseModel } from './compute-request.ts'
import { fieldsOf, filledFieldOrNull } from './entry-fields.ts'
import { followRequests } from './follow-requests.ts'
import { listFates } from './list-fates.ts'
import { listPeriods } from './list-periods.ts'
import { listToolMentions, type ToolMention } from './tool-ids.ts'
import type {
  RequestRun,
  ToldStep,
  ToolTrace,
  TracedCall,
  TracedCopy,
  TracedRequest,
  TracedResult,
} from './tool-trace.ts'

const PREVIEW_UNITS = 200

/** Follows the result of a call through a log: how it was made, what the model's view does to it, where it went. */
export function computeToolTrace(entries: readonly Entry[], id: string): ToolTrace {
  const mentions = listToolMentions(entries)
  const call = mentions.calls.find(mention => mention.id === id)
  const results = mentions.results.filter(mention => mention.id === id)
  const periods = listPeriods(entries, [...results, ...(call ? [call] : [])])
  const uuids = new Set(
    [...results, ...(call ? [call] : [])].map(({ index }) => filledFieldOrNull(entries[index], 'uuid')),
  )
  const last = periods.findLast(messages => messages.some(({ uuid }) => uuids.has(uuid)))
  const { steps, sent } = last ? traceResult(last, id, { model: chooseModel(last) }) : NOTHING
  const renamed = sent?.type === 'tool_result' && sent.tool_use_id !== id ? [sent.tool_use_id] : []
  const { requests, next } = followRequests(periods, [id, ...renamed])
  const name = call?.block.name
  return {
    id,
    tool: typeof name === 'string' ? name : null,
    call: call ? toCall(entries[call.index], call) : null,
    results: results.map(result => toResult(entries, result, call)),
    steps: steps.map(toStep),
    requests,
    runs: groupRequests(requests),
    next,
    fates: listFates(entries, { id, results, periods }),
  }
}

const NOTHING: ResultTrace = { steps: [], place: null, sent: null }

function toStep({ stage, effect, place, block, repairs }: TracedStep): ToldStep {
  const isTold = block !== null && !QUIET.has(effect)
  const content = block?.type === 'tool_result' ? block.content : block
  return { stage, effect, place, left: isTold ? toCopy(content, preview(block)) : null, repairs }
}

const QUIET: ReadonlySet<ResultEffect> = new Set(['kept', 'moved'])

/** A file may hold anything in a result; the preview takes anything. */
function preview(block: unknown): string {
  return previewToolResult(block as ToolResultBlock).text
}

function toCall(entry: Entry | undefined, { block }: ToolMention): TracedCall {
  const { message, isSidechain } = fieldsOf(entry)
  const model = isObject(message) ? message.model : undefined
  return {
    ...{ uuid: filledFieldOrNull(entry, 'uuid'), at: filledFieldOrNull(entry, 'timestamp') },
    model: typeof model === 'string' ? model : null,
    agent: filledFieldOrNull(entry, 'agentId') ?? (isSidechain === true ? 'subagent' : null),
    title: toolCallTitle(String(block.name), block.input),
  }
}

function toResult(
  entries: readonly Entry[],
  { index, block }: ToolMention,
  call: ToolMention | undefined,
): TracedResult {
  const entry = entries[index]
  const { toolUseResult: returned } = fieldsOf(entry)
  const time = (of: Entry | undefined): number => Date.parse(filledFieldOrNull(of, 'timestamp') ?? '')
  const took = time(entry) - time(entries[call?.index ?? -1])
  return {
    ...{ uuid: filledFieldOrNull(entry, 'uuid'), at: filledFieldOrNull(entry, 'timestamp') },
    milliseconds: Number.isNaN(took) ? null : took,
    isError: block.is_error === true,
    calledBy: filledFieldOrNull(entry, 'sourceToolAssistantUUID'),
    content: toCopy(block.content, preview(block)),
    toolUseResult: returned === undefined ? null : toCopy(returned, describeReturned(returned)),
  }
}

/** Puts requests together that say the same. */
function groupRequests(
  requests: readonly Pick<TracedRequest, 'number' | 'place' | 'state'>[],
): readonly RequestRun[] {
  const runs: RequestRun[] = []
  for (const { number, place, state } of requests) {
    const last = runs.at(-1)
    if (last && last.state === state && isSame(last.place, place))
      runs[runs.length - 1] = { ...last, to: number }
    else runs.push({ from: number, to: number, place, state })
  }
  return runs
}

function isSame(one: TracedRequest['place'], other: TracedRequest['place']): boolean {
  return one?.message === other?.message && one?.block === other?.block
}

/** A copy of a result in few words. */
function toCopy(value: unknown, words: string): TracedCopy {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return { type: typeOf(value), units: text.length, preview: oneLine(words, PREVIEW_UNITS) }
}

function typeOf(value: unknown): string {
  if (!Array.isArray(value)) return value === null ? 'null' : typeof value
  const types = value.map(block => (isObject(block) ? String(block.type) : typeof block))
  return `blocks: ${[...new Set(types)].join(', ')}`
}

/** What a tool returned, by the names of its fields. */
function describeReturned(returned: unknown): string {
  if (typeof returned === 'string') return returned
  if (!isObject(returned)) return JSON.stringify(returned) ?? ''
  return Object.entries(returned)
    .map(
      ([name, value]) => `${name}: ${typeof value === 'string' ? value.slice(0, 60) : JSON.stringify(value)}`,
    )
    .join(' · ')
}
