import { findCommandSecrets } from './finders/find-command-secrets.ts'
import { findNamedSecrets } from './finders/find-named-secrets.ts'
import { findPrivateKeys } from './finders/find-private-keys.ts'
import { viewOf, withoutMarks, withoutNoise } from './readings.ts'
import { redactionMark, type SecretFinder, type TakeSecret } from './secret-span.ts'

/**
 * Diffs are stored as lists of lines, and commands as lists of words: what goes over several of them is marked in each, and
 * a word is known by the flag before it.
 */
export function redactLines(items: readonly unknown[], take: TakeSecret): readonly unknown[] {
  if (items.length < 2 || !items.every(item => typeof item === 'string')) return items
  const lines = redactJoined(items, { separator: '\n', find: findPrivateKeys }, take)
  const isCommand = lines.some(line => /^--?[A-Za-z]/.test(line))
  return isCommand && lines.length <= LONGEST_COMMAND
    ? redactJoined(lines, { separator: ' ', find: findArguments }, take)
    : lines
}

const LONGEST_COMMAND = 1000

function findArguments(text: string): ReturnType<SecretFinder> {
  return [...findCommandSecrets(text), ...findNamedSecrets(text)].toSorted(
    (one, other) => one.start - other.start,
  )
}

type Joined = { readonly separator: string; readonly find: SecretFinder }

function redactJoined(
  items: readonly string[],
  { separator, find }: Joined,
  take: TakeSecret,
): readonly string[] {
  const lines = [...items]
  const starts: number[] = []
  let length = 0
  for (const line of lines) {
    starts.push(length)
    length += line.length + 1
  }
  const plain = viewOf(lines.join(separator))
  const bare = withoutMarks(plain) ?? plain
  const view = withoutNoise(bare) ?? bare
  // From behind, so that the places before a mark stay what they are.
  let last = lines.length - 1
  let floor = length
  for (const span of find(view.text).toReversed()) {
    const { start, end } = view.toOrigin(span.start, span.end)
    if (end > floor) continue
    floor = start
    if (!take(span.kind, view.text.slice(span.start, span.end))) continue
    while (last > 0 && (starts[last] ?? 0) >= end) last -= 1
    for (
      let index = last;
      index >= 0 && (starts[index] ?? 0) + (items[index] ?? '').length > start;
      index--
    ) {
      const at = starts[index] ?? 0
      lines[index] = markPart(lines[index] ?? '', {
        from: Math.max(0, start - at),
        to: end - at,
        kind: span.kind,
      })
    }
  }
  return lines
}

type Part = { readonly from: number; readonly to: number; readonly kind: string }

function markPart(line: string, { from, to, kind }: Part): string {
  return line.slice(0, from) + redactionMark(kind) + line.slice(to)
}
