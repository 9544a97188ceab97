/** True for two JSON values with the same content; arrays of pairs instead of recursion, so that no depth is too deep. */
export function isSameJson(one: unknown, other: unknown): boolean {
  const open: [unknown, unknown][] = [[one, other]]
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [left, right] = pair
    if (left === right) continue
    if (!isContainer(left) || !isContainer(right) || Array.isArray(left) !== Array.isArray(right))
      return false
    const keys = Object.keys(left)
    if (keys.length !== Object.keys(right).length) return false
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false
      open.push([left[key], right[key]])
    }
  }
  return true
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
