/**
 * Remembers what was computed for the last request object. The rules look at one request after the other, so the
 * last is enough; a table of all that still live costs more than most of the rules.
 */
export function perRequest<R, T>(compute: (request: R) => T): (request: R) => T {
  let last: { readonly request: R; readonly computed: T } | undefined
  return request => {
    if (last === undefined || last.request !== request) last = { request, computed: compute(request) }
    return last.computed
  }
}
