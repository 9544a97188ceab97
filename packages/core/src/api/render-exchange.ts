import { API_STEPS } from './api-steps.ts'
import type { Exchange } from './exchange.ts'
import { type FinishedExchange, finishExchange } from './finish-exchange.ts'
import type { Ledger } from './ledger.ts'
import { type OpenExchange, toExchange } from './open-exchange.ts'
import type { Repair } from './repair.ts'
import type { StepContext } from './step.ts'

/** What is the same for every exchange of a view. */
export type RenderContext = Pick<StepContext, 'target' | 'tools' | 'toolSearch'>

/** An exchange after all steps, with what it used up and what was repaired; nothing of it is final until committed. */
export type RenderedExchange = {
  readonly exchange: Exchange
  readonly finished: FinishedExchange
  readonly ledger: Ledger
  readonly repairs: Repair[]
}

/** Takes an exchange through every step of the model's view. */
export function renderExchange(
  open: OpenExchange,
  past: { readonly ledger: Ledger; readonly isEmpty: boolean },
  context: RenderContext,
): RenderedExchange {
  const { ledger } = past
  ledger.rollback()
  const repairs: Repair[] = []
  const report = (repair: Repair): void => {
    repairs.push(repair)
  }
  // A history that begins with an answer has lost what that answer's thinking is bound to.
  if (past.isEmpty && open.answer.length > 0) ledger.markBroken()
  const stepContext: StepContext = { ...context, ledger, report, pastIsBroken: ledger.broken }
  const exchange = API_STEPS.reduce((current, step) => step(current, stepContext), toExchange(open, report))
  return { exchange, finished: finishExchange(exchange, ledger), ledger, repairs }
}
