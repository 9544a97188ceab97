import type { ApiPlan, ApiStage } from './api-plan.ts'
import { type Exchange, repairOf } from './exchange.ts'
import { type FinishedExchange, finishExchange } from './finish-exchange.ts'
import type { Ledger } from './ledger.ts'
import { type OpenExchange, toExchange } from './open-exchange.ts'
import type { Repair } from './repair.ts'
import type { StepContext } from './step.ts'

/** What is the same for every exchange of a view. */
export type RenderContext = Pick<StepContext, 'target' | 'tools' | 'toolSearch'> & {
  readonly plan: ApiPlan
  readonly watch?: Watch | undefined
}

/** An exchange as a stage left it, with what the stage reported. */
export type WatchedStage = {
  /** `toPieces` for the exchange as it comes from the log. */
  readonly stage: ApiStage | 'toPieces'
  readonly exchange: Exchange
  readonly repairs: readonly Repair[]
}

/** Sees every exchange after every stage; one that was not final is seen again from its beginning. */
export type Watch = (seen: WatchedStage) => void

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
  if (past.isEmpty && open.answer.length > 0) ledger.broken = true
  const { target, tools, toolSearch, plan, watch } = context
  const stepContext: StepContext = {
    target,
    tools,
    toolSearch,
    ledger,
    pastIsBroken: ledger.broken,
    repair: (source, rule, action, detail) => report(repairOf(source, rule, action, detail)),
  }
  let exchange = toExchange(open, report, plan)
  watch?.({ stage: 'toPieces', exchange, repairs: [...repairs] })
  for (const { name, step } of plan.steps) {
    const known = repairs.length
    exchange = step(exchange, stepContext)
    watch?.({ stage: name, exchange, repairs: repairs.slice(known) })
  }
  return { exchange, finished: finishExchange(exchange, ledger), ledger, repairs }
}
