import { isObject, type ToolResultBlock } from '@antiphon/contract'
import type { ResultEffect, ResultTrace, TracedStep } from '../api/trace-result.ts'
import { traceResult } from '../api/trace-result.ts'
import type { Entry } from '../log/entry.ts'
import { previewToolResult } from '../ui/preview-tool-result.ts'
import { toolCallTitle } from '../ui/tool-call-title.ts'
import { chooseModel } from './compute-request.ts'
import { fieldsOf, readString } from './entry-fields.ts'
import { followRequests } from './follow-requests.ts'
import { groupRequests } from './group-requests.ts'
import { listFates } from './list-fates.ts'
import { listPeriods } from './list-periods.ts'
import { describeReturned, toCopy } from './to-copy.ts'
import { listToolMentions, type ToolMention } from './tool-ids.ts'
import type { ToldStep, ToolTrace, TracedCall, TracedResult } from './tool-trace.ts'

/** Follows the result of a call through a log: how it was made, what the model's view does to it, where it went. */
export function computeToolTrace(entries: readonly Entry[], id: string): ToolTrace {
  const mentions = listToolMentions(entries)
  const call = mentions.calls.find(mention => mention.id === id)
  const results = mentions.results.filter(mention => mention.id === id)
  const periods = listPeriods(entries, [...results, ...(call ? [call] : [])])
  const uuids = new Set(
    [...results, ...(call ? [call] : [])].map(({ index }) => readString(entries[index], 'uuid')),
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
    ...{ uuid: readString(entry, 'uuid'), at: readString(entry, 'timestamp') },
    model: typeof model === 'string' ? model : null,
    agent: readString(entry, 'agentId') ?? (isSidechain === true ? 'subagent' : null),
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
  const time = (of: Entry | undefined): number => Date.parse(readString(of, 'timestamp') ?? '')
  const took = time(entry) - time(entries[call?.index ?? -1])
  return {
    ...{ uuid: readString(entry, 'uuid'), at: readString(entry, 'timestamp') },
    milliseconds: Number.isNaN(took) ? null : took,
    isError: block.is_error === true,
    calledBy: readString(entry, 'sourceToolAssistantUUID'),
    content: toCopy(block.content, preview(block)),
    toolUseResult: returned === undefined ? null : toCopy(returned, describeReturned(returned)),
  }
}
