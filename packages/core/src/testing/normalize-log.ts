import type { ApiMessage, ContentBlock } from '@antiphon/contract'
import { checkApiContract, resolveTarget } from '@antiphon/contract'
import { buildApiRequest } from '../api/build-api-request.ts'
import type { NormalizeOptions } from '../api/create-api-view.ts'
import { createSource, type Exchange, innerMessage, type Piece, repairOf } from '../api/exchange.ts'
import { createLedger, type Ledger } from '../api/ledger.ts'
import { normalizeMessagesForAPI } from '../api/normalize-messages-for-api.ts'
import { isPaused } from '../api/open-exchange.ts'
import type { Repair } from '../api/repair.ts'
import type { Step, StepContext } from '../api/step.ts'
import { toApiMessage } from '../api/to-api-message.ts'
import type { Tools } from '../api/tools.ts'
import { answer, type LogMessage, user } from './history-builder.ts'

export type NormalizedLog = {
  readonly messages: readonly ApiMessage[]
  readonly repairs: readonly Repair[]
  /** Rule and text of everything that the API would refuse. */
  readonly violations: readonly string[]
}

const READ: Tools = [{ name: 'Read' }]

/** A log as the API gets it, with what was repaired and what the contract says of it. */
export function normalizeLog(
  history: readonly unknown[],
  options: NormalizeOptions & { readonly tools?: Tools } = {},
): NormalizedLog {
  const { tools = READ, ...target } = options
  const repairs: Repair[] = []
  const view = normalizeMessagesForAPI(history, tools, { ...target, report: repair => repairs.push(repair) })
  const last = view.at(-1)
  const pausedTurn = last?.type === 'assistant' && isPaused([createSource({ message: last.message }, 0)])
  const request = buildApiRequest(view, {
    ...target,
    tools: tools.map(({ name }) => ({ name, input_schema: { type: 'object' } })),
    system: 'You are tested.',
  })
  const violations = checkApiContract(request, target, { pausedTurn })
  return {
    messages: view.map(toApiMessage),
    repairs,
    violations: violations.map(({ rule, message }) => `${rule} ${message}`),
  }
}

/** The rules of the repairs that somebody has to know of, each with what was done. */
export function rulesOf(repairs: readonly Repair[]): readonly string[] {
  return repairs.map(({ rule, action }) => `${rule} ${action}`)
}

/** Blocks with the role that speaks them: what stability is measured in. */
export function spokenBlocks(messages: readonly ApiMessage[]): readonly string[] {
  return messages.flatMap(({ role, content }) =>
    (content as readonly ContentBlock[]).map(block => `${role} ${JSON.stringify(block)}`),
  )
}

export type StepRun = {
  readonly answer: readonly unknown[]
  readonly reply: readonly unknown[]
  readonly repairs: readonly Repair[]
  /** True where the step gave back the very exchange that it got. */
  readonly same: boolean
  readonly exchange: Exchange
}

export type StepInput = {
  /** Blocks of the answer, or entries of it where several ids matter. */
  readonly answer?: readonly unknown[]
  readonly entries?: readonly LogMessage[]
  readonly reply?: readonly unknown[]
  /** Blocks behind the reply that speak with the role `system`. */
  readonly system?: readonly unknown[]
  readonly paused?: boolean
  readonly target?: NormalizeOptions
  readonly tools?: Tools
  readonly toolSearch?: boolean
  readonly pastIsBroken?: boolean
  readonly ledger?: Ledger
}

/** Takes an exchange through one step. */
export function runStep(step: Step, input: StepInput): StepRun {
  const entries = input.entries ?? [answer('msg_1', input.answer ?? [])]
  const sources = entries.map((entry, index) => createSource({ uuid: 'answer', ...entry }, index))
  const replySource = createSource({ uuid: 'reply', ...user(input.reply ?? []) }, sources.length)
  const exchange: Exchange = {
    answerSources: sources,
    answer: sources.flatMap(source => toPieces(innerMessage(source).content as unknown[], { source })),
    reply: [
      ...toPieces(input.reply ?? [], { source: replySource }),
      ...toPieces(input.system ?? [], { source: replySource, system: true }),
    ],
    paused: input.paused ?? false,
  }
  return run(step, exchange, input)
}

/** Takes what a step left through it, or another, once more. */
export function runAgain(step: Step, before: StepRun, input: StepInput = {}): StepRun {
  return run(step, before.exchange, input)
}

function run(step: Step, exchange: Exchange, input: StepInput): StepRun {
  const repairs: Repair[] = []
  const context: StepContext = {
    target: resolveTarget(input.target),
    tools: input.tools ?? READ,
    toolSearch: input.toolSearch ?? true,
    pastIsBroken: input.pastIsBroken ?? false,
    ledger: input.ledger ?? createLedger(),
    repair: (...repair) => repairs.push(repairOf(...repair)),
  }
  const after = step(exchange, context)
  return {
    answer: after.answer.map(({ block }) => block),
    reply: after.reply.map(({ block }) => block),
    repairs,
    same: after === exchange,
    exchange: after,
  }
}

// Blocks of a test may be as broken as those of a file.
function toPieces(blocks: readonly unknown[], fields: Omit<Piece, 'block'>): readonly Piece[] {
  return blocks.map(block => ({ ...fields, block: block as ContentBlock }))
}
