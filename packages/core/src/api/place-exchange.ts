import type { Source } from './exchange.ts'
import { type ApiViewMessage, createMissingAnswer, createMissingTurn } from './finish-exchange.ts'
import { mergeUserMessages } from './merge-user-messages.ts'
import type { RenderedExchange } from './render-exchange.ts'
import { takesOnlyResults } from './steps/fold-into-results.ts'

/** Whether the reply that stands last may still be added to; not so after the API's own tools, which allow only results there. */
export type Ending = { readonly takesOnlyResults: boolean }

/**
 * Puts an exchange behind what came before, with the turns that the order of voices needs and the log
 * lacks. What is already there is never changed, only added to.
 */
export function placeExchange(output: ApiViewMessage[], rendered: RenderedExchange, ending: Ending): Ending {
  const { exchange, finished, ledger } = rendered
  const { answer, reply, systemTurn } = finished
  // Also before an answer that vanishes: a request was sent there, and could not have been empty.
  const first = exchange.answerSources[0]
  if (first && output.length === 0) insertTurn(output, first, rendered, 'ROL-01')
  if (answer) {
    output.push(answer)
    if (reply) output.push(reply)
    else if (!exchange.paused) {
      ledger.broken = true
      insertTurn(output, exchange.answerSources.at(-1) as Source, rendered, 'ROL-03')
    }
  } else if (reply) {
    const last = output.at(-1)
    if (last?.type === 'user' && !ending.takesOnlyResults)
      output[output.length - 1] = mergeUserMessages(last, reply)
    else {
      if (last) output.push(createMissingAnswer(first as Source, rendered))
      output.push(reply)
    }
  }
  if (systemTurn) output.push(systemTurn)
  return { takesOnlyResults: answer || reply ? takesOnlyResults(exchange, ledger) : ending.takesOnlyResults }
}

/** The same without the turns that the log lacks: what a view sends that leaves this out. */
export function appendExchange(
  output: ApiViewMessage[],
  { finished: { answer, reply, systemTurn } }: RenderedExchange,
  ending: Ending,
): Ending {
  for (const message of [answer, reply, systemTurn]) if (message) output.push(message)
  return ending
}

function insertTurn(
  output: ApiViewMessage[],
  neighbour: Source,
  rendered: RenderedExchange,
  rule: string,
): void {
  output.push(createMissingTurn(neighbour, rendered.ledger))
  rendered.repairs.push({
    rule,
    action: 'inserted',
    index: neighbour.index,
    uuid: neighbour.uuid,
    detail:
      rule === 'ROL-01'
        ? 'user turn before the first answer'
        : 'user turn after an answer that nobody replied to',
  })
}
