import type { Checks, Finding } from '../../rule.ts'
import { canonicalModelName } from '../../tables/models.ts'
import { bodyOf, listAt, modelName, objectAt, shown } from './request-parts.ts'
import { callersOf, hasCodeExecution, type ToolEntry, toolEntries } from './tool-entries.ts'
import { acceptedToolTypes, modelTakesTool } from './tool-support.ts'

const WITHOUT_PROGRAMMATIC_CALLS = ['claude-haiku-4-5']
const SKILLS = 20

/** SRV-08…10, SRV-13 and SKL-01: tools that the API runs, and the container that they run in. */
export const serverToolChecks: Checks = {
  *'SRV-08'(request) {
    for (const entry of toolEntries(request)) {
      if (entry.facts?.name === 'web_search' || entry.facts?.name === 'web_fetch') yield* webFaults(entry)
    }
  },
  *'SRV-09'(request, target) {
    if (!WITHOUT_PROGRAMMATIC_CALLS.includes(canonicalModelName(target.model))) return
    const names = toolEntries(request)
      .filter(entry => callersOf(entry).some(caller => caller !== 'direct'))
      .map(({ tool }) => shown(tool.name))
    if (names.length === 0) return
    const refusal = `'${modelName(request, target)}' does not support programmatic tool calling.`
    const reason = `The following tools have \`allowed_callers\` that require it: ${names.join(', ')}.`
    const advice =
      'Explicitly set `allowed_callers=["direct"]` on these tools, or use a model that supports programmatic tool calling.'
    yield { path: 'tools', message: `${refusal} ${reason} ${advice}` }
  },
  *'SRV-10'(request) {
    const { container } = bodyOf(request)
    const id = typeof container === 'string' ? container : objectAt(bodyOf(request), 'container').id
    if (id == null || hasCodeExecution(request)) return
    const text = 'Container identifier can only be provided when using the code execution tool'
    yield { path: 'container', message: `container: ${text}` }
  },
  *'SRV-13'(request, target) {
    const entries = toolEntries(request)
    if (entries.length === 0) return
    const accepted = acceptedToolTypes(target)
    const offered = new Set(accepted)
    const refused = entries
      .map(({ type }) => type)
      .filter(type => offered.has(type) && !modelTakesTool(type, target))
    if (refused.length === 0) return
    const others = accepted.filter(type => type !== 'custom' && modelTakesTool(type, target))
    const refusal = `'${modelName(request, target)}' does not support tool types: ${refused.join(', ')}.`
    yield { path: 'tools', message: `${refusal} Did you mean one of ${others.join(', ')}?` }
  },
  *'SKL-01'(request) {
    const skills = listAt(objectAt(bodyOf(request), 'container'), 'skills')
    if (skills.length > SKILLS) {
      const message = `container.skills: List should have at most ${SKILLS} items`
      yield { path: 'container.skills', message }
    }
    if (skills.length > 0 && !hasCodeExecution(request)) {
      const message = 'container: skills can only be used when a code execution tool is enabled'
      yield { path: 'container.skills', message }
    }
  },
}

function* webFaults({ path, label, tool }: ToolEntry): Generator<Finding> {
  const allowed = listAt(tool, 'allowed_domains')
  const blocked = listAt(tool, 'blocked_domains')
  if (allowed.length > 0 && blocked.length > 0) {
    yield { path, message: `${label}: only one of allowed_domains and blocked_domains may be set` }
  }
  for (const field of ['allowed_domains', 'blocked_domains']) {
    for (const [index, domain] of listAt(tool, field).entries()) {
      const text = typeof domain === 'string' ? domainFault(domain) : 'Input should be a valid string'
      if (text) yield { path: `${path}.${field}.${index}`, message: `${label}.${field}.${index}: ${text}` }
    }
  }
  const { country } = objectAt(tool, 'user_location')
  if (country != null && !(typeof country === 'string' && /^[A-Za-z]{2}$/.test(country))) {
    const place = 'user_location.country'
    yield { path: `${path}.${place}`, message: `${label}.${place}: not an ISO 3166-1 alpha-2 country code` }
  }
}

function domainFault(domain: string): string | undefined {
  if (domain.includes('://')) return 'a domain has no scheme'
  const [host = ''] = domain.split('/', 1)
  return host.includes('*') ? 'a wildcard may only stand in the path' : undefined
}
