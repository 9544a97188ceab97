import { isObject } from '@antiphon/contract'
import type { GrepFile, GrepLine, GrepQuery } from './grep-query.ts'

/** The lines of ripgrep's JSON output → files with their matches; a binary file has none. */
export async function* readRipgrepEvents(
  lines: AsyncIterable<string>,
  query: GrepQuery,
): AsyncGenerator<GrepFile, void, undefined> {
  let found: GrepLine[] = []
  let count = 0
  for await (const line of lines) {
    const event = parseEvent(line)
    switch (event?.type) {
      case 'begin':
        ;[found, count] = [[], 0]
        break
      case 'match':
      case 'context': {
        const isMatch = event.type === 'match'
        const added = toLines(event.data, isMatch)
        if (isMatch) count += query.isMultiline ? countMatches(event.data) : added.length
        if (query.mode === 'content' && found.length < query.maxLines) found.push(...added)
        break
      }
      case 'end':
        if (count > 0 && typeof event.data.binary_offset !== 'number')
          yield {
            path: textOf(event.data.path).replace(/^\.\//, ''),
            count: query.mode === 'files_with_matches' ? 1 : count,
            lines: found,
          }
        break
    }
  }
}

type Event = { readonly type: unknown; readonly data: Readonly<Record<string, unknown>> }

function parseEvent(line: string): Event | null {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) && isObject(value.data) ? { type: value.type, data: value.data } : null
  } catch {
    return null
  }
}

function toLines(data: Event['data'], isMatch: boolean): readonly GrepLine[] {
  const first = typeof data.line_number === 'number' ? data.line_number : 1
  const text = textOf(data.lines).replace(/\n$/, '')
  return text
    .split('\n')
    .map((line, index) => ({ number: first + index, text: line.replace(/\r$/, ''), isMatch }))
}

function countMatches({ submatches }: Event['data']): number {
  return Array.isArray(submatches) ? Math.max(1, submatches.length) : 1
}

/** Text, or bytes that are none. */
function textOf(value: unknown): string {
  if (!isObject(value)) return ''
  if (typeof value.text === 'string') return value.text
  return typeof value.bytes === 'string' ? Buffer.from(value.bytes, 'base64').toString('utf8') : ''
}
