import type { ApiTargetOptions } from '@antiphon/contract'
import { checkApiContract } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { readLog } from '../log/read-log.ts'
import { getMessagesAfterCompactBoundary } from '../log/slice-from-last-compact-boundary.ts'
import { CORPUS, readCorpus } from '../testing/corpus.ts'
import { spokenBlocks } from '../testing/normalize-log.ts'
import { buildApiRequest } from './build-api-request.ts'
import { readContextEdit } from './context-edit.ts'
import { type ApiView, createApiView } from './create-api-view.ts'
import { createSource, innerMessage } from './exchange.ts'
import { unsentReason } from './omit-unsent.ts'
import { isPaused } from './open-exchange.ts'
import { toApiMessage } from './to-api-message.ts'

const TOOLS = ['Read', 'Bash', 'Task'].map(name => ({ name }))

const TARGETS: readonly ApiTargetOptions[] = [
  { model: 'claude-opus-5-5', platform: 'anthropic' },
  { model: 'claude-haiku-4-5', platform: 'bedrock', apiVersion: '2023-06-01' },
  { model: 'claude-sonnet-5', platform: 'vertex' },
]

/** How many requests of a file are compared with the last one. */
const MAX_REQUESTS = 6

describe('every real transcript', () => {
  it('is there', () => {
    expect(CORPUS.length).toBeGreaterThan(90)
  })

  it.each(CORPUS)('%s becomes a request that can be sent, and each request goes on from the last', name => {
    const live = getMessagesAfterCompactBoundary(readLog(readCorpus(name)).messages)
    for (const target of TARGETS) expect(violations(viewOf(live, target), target)).toEqual([])
    expectGrowth(live)
  })

  it.each(CORPUS)('%s does so in the order of its lines, too, sidechains and all', name => {
    const lines = readCorpus(name).toString('utf8').split('\n')
    const raw = lines.flatMap(parseLine)
    const target = TARGETS[0] ?? {}
    expect(violations(viewOf(raw, target), target)).toEqual([])
    expectGrowth(raw)
  })
})

function parseLine(line: string): readonly unknown[] {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}

function viewOf(messages: readonly unknown[], target: ApiTargetOptions): ApiView {
  const view = createApiView(TOOLS, target)
  for (const message of messages) view.append(message)
  return view
}

function violations(view: ApiView, target: ApiTargetOptions): readonly string[] {
  const messages = view.messages()
  const last = messages.at(-1)
  const pausedTurn = last?.type === 'assistant' && isPaused([createSource({ message: last.message }, 0)])
  const tools = TOOLS.map(({ name }) => ({ name, input_schema: { type: 'object' } }))
  const request = buildApiRequest(messages, { ...target, tools, system: 'You are tested.' })
  return checkApiContract(request, target, { pausedTurn }).map(({ rule, message }) => `${rule} ${message}`)
}

/** Some of the requests that were sent before a new answer, each held against the last. */
function expectGrowth(messages: readonly unknown[]): void {
  const points = requestPoints(messages)
  const step = Math.max(1, Math.ceil(points.length / MAX_REQUESTS))
  const chosen = new Set(points.filter((_, index) => index % step === 0))
  const view = createApiView(TOOLS)
  const sent: (readonly string[])[] = []
  messages.forEach((message, index) => {
    if (chosen.has(index)) sent.push(spokenBlocks(view.messages().map(toApiMessage)))
    view.append(message)
    // Where old results were cleared, the requests begin anew.
    if (readContextEdit(message) !== null) sent.length = 0
  })
  const last = spokenBlocks(view.messages().map(toApiMessage))
  for (const blocks of sent) expect(last.slice(0, blocks.length)).toEqual(blocks)
}

function requestPoints(messages: readonly unknown[]): readonly number[] {
  const ids = new Set<unknown>()
  return messages.flatMap((message, index) => {
    const source = createSource(message as Readonly<Record<string, unknown>>, index)
    if (source.message.type !== 'assistant' || unsentReason(source.message) !== null) return []
    const { id } = innerMessage(source)
    if (ids.has(id)) return []
    ids.add(id)
    return index > 0 ? [index] : []
  })
}
