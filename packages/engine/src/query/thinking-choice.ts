import { API_RULES, type ApiRequest, type JsonObject, resolveTarget } from '@antiphon/contract'

/** How much a model may think, as somebody wishes it; each model gets what it offers of that. */
export type ThinkingChoice = {
  /** `default` leaves it to the model. */
  readonly type: 'default' | 'adaptive' | 'enabled' | 'disabled'
  /** For `enabled`: about how many tokens. */
  readonly budgetTokens?: number
  /** Whether the thoughts come back in words; as the API does it unless told. */
  readonly display?: ThinkingDisplay
}

export type ThinkingDisplay = 'summarized' | 'omitted'

export const DEFAULT_THINKING: ThinkingChoice = { type: 'default' }

/** A request with the wish in it, as far as its model allows: what the contract forbids is left out or made to fit. */
export function withThinking(request: ApiRequest, choice: ThinkingChoice): ApiRequest {
  const thinking = toParameter(request, choice)
  if (thinking === null) return request
  const wished = { ...request, thinking }
  return thinking.type === 'enabled' && breaksToolLoop(wished) ? request : wished
}

function toParameter({ model, max_tokens }: ApiRequest, choice: ThinkingChoice): JsonObject | null {
  const { thinkingTypes: types, thinkingDefault } = resolveTarget({ model }).modelFacts
  const display = choice.display === undefined ? {} : { display: choice.display }
  const adaptive = types.includes('adaptive') ? { type: 'adaptive', ...display } : null
  const budget = toBudget(choice.budgetTokens, Number(max_tokens))
  const manual =
    types.includes('enabled') && budget !== null
      ? { type: 'enabled', budget_tokens: budget, ...display }
      : null
  switch (choice.type) {
    case 'default':
      return choice.display === undefined || thinkingDefault === 'off' ? null : adaptive
    case 'adaptive':
      return adaptive ?? manual
    case 'enabled':
      return manual ?? adaptive
    case 'disabled': {
      const off = ['disabled', 'between_tools'].find(type => types.includes(type))
      return off === undefined ? null : { type: off }
    }
  }
}

const LEAST_BUDGET = 1024
const USUAL_BUDGET = 16_000

/** At least what the API asks for, and less than the whole answer; null where that leaves nothing. */
function toBudget(wished: number = USUAL_BUDGET, maxTokens: number): number | null {
  const budget = Math.min(Math.max(Math.floor(wished), LEAST_BUDGET), maxTokens - 1)
  return budget >= LEAST_BUDGET ? budget : null
}

/** THK-14: a tool loop that began without thinking must go on without it. */
function breaksToolLoop(request: ApiRequest): boolean {
  const rule = API_RULES.find(({ id }) => id === 'THK-14')
  const target = resolveTarget({ model: request.model })
  return rule !== undefined && [...rule.check(request, target)].length > 0
}
