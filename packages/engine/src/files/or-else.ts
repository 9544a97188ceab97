/** What some work gives, or the other value where it throws. */
export function orElse<T, U>(work: () => T, otherwise: U): T | U {
  try {
    return work()
  } catch {
    return otherwise
  }
}
