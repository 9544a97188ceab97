import { isObject } from '@antiphon/contract'
import type { RequestRecord } from '../request-log/request-record.ts'
import type { Simulator } from '../simulator.ts'
import { describeRecord } from './describe-record.ts'
import { fail } from './fail.ts'

/** Fails where a request was refused, and says which, by what rule, and what stands there. Faults that were asked for do not count. */
export function assertNoRefusals({ log }: Pick<Simulator, 'log'>): void {
  const records = log.all()
  const refused = records.filter(({ refusal, fault }) => refusal !== null && fault === null)
  if (refused.length === 0) return
  const list = refused.map(describeRefused).join('\n')
  fail(`${refused.length} of ${records.length} requests were refused:\n${list}`, assertNoRefusals)
}

function describeRefused(record: RequestRecord): string {
  const { refusal, request } = record
  const lines = [`  ${describeRecord(record)}`, `    ${refusal?.message ?? ''}`]
  const found = refusal?.path ? findAt(request, refusal.path) : undefined
  if (found !== undefined) lines.push(`    there: ${shorten(JSON.stringify(found))}`)
  return lines.join('\n')
}

/** What stands at a path, or at the last step of it that exists. */
function findAt(request: unknown, path: string): unknown {
  let value = request
  for (const key of path.split('.')) {
    const next: unknown = isObject(value) || Array.isArray(value) ? Reflect.get(value, key) : undefined
    if (next === undefined) break
    value = next
  }
  return value === request ? undefined : value
}

const SHOWN_UNITS = 200

function shorten(text: string): string {
  return text.length > SHOWN_UNITS ? `${text.slice(0, SHOWN_UNITS)}…` : text
}
