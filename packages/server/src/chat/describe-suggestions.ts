import { isObject } from '@antiphon/contract'
import type { WireEvent } from '@antiphon/core'
import type { PermissionUpdate } from '@antiphon/core/wire'
import { type DescribeRuleOptions, describeRule, formatRule } from '@antiphon/engine'

/**
 * An agent's question with what each rule that it suggests would allow, for the page to say in words. Only the page
 * reads it: over the wire to other hosts the question stays as it is.
 */
export function describeSuggestions(event: WireEvent, places: DescribeRuleOptions): WireEvent {
  if (event.type !== 'control_request' || event.request.subtype !== 'can_use_tool') return event
  const { permission_suggestions: suggestions } = event.request
  const rules = Array.isArray(suggestions) ? suggestions.filter(isObject).flatMap(toAllowed) : []
  if (rules.length === 0) return event
  const described = rules.map(rule => ({ rule, description: describeRule(rule, places) }))
  // A question may hold more fields than those that are known.
  return { ...event, request: { ...event.request, rule_descriptions: described } } as WireEvent
}

function toAllowed(update: object): readonly string[] {
  // Our own agent made it.
  const { type, behavior, rules = [] } = update as Partial<Extract<PermissionUpdate, { type: 'addRules' }>>
  return type === 'addRules' && behavior === 'allow' ? rules.map(formatRule) : []
}
