import type { CountSecret } from './redact-text.ts'
import { PRIVATE_KEY, redactionMark } from './secret-kinds.ts'

/** Diffs are stored as lists of lines: a private key that goes over several of them is marked in each. */
export function redactLines(items: readonly unknown[], count: CountSecret): readonly unknown[] {
  const isSuspect = items.some(item => typeof item === 'string' && item.includes(PRIVATE_KEY.hints[0] ?? ''))
  if (!isSuspect || !items.every(item => typeof item === 'string')) return items
  const lines: string[] = [...items]
  const starts: number[] = []
  let length = 0
  for (const line of lines) {
    starts.push(length)
    length += line.length + 1
  }
  let first = 0
  for (const match of lines.join('\n').matchAll(PRIVATE_KEY.pattern)) {
    const end = match.index + match[0].length
    count(PRIVATE_KEY.kind)
    while ((starts[first + 1] ?? length) <= match.index) first += 1
    for (let index = first; index < lines.length && (starts[index] ?? 0) < end; index++) {
      const from = Math.max(0, match.index - (starts[index] ?? 0))
      lines[index] = markPart(lines[index] ?? '', from, end - (starts[index] ?? 0))
    }
  }
  return lines
}

function markPart(line: string, from: number, to: number): string {
  return line.slice(0, from) + redactionMark(PRIVATE_KEY.kind) + line.slice(to)
}
