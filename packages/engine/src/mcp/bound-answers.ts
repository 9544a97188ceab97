import { MCP_LIMITS } from './mcp-limits.ts'

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/**
 * A fetch whose answers end when they get too large: a whole body, or one event of a stream. The SDK keeps what it
 * reads until it has a whole message, however long that is.
 */
export function createBoundedFetch(onTooLarge: (error: Error) => void): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init)
    if (response.body === null) return response
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true
    const bounded = response.body.pipeThrough(createBound(isStream, onTooLarge))
    const { status, statusText, headers } = response
    const answer = new Response(bounded, { status, statusText, headers })
    // Whoever follows redirects needs to know where it stands.
    Object.defineProperty(answer, 'url', { value: response.url })
    return answer
  }
}

function createBound(
  isStream: boolean,
  onTooLarge: (error: Error) => void,
): TransformStream<Uint8Array, Uint8Array> {
  const open = isStream ? createEventMeter() : createMeter()
  return new TransformStream({
    transform(chunk, controller) {
      if (open(chunk) <= MCP_LIMITS.messageBytes) return controller.enqueue(chunk)
      const error = new Error(`an answer is longer than ${MCP_LIMITS.messageBytes} bytes`)
      controller.error(error)
      onTooLarge(error)
    },
  })
}

/** The bytes of what is still open after a chunk. */
type Meter = (chunk: Uint8Array) => number

function createMeter(): Meter {
  let size = 0
  return chunk => {
    size += chunk.length
    return size
  }
}

/** An empty line ends an event; a line may come in many chunks. */
export function createEventMeter(): Meter {
  let [size, line] = [0, 0]
  let isBlank = true
  return chunk => {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      line += end - start
      isBlank &&= end === start || (line === 1 && chunk[start] === CARRIAGE_RETURN)
      size = isBlank ? 0 : size + line + 1
      line = 0
      isBlank = true
      start = end + 1
    }
    const rest = chunk.length - start
    isBlank &&= rest === 0 || (line + rest === 1 && chunk[start] === CARRIAGE_RETURN)
    line += rest
    return size + line
  }
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
