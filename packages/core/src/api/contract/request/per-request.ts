import { isObject } from '../../../message/json.ts'
import type { ApiRequest } from '../api-request.ts'

/** Remembers what was computed for a request object for as long as that object lives. */
export function perRequest<T>(compute: (request: ApiRequest) => T): (request: ApiRequest) => T {
  const memory = new WeakMap<object, T>()
  return request => {
    if (!isObject(request)) return compute(request)
    const known = memory.get(request)
    if (known !== undefined) return known
    const computed = compute(request)
    memory.set(request, computed)
    return computed
  }
}
