import { isObject } from '../message/json.ts'
import { isKnownStreamEventType, type ModelStreamEvent } from './model-stream-event.ts'
import { createSseFrameParser, type SseFrame } from './sse-frame-parser.ts'

export type SseParserOptions = { readonly maxLineBytes?: number }

export interface SseParser {
  push(chunk: Uint8Array | string): readonly ModelStreamEvent[]
  end(): readonly ModelStreamEvent[]
  /** How many frames were passed over so far. */
  ignored(): IgnoredFrames
}

/** `unknown` frames are of later versions; `unreadable` ones hold no JSON object, or were too long. */
export type IgnoredFrames = { readonly unknown: number; readonly unreadable: number }

const DEFAULT_MAX_LINE_BYTES = 64 * 1024 * 1024

/** Reads the Messages API's stream from bytes in any cut. What it cannot read it counts, and goes on. */
export function createSseParser(options: SseParserOptions = {}): SseParser {
  const frames = createSseFrameParser(options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES)
  let ignored: IgnoredFrames = { unknown: 0, unreadable: 0 }

  function toEvents(frame: SseFrame): readonly ModelStreamEvent[] {
    const event = readEvent(frame)
    if (event !== 'unknown' && event !== 'unreadable') return [event]
    ignored = { ...ignored, [event]: ignored[event] + 1 }
    return []
  }

  return {
    push: chunk => frames.push(chunk).flatMap(toEvents),
    end: () => frames.end().flatMap(toEvents),
    ignored: () => ignored,
  }
}

/** The same for a source that is awaited, such as a response's body. */
export async function* parseSse(
  source: AsyncIterable<Uint8Array | string>,
  options: SseParserOptions = {},
): AsyncGenerator<ModelStreamEvent, void, undefined> {
  const parser = createSseParser(options)
  for await (const chunk of source) yield* parser.push(chunk)
  yield* parser.end()
}

function readEvent({ event, data }: SseFrame): ModelStreamEvent | keyof IgnoredFrames {
  const value = parseJson(data)
  if (!isObject(value)) return 'unreadable'
  const type = value.type ?? event
  if (!isKnownStreamEventType(type)) return 'unknown'
  // Only the type is promised; whoever accumulates the event checks what it holds.
  return { ...value, type } as ModelStreamEvent
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
