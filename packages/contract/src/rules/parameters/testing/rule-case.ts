import { type ApiTargetOptions, DEFAULT_MODEL } from '../../../api-target.ts'

/** Fields that replace those of a request that breaks nothing; `undefined` takes one away. */
export type Changes = Readonly<Record<string, unknown>>

/** A request that breaks exactly one rule, what the API says to it, and one just beside it that passes. */
export type RuleCase = {
  readonly rule: string
  readonly breaks: Changes
  readonly says: string
  readonly neighbour: Changes
  readonly target?: ApiTargetOptions
}

/** The smallest request that breaks nothing, with some of its fields changed. */
export function changedRequest(changes: Changes, target: ApiTargetOptions = {}): Record<string, unknown> {
  const request = {
    model: target.model ?? DEFAULT_MODEL,
    max_tokens: 1024,
    messages: [{ role: 'user', content: 'Hello' }],
    ...changes,
  }
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined))
}

/** A client tool that breaks nothing, with some of its fields changed. */
export function tool(changes: Changes = {}): Changes {
  return { name: 'read', input_schema: { type: 'object', properties: {} }, ...changes }
}
