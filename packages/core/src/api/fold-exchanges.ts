import { isObject } from '@antiphon/contract'
import type { UserMessage } from '../message/user-message.ts'
import type { ApiPlan } from './api-plan.ts'
import type { ApiView } from './create-api-view.ts'
import { createSource, innerMessage, repairOf, type Source } from './exchange.ts'
import { type ApiViewMessage, createMissingTurn } from './finish-exchange.ts'
import { createFirstMessages } from './first-messages.ts'
import { createSizeGuard } from './fit-request.ts'
import { createLedger } from './ledger.ts'
import { missingMessages } from './missing-messages.ts'
import { isTooDeep } from './note.ts'
import { unsentReason } from './omit-unsent.ts'
import { isPaused, isSpoken, type OpenExchange } from './open-exchange.ts'
import { appendExchange, type Ending, placeExchange } from './place-exchange.ts'
import { type RenderContext, type RenderedExchange, renderExchange } from './render-exchange.ts'
import type { Repair } from './repair.ts'

/** Folds messages into what the model reads: exchange by exchange, of which only the last can still change. */
export function foldExchanges(context: RenderContext): ApiView {
  const { target, plan } = context
  const ledger = createLedger()
  const seen = createFirstMessages()
  const output: ApiViewMessage[] = []
  const repairs: Repair[] = []
  const size = createSizeGuard(target)
  const place = plan.stages.has('placeTurns') ? placeExchange : appendExchange
  const fits = plan.stages.has('fitRequest')
  let open: OpenExchange = { answer: [], reply: [] }
  let closed = { length: 0, last: undefined as ApiViewMessage | undefined, ending: OPEN_ENDING, repairs: 0 }
  let rendered: RenderedExchange | null = null
  let fitted: readonly ApiViewMessage[] = output
  let count = 0

  return {
    append(message) {
      const index = count++
      rendered = null
      if (!isObject(message)) {
        note({ rule: 'SEED-shape', action: 'omitted', index, uuid: null, detail: 'not a message' })
        return
      }
      const source = createSource(message, index)
      if (isRepeated(source)) {
        note(repairOf(source, 'SEED-duplicate', 'omitted', 'the same message again'))
      } else if (!isAnswer(source, plan)) {
        open.reply.push(source)
      } else if (continuesAnswer(open, source)) {
        open.answer.push(source)
      } else {
        close()
        open = { answer: [source], reply: [] }
      }
    },
    messages() {
      render()
      return fitted
    },
    repairs() {
      render()
      return repairs
    },
    missing() {
      const { exchange, ...rest } = render()
      if (closed.length === 0 && exchange.answerSources.length + exchange.reply.length === 0)
        return [emptyTurn()]
      return missingMessages({ exchange, ...rest })
    },
  }

  /** Final repairs go before those of the open exchange, which are made anew each time. */
  function note(repair: Repair): void {
    repairs.splice(closed.repairs++, repairs.length, repair)
  }

  function isRepeated({ uuid, message }: Source): boolean {
    if (uuid === null) return false
    const first = seen.firstOf(uuid, message)
    if (first === null || isTooDeep(first) || isTooDeep(message)) return false
    return JSON.stringify(first) === JSON.stringify(message)
  }

  function render(): RenderedExchange {
    if (rendered) return rendered
    const ending = renderOpen()
    if (output.length === 0 && place === placeExchange) {
      output.push(emptyTurn())
      repairs.push({
        rule: 'ENV-15',
        action: 'inserted',
        index: -1,
        uuid: null,
        detail: 'user turn of an empty history',
      })
    }
    fitted = fits ? size.fit(output, repair => repairs.push(repair)) : output
    return ending.rendered
  }

  function renderOpen(): { readonly rendered: RenderedExchange; readonly ending: Ending } {
    if (output.length !== closed.length) output.length = closed.length
    if (closed.last) output[closed.length - 1] = closed.last
    if (repairs.length !== closed.repairs) repairs.length = closed.repairs
    rendered = renderExchange(open, { ledger, isEmpty: closed.length === 0 }, context)
    const ending = place(output, rendered, closed.ending)
    for (const repair of rendered.repairs) repairs.push(repair)
    return { rendered, ending }
  }

  function close(): void {
    const { rendered: done, ending } = renderOpen()
    done.ledger.commit()
    if (fits) size.close(output, repair => repairs.push(repair))
    closed = { length: output.length, last: output[output.length - 1], ending, repairs: repairs.length }
    rendered = null
  }
}

const OPEN_ENDING: Ending = { takesOnlyResults: false }

/** What an empty history says, since the API takes no empty request. */
function emptyTurn(): UserMessage {
  return createMissingTurn(createSource({}, 0), createLedger())
}

function isAnswer({ message }: Source, { stages }: ApiPlan): boolean {
  if (message.type !== 'assistant') return false
  return !stages.has('omitUnsent') || unsentReason(message) === null
}

/** Entries of one answer share its id; an answer that the API paused goes on under the next one. */
function continuesAnswer(open: OpenExchange, source: Source): boolean {
  const last = open.answer.at(-1)
  if (!last) return false
  const { id } = innerMessage(source)
  if (isName(id) && id === innerMessage(last).id) return true
  // Programs that keep no ids store the blocks of an answer one after another.
  const areNameless = !isName(id) && !isName(innerMessage(last).id)
  return (areNameless || isPaused(open.answer)) && !isSpoken(open.reply)
}

function isName(id: unknown): id is string {
  return typeof id === 'string' && id !== ''
}
