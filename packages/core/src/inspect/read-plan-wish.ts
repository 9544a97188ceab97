import { API_STAGES, type ApiStage, MESSAGE_STAGES, type PlanWish, REQUEST_STAGES } from '../api/api-plan.ts'
import { API_STEP_NAMES } from '../api/api-steps.ts'

/** Names that a person gave for steps. */
export type StepNames = { readonly without: readonly string[]; readonly order: readonly string[] }

/** What somebody wants to try; nothing where they named no step, and in words where a name is none. */
export function readPlanWish({
  without,
  order,
}: StepNames): PlanWish | undefined | { readonly reason: string } {
  const names = [...without, ...order]
  const unknown = names.find(name => findStage(name) === undefined)
  if (unknown !== undefined)
    return { reason: `${unknown} is no step of the model's view. Steps: ${API_STAGES.join(', ')}.` }
  if (order.length === 1)
    return { reason: 'An order needs two steps at least, as in pairToolResults,resultsFirst.' }
  if (names.length === 0) return undefined
  return { without: without.flatMap(toStage), order: order.flatMap(toStage) }
}

const PER_LINE = 4

/** The steps as help lists them: what is done to messages, to blocks, and to the request. */
export const STEP_HELP: string = `Steps, in their order:
  of messages:     ${MESSAGE_STAGES.join(', ')}
  of an exchange:  ${wrap(API_STEP_NAMES)}
  of the request:  ${REQUEST_STAGES.join(', ')}`

function findStage(name: string): ApiStage | undefined {
  const folded = name.toLowerCase().replaceAll('-', '')
  return API_STAGES.find(stage => stage.toLowerCase() === folded)
}

function toStage(name: string): readonly ApiStage[] {
  const stage = findStage(name)
  return stage === undefined ? [] : [stage]
}

function wrap(names: readonly string[]): string {
  const lines = Array.from({ length: Math.ceil(names.length / PER_LINE) }, (_, line) =>
    names.slice(line * PER_LINE, (line + 1) * PER_LINE).join(', '),
  )
  return lines.join(',\n                   ')
}
