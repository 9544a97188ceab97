import type { FaultPlan, FaultRule } from './fault.ts'

/** Carries out fault rules in the order in which they were given; the first that meets a request wins. */
export function createFaultPlan(rules: readonly FaultRule[] = []): FaultPlan {
  let open = rules.map(toOpenRule)
  return {
    next({ model, random }) {
      for (const rule of open) {
        if (rule.model !== undefined && rule.model !== model) continue
        if (rule.passing > 0) {
          rule.passing--
          continue
        }
        if (rule.left <= 0 || random() >= rule.probability) continue
        rule.left--
        return rule.fault
      }
      return null
    },
    add(rule) {
      open = [...open.filter(({ left }) => left > 0), toOpenRule(rule)]
    },
    clear() {
      open = []
    },
  }
}

function toOpenRule({ fault, after = 0, times = 1, probability = 1, model }: FaultRule): OpenRule {
  return { fault, passing: after, left: times, probability, model }
}

type OpenRule = Pick<FaultRule, 'fault'> & {
  passing: number
  left: number
  readonly probability: number
  readonly model: string | undefined
}
