import { type Grade, type GradeContext, UNKNOWN_GRADE } from './grade.ts'
import { matchDomain, trimDot } from './match-domain.ts'
import type { RuleBehavior } from './parse-permission-rule.ts'
import { type CompiledRule, selectRules } from './rule-set.ts'

/** What rules say about fetching a page. */
export function gradeFetch(url: string, context: GradeContext): Grade {
  const host = readHost(url)
  if (host === null)
    return { ...UNKNOWN_GRADE, doubt: `${JSON.stringify(url.slice(0, 200))} is no address of a web page` }
  const find = (behavior: RuleBehavior) =>
    selectRules(context.rules, behavior, ['WebFetch', context.toolName]).find(rule => fits(rule, host))
      ?.source ?? null
  return {
    ...UNKNOWN_GRADE,
    denied: find('deny'),
    asked: find('ask'),
    allowedBy: find('allow'),
    reason: `it would fetch from ${host}`,
    suggestions: [`WebFetch(domain:${host})`],
  }
}

function readHost(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, hostname } = new URL(url)
  const host = trimDot(hostname)
  return /^https?:$/.test(protocol) && host !== '' ? host : null
}

/** A rule without a domain is about every page. */
function fits({ content }: CompiledRule, host: string): boolean {
  return content === null || matchDomain(content.replace(/^domain:\s*/, ''), host)
}
