import { isObject } from '@antiphon/contract'

/**
 * True where everything that `lesser` says stands in `fuller` as well: texts may go on, lists and objects may have more,
 * what was empty may be filled, and counts may differ. Of any depth.
 */
export function isExtension(fuller: unknown, lesser: unknown): boolean {
  const open: [unknown, unknown][] = [[fuller, lesser]]
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [more, less] = pair
    if (more === less || less === null || less === undefined) continue
    if (typeof less === 'number' && typeof more === 'number') continue
    if (typeof less === 'string') {
      if (typeof more !== 'string' || !more.startsWith(less)) return false
    } else if (Array.isArray(less)) {
      if (!Array.isArray(more) || more.length < less.length) return false
      for (const [index, item] of less.entries()) open.push([more[index], item])
    } else if (isObject(less)) {
      if (!isObject(more)) return false
      for (const key of Object.keys(less))
        open.push([Object.hasOwn(more, key) ? more[key] : undefined, less[key]])
    } else return false
  }
  return true
}
