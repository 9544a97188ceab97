import { isObject } from '../../../message/json.ts'

/** Remembers what was computed for a request object for as long as that object lives. */
export function perRequest<R, T>(compute: (request: R) => T): (request: R) => T {
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
