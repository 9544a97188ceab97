/** True from the version on in which several messages can be stored as one. */
export function hasAtomicBatches(version: string): boolean {
  return isAtLeast(version, 2, 12)
}

/** True for a server's version from this one on. */
export function isAtLeast(version: string, major: number, minor: number): boolean {
  const [first = 0, second = 0] = version.split('.').map(part => Number.parseInt(part, 10))
  return first > major || (first === major && second >= minor)
}
