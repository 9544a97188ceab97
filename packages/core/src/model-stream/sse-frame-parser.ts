import { type ByteLine, createLineSplitter } from '../wire/line-splitter.ts'

/** One message of a server-sent event stream. */
export type SseFrame = { readonly event: string; readonly data: string }

export interface SseFrameParser {
  push(chunk: Uint8Array | string): readonly SseFrame[]
  /** The frame that no blank line closed, if it has data: a server may forget the last one. */
  end(): readonly SseFrame[]
}

/** Reads server-sent events from bytes in any cut; comments, ids and retry times are passed over. */
export function createSseFrameParser(maxLineBytes: number): SseFrameParser {
  const splitter = createLineSplitter(maxLineBytes)
  let event = ''
  let data: string[] = []

  function readLine(line: string): readonly SseFrame[] {
    if (line === '') return flush()
    const { name, value } = readField(line)
    if (name === 'data') data.push(value)
    if (name === 'event') event = value
    return []
  }

  function flush(): readonly SseFrame[] {
    const frame = { event, data: data.join('\n') }
    const isEmpty = data.length === 0
    event = ''
    data = []
    return isEmpty ? [] : [frame]
  }

  return {
    push: chunk => splitter.push(chunk).flatMap(toLines).flatMap(readLine),
    end: () => [...splitter.end().flatMap(toLines).flatMap(readLine), ...flush()],
  }
}

/** A comment is a field without a name. */
function readField(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(':')
  if (colon === -1) return { name: line, value: '' }
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') }
}

const decoder = new TextDecoder('utf-8')

function toLines({ bytes }: ByteLine): readonly string[] {
  // Data without text: the frame stays, so that whoever reads it can say that it was unreadable.
  if (bytes === null) return ['data']
  // The standard lets a CR alone end a line; the last one belongs to CRLF.
  return decoder.decode(bytes).replace(/\r$/, '').split('\r')
}
