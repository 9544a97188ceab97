import { type ApiTargetOptions, resolveTarget } from '@antiphon/contract'
import type { UserMessage } from '../message/user-message.ts'
import { type ApiPlan, WHOLE_PLAN } from './api-plan.ts'
import { applyContextEdit } from './apply-context-edit.ts'
import { readContextEdit } from './context-edit.ts'
import type { ApiViewMessage } from './finish-exchange.ts'
import { foldExchanges } from './fold-exchanges.ts'
import { labelMessage } from './label-message.ts'
import type { RenderContext, Watch } from './render-exchange.ts'
import type { Repair } from './repair.ts'
import type { Tools } from './tools.ts'

export type NormalizeOptions = ApiTargetOptions & {
  /** Whether references to deferred tools may be sent; without it they become notes. */
  readonly toolSearch?: boolean
  /** Whether messages bear the label `[id:…]` by which the model can drop them. */
  readonly labels?: boolean
  /** Another way to the request, to see what comes of it; what it gives is for nobody's API. */
  readonly plan?: ApiPlan
  /** Sees each exchange after each stage. */
  readonly watch?: Watch
}

/** The model's view of a log that grows: takes one message at a time and costs the size of what is new. */
export interface ApiView {
  append(message: unknown): void
  /** What would be sent now. The array is the view's own and changes with the next `append`. */
  messages(): readonly ApiViewMessage[]
  repairs(): readonly Repair[]
  /** What a loop has to record before it sends, so that the repairs at the end stay as they were sent. */
  missing(): readonly UserMessage[]
}

/** Opens the model's view of an empty log. A boundary that edits what came before it makes the view begin anew. */
export function createApiView(tools: Tools = [], options: NormalizeOptions = {}): ApiView {
  const target = resolveTarget(options)
  const { plan = WHOLE_PLAN, watch, toolSearch = true } = options
  const context: RenderContext = { target, tools, toolSearch, plan, watch }
  const readEdit = plan.stages.has('applyContextEdits') ? readContextEdit : () => null
  const edits: Repair[] = []
  let history: unknown[] = []
  let fold = foldExchanges(context)

  function begin(messages: readonly unknown[]): void {
    history = [...messages]
    fold = foldExchanges(context)
    for (const message of history) fold.append(message)
  }

  return {
    append(given) {
      const message = options.labels === true ? labelMessage(given) : given
      const edit = readEdit(message)
      const edited = edit && applyContextEdit(history, edit, target)
      if (edited) {
        edits.push(...edited.repairs)
        begin(edited.messages)
      }
      history.push(message)
      fold.append(message)
    },
    messages: () => fold.messages(),
    repairs: () => (edits.length > 0 ? [...edits, ...fold.repairs()] : fold.repairs()),
    missing: () => fold.missing(),
  }
}
