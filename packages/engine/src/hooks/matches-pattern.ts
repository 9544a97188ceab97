/** Whether a matcher means this name: nothing, `*`, the name itself, names between bars, or a regular expression. */
export function matchesPattern(matcher: string | undefined, name: string): boolean {
  const pattern = matcher?.trim() ?? ''
  if (pattern === '' || pattern === '*') return true
  if (PLAIN_NAMES.test(pattern)) return pattern.split('|').some(part => part.trim() === name)
  try {
    return new RegExp(pattern).test(name)
  } catch {
    return false
  }
}

const PLAIN_NAMES = /^[\w\s|-]+$/
