import { type Grade, type GradeContext, UNKNOWN_GRADE } from './grade.ts'
import type { RuleBehavior } from './parse-permission-rule.ts'
import { type CompiledRule, selectRules } from './rule-set.ts'

/** What rules say about fetching a page. */
export function gradeFetch(url: string, context: GradeContext): Grade {
  const host = readHost(url)
  if (host === null)
    return { ...UNKNOWN_GRADE, doubt: `${JSON.stringify(url.slice(0, 200))} is no address of a web page` }
  const find = (behavior: RuleBehavior) =>
    selectRules(context.rules, behavior, ['WebFetch', context.toolName]).find(rule => matchDomain(rule, host))
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

/** `example.org` is that host, `*.example.org` every host below it; any other `*` stays between two dots. */
function matchDomain({ content }: CompiledRule, host: string): boolean {
  if (content === null) return true
  const domain = trimDot(content.replace(/^domain:\s*/, '').toLowerCase())
  if (domain === '*') return true
  const isBelow = domain.startsWith('*.')
  const labels = (isBelow ? domain.slice(2) : domain).split('.')
  const parts = host.split('.')
  const tail = isBelow ? parts.slice(-labels.length) : parts
  if (isBelow ? parts.length <= labels.length : parts.length !== labels.length) return false
  return labels.every((label, index) => fitsLabel(label, tail[index] ?? ''))
}

function fitsLabel(label: string, part: string): boolean {
  const [first = '', ...rest] = label.split('*')
  if (rest.length === 0) return toAscii(label) === part
  const last = rest.at(-1) ?? ''
  return (
    part.length >= first.length + last.length &&
    part.startsWith(first) &&
    part.endsWith(last) &&
    rest.length === 1
  )
}

function toAscii(label: string): string {
  return URL.canParse(`http://${label}`) ? new URL(`http://${label}`).hostname : label
}

function trimDot(host: string): string {
  return host.replace(/\.$/, '')
}
