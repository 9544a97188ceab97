/** Whether a host is one that a domain means: `example.org` is that host, `*.example.org` every host below it; any other `*` stays between two dots. */
export function matchDomain(pattern: string, host: string): boolean {
  const domain = trimDot(pattern.toLowerCase())
  if (domain === '*') return true
  const isBelow = domain.startsWith('*.')
  const labels = (isBelow ? domain.slice(2) : domain).split('.')
  const parts = trimDot(host.toLowerCase()).split('.')
  const tail = isBelow ? parts.slice(-labels.length) : parts
  if (isBelow ? parts.length <= labels.length : parts.length !== labels.length) return false
  return labels.every((label, index) => fitsLabel(label, tail[index] ?? ''))
}

function fitsLabel(label: string, part: string): boolean {
  const [first = '', ...rest] = label.split('*')
  if (rest.length === 0) return toAscii(label) === part
  const last = rest.at(-1) ?? ''
  return (
    part.length >= first.length + last.length &&
    part.startsWith(first) &&
    part.endsWith(last) &&
    rest.length === 1
  )
}

function toAscii(label: string): string {
  return URL.canParse(`http://${label}`) ? new URL(`http://${label}`).hostname : label
}

/** A host without the dot at its end that some resolvers take. */
export function trimDot(host: string): string {
  return host.replace(/\.$/, '')
}
