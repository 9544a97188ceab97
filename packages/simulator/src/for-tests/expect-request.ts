import type { ApiRequest } from '@antiphon/contract'
import type { RequestRecord } from '../request-log/request-record.ts'
import type { Simulator } from '../simulator.ts'
import { describeRecord } from './describe-record.ts'
import { fail } from './fail.ts'

/** A record whose body is JSON. */
export type ReadableRecord = RequestRecord & { readonly request: ApiRequest }

/** The record of a request by its place in the log, from 0, or from -1 at the end; fails where there is none. */
export function expectRequest(simulator: Pick<Simulator, 'log'>, index: number): ReadableRecord {
  return find(simulator, index, expectRequest)
}

/** The record of the last request; fails where nobody has asked. */
export function lastRequest(simulator: Pick<Simulator, 'log'>): ReadableRecord {
  return find(simulator, -1, lastRequest)
}

function find(
  { log }: Pick<Simulator, 'log'>,
  index: number,
  from: (...args: never[]) => unknown,
): ReadableRecord {
  const records = log.all()
  const record = records.at(index)
  if (record === undefined) {
    const list = records.map(each => `\n  ${describeRecord(each)}`).join('')
    return fail(`no request ${index}: the simulator got ${records.length}${list}`, from)
  }
  const { request } = record
  if (request === null)
    return fail(`${describeRecord(record)}: its body is no JSON: ${record.refusal?.message ?? ''}`, from)
  return { ...record, request }
}
