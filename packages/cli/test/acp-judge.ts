import { createRequire } from 'node:module'
import { z } from 'zod'

type Definition = { readonly 'x-method'?: string }
type Schema = { readonly $defs: Readonly<Record<string, Definition>> }

const schema: Schema = withoutUnknown(
  createRequire(new URL('../../host/package.json', import.meta.url))(
    '@agentclientprotocol/sdk/schema/v1/schema.json',
  ),
)

/** Only what the protocol names passes: its `other` members, which let any future kind through, are the ones with `not`. */
function withoutUnknown<T>(value: T): T {
  if (Array.isArray(value))
    return value.filter(one => !isRecord(one) || !('not' in one)).map(withoutUnknown) as T
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutUnknown(one)])) as T
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A frame of the protocol, in either direction. */
export type AcpFrame = {
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** Judges a whole conversation by the protocol's own schema. */
export interface AcpJudge {
  /** Takes a frame of one side. */
  take(side: 'client' | 'agent', frame: AcpFrame): void
  /** What was wrong so far, and which requests were never answered. */
  readonly problems: readonly string[]
  unanswered(): readonly string[]
  /** The methods and kinds of updates that were seen. */
  readonly seen: ReadonlySet<string>
}

const parsers = new Map<string, z.ZodType>()

function parserOf(name: string): z.ZodType {
  const known = parsers.get(name)
  if (known) return known
  const made = z.fromJSONSchema({ ...schema, anyOf: undefined, $ref: `#/$defs/${name}` } as never)
  parsers.set(name, made)
  return made
}

/** The definition of a method's request, response or notification. */
function findDefinition(method: string, ending: string): string | undefined {
  return Object.entries(schema.$defs).find(
    ([name, definition]) => definition['x-method'] === method && name.endsWith(ending),
  )?.[0]
}

export function createAcpJudge(): AcpJudge {
  const problems: string[] = []
  const seen = new Set<string>()
  const open = new Map<string, string>()

  function check(where: string, name: string | undefined, value: unknown): void {
    if (name === undefined) return void problems.push(`${where}: the protocol has no such method`)
    const { success, error } = parserOf(name).safeParse(value)
    if (!success) problems.push(`${where}: ${error.message} in ${JSON.stringify(value).slice(0, 500)}`)
  }

  return {
    problems,
    seen,
    unanswered: () => [...open.values()],
    take(side, { id, method, params, result, error }) {
      if (method !== undefined) {
        seen.add(method)
        const update = (params as { readonly update?: { readonly sessionUpdate?: string } })?.update
        if (update?.sessionUpdate !== undefined) seen.add(update.sessionUpdate)
        if (id !== undefined) open.set(`${side} ${id}`, method)
        check(
          `${side} ${method}`,
          findDefinition(method, id === undefined ? 'Notification' : 'Request'),
          params,
        )
        return
      }
      const other = side === 'client' ? 'agent' : 'client'
      const asked = open.get(`${other} ${id}`)
      if (asked === undefined) return void problems.push(`${side} answered ${id}, which nobody asked`)
      open.delete(`${other} ${id}`)
      if (error) check(`${side} error of ${asked}`, 'Error', error)
      else check(`${side} answer of ${asked}`, findDefinition(asked, 'Response'), result)
    },
  }
}
