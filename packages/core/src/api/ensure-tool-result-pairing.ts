import { resolveTarget } from '@antiphon/contract'
import { isUserMessage } from '../message/message-guards.ts'
import { createSource, type Exchange, repairOf, type Source } from './exchange.ts'
import { type ApiViewMessage, finishExchange } from './finish-exchange.ts'
import { createLedger, type Ledger } from './ledger.ts'
import type { Report } from './repair.ts'
import type { StepContext } from './step.ts'
import { pairToolResults } from './steps/pair-tool-results.ts'
import { resultsFirst } from './steps/results-first.ts'
import { toPieces } from './steps/to-pieces.ts'

/**
 * Pairing alone, on messages of the model's view: every call gets exactly one result in the message
 * after it, every other result becomes text. `normalizeMessagesForAPI` does this and all the rest.
 */
export function ensureToolResultPairing(
  messages: readonly ApiViewMessage[],
  report: Report = () => undefined,
): readonly ApiViewMessage[] {
  const ledger = createLedger()
  return intoExchanges(messages).flatMap(({ answer, reply }) => {
    const exchange = pair({ answer, reply }, ledger, report)
    const finished = finishExchange(exchange, ledger)
    return [finished.answer, finished.reply, finished.systemTurn].filter(message => message !== null)
  })
}

type Entries = { readonly answer: readonly Source[]; readonly reply: Source[] }

function intoExchanges(messages: readonly ApiViewMessage[]): readonly Entries[] {
  const exchanges: Entries[] = [{ answer: [], reply: [] }]
  messages.forEach((message, index) => {
    const source = createSource(message, index)
    if (isUserMessage(message) || message.type === 'system') exchanges.at(-1)?.reply.push(source)
    else exchanges.push({ answer: [source], reply: [] })
  })
  return exchanges
}

function pair({ answer, reply }: Entries, ledger: Ledger, report: Report): Exchange {
  const exchange: Exchange = {
    answerSources: answer,
    answer: answer.flatMap(source => toPieces(source, report)),
    reply: reply.flatMap(source => toPieces(source, report)),
    paused: false,
  }
  const repair: StepContext['repair'] = (...args) => report(repairOf(...args))
  const context = {
    target: resolveTarget(),
    tools: [],
    toolSearch: true,
    pastIsBroken: false,
    ledger,
    repair,
  }
  return resultsFirst(pairToolResults(exchange, context), context)
}
