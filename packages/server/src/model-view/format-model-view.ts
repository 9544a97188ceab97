import type { Entry, Repair } from '@antiphon/core'
import { groupFindings } from '@antiphon/core/inspect'
import { type Json, toJson, toJsonList, toJsonObject } from '../json/json.ts'
import { shortenEntry } from '../logs/shorten-entry.ts'
import type { ModelMessage, ModelRepair, ModelView, RepairGroup } from '../protocol/model-protocol.ts'
import type { WholeModelView } from './compute-model-view.ts'

export type FormatOptions = {
  /** The log that it is about, as the page names it. */
  readonly log: string
  readonly before: number | undefined
}

/** A part of a request: its last messages, or the last before one of them. */
export function formatModelView(whole: WholeModelView, { log, before }: FormatOptions): Json<ModelView> {
  const { request, computed, stored, isCompacted } = whole
  const total = request.messages.length
  const to = Math.min(before ?? total, total)
  const { texts, from } = takeMessages(whole, to)
  const { sessionModel, target, repairs, violations } = computed
  const head: Omit<ModelView, 'messages'> = {
    log,
    model: target.model,
    unknownModel: sessionModel !== undefined && sessionModel !== target.model ? sessionModel : null,
    stored,
    isCompacted,
    from,
    to,
    total,
    repairs: group(repairs.filter(({ action }) => action !== 'omitted')),
    strayRepairs: whole.strayRepairs.slice(0, MAX_LISTED).map(shortenRepair),
    unsent: group(repairs.filter(({ action }) => action === 'omitted')),
    violations: violations
      .slice(0, MAX_LISTED)
      .map(({ rule, path, message }) => ({ rule, path: cut(path), message: cut(message) })),
    violationCount: violations.length,
    trial: whole.trial && { tooLate: whole.trial.tooLate, changed: whole.trial.changed.length },
  }
  return toJsonObject(head, { messages: toJsonList(texts) })
}

const PAGE_MESSAGES = 40
const PAGE_BYTES = 150 * 1024
const MAX_LISTED = 50
const MAX_SOURCES = 50
const MAX_DETAIL = 300
const MESSAGE_UNITS = 16_384

function takeMessages(
  whole: WholeModelView,
  to: number,
): { readonly texts: readonly Json<ModelMessage>[]; readonly from: number } {
  const texts: Json<ModelMessage>[] = []
  let bytes = 0
  let from = to
  while (from > 0 && texts.length < PAGE_MESSAGES) {
    const text = toJson(toModelMessage(whole, from - 1))
    bytes += Buffer.byteLength(text)
    if (texts.length > 0 && bytes > PAGE_BYTES) break
    texts.unshift(text)
    from -= 1
  }
  return { texts, from }
}

function toModelMessage({ request, sources, repairs }: WholeModelView, index: number): ModelMessage {
  const { role = 'user', content = '' } = request.messages[index] ?? {}
  // Shortening takes any object and leaves one of the same shape.
  const { entry, cut: left } = shortenEntry({ content } as unknown as Entry, {
    storedBytes: Number.POSITIVE_INFINITY,
    units: MESSAGE_UNITS,
  })
  const shortened = entry as unknown as Pick<ModelMessage, 'content'>
  return {
    index,
    role,
    content: shortened.content ?? '',
    cut: left,
    sources: (sources[index] ?? []).slice(0, MAX_SOURCES),
    repairs: (repairs[index] ?? []).slice(0, MAX_LISTED).map(shortenRepair),
  }
}

function group(repairs: readonly Repair[]): readonly RepairGroup[] {
  return groupFindings({
    findings: repairs,
    ruleOf: ({ rule }) => rule,
    kindOf: ({ action }) => action,
    textOf: ({ detail }) => cut(detail),
    examples: 1,
  })
    .slice(0, MAX_LISTED)
    .map(({ rule, kind, count, examples }) => ({
      rule,
      // What was put in as the kind comes out as one.
      action: kind as RepairGroup['action'],
      count,
      detail: examples[0] ?? '',
    }))
}

function shortenRepair(repair: ModelRepair): ModelRepair {
  return { ...repair, detail: cut(repair.detail) }
}

function cut(text: string): string {
  return text.length <= MAX_DETAIL ? text : `${text.slice(0, MAX_DETAIL)}…`
}
