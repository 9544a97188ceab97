/** One event of a `text/event-stream`: its name, and its data with the lines joined. */
export type ServerEvent = { readonly event: string; readonly data: string }

/** Reads a stream of server-sent events; events without a name, comments and what the end cuts off are left out. */
export async function* readServerEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder()
  const reader = createEventReader()
  let rest = ''
  for await (const bytes of body) {
    const text = rest + decoder.decode(bytes, { stream: true })
    // A carriage return at the end may be half of a line's end.
    const end = text.endsWith('\r') ? text.length - 1 : text.length
    const lines = text.slice(0, end).split(LINE_END)
    rest = (lines.pop() ?? '') + text.slice(end)
    for (const line of lines) {
      const event = reader.take(line)
      if (event) yield event
    }
  }
  // A server may leave out the last empty line.
  for (const line of [...rest.split(LINE_END), '']) {
    const event = reader.take(line)
    if (event) yield event
  }
}

const LINE_END = /\r\n|\n|\r/

function createEventReader(): { readonly take: (line: string) => ServerEvent | undefined } {
  let event = ''
  let data: string[] = []
  return {
    take(line) {
      if (line === '') {
        const done = event === '' ? undefined : { event, data: data.join('\n') }
        event = ''
        data = []
        return done
      }
      const colon = line.indexOf(':')
      const name = colon === -1 ? line : line.slice(0, colon)
      const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
      if (name === 'event') event = value
      else if (name === 'data') data.push(value)
      return undefined
    },
  }
}
