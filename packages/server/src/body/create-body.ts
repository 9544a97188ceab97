import { setImmediate } from 'node:timers/promises'

export type BodyOptions = {
  /** Aborted by the body when all was sent or its reader left; by others to end it. */
  readonly stop: AbortController
  readonly formatFailure: (error: unknown) => string
  readonly heartbeat?: Heartbeat
}

/** Sent at once, and whenever nothing was sent for a while: a line that stays silent looks dead. */
export type Heartbeat = { readonly text: string; readonly everyMs: number }

/** Pieces of text as bytes that are asked for as they are read; those that are ready go out together. */
export function createBody(
  pieces: AsyncGenerator<string, void, undefined>,
  { stop, formatFailure, heartbeat }: BodyOptions,
): ReadableStream<Uint8Array> {
  const { signal } = stop
  const take = createTaker(pieces, { signal, heartbeat })
  // Also where nobody asks for the next piece any more.
  const release = (): void => void pieces.return().catch(() => {})
  signal.addEventListener('abort', release, { once: true })
  if (signal.aborted) release()
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (heartbeat) controller.enqueue(encoder.encode(heartbeat.text))
    },
    async pull(controller) {
      const taken = await take().catch(error => ({ text: formatFailure(error), isLast: true }))
      if (taken.text !== '' && !signal.aborted) controller.enqueue(encoder.encode(taken.text))
      if (!taken.isLast) return
      stop.abort()
      controller.close()
    },
    cancel: () => stop.abort(),
  })
}

const encoder = new TextEncoder()
const PIECE_UNITS = 32_768

type Taken = { readonly text: string; readonly isLast: boolean }
type Next = IteratorResult<string, void>

type TakerOptions = { readonly signal: AbortSignal; readonly heartbeat: Heartbeat | undefined }

function createTaker(
  pieces: AsyncGenerator<string, void, undefined>,
  { signal, heartbeat }: TakerOptions,
): () => Promise<Taken> {
  // Whoever waits now is told; a promise that lives as long as the stream would keep a note of every wait.
  let tellStopped: () => void = () => undefined
  signal.addEventListener('abort', () => tellStopped(), { once: true })
  let pending: Promise<Next> | undefined

  /** The next piece; it stays the next one where something else comes first. */
  async function next(orElse: Promise<null>): Promise<Next | null> {
    if (!pending) {
      pending = pieces.next()
      // Told to whoever asks next; nobody does once it is stopped.
      pending.catch(() => {})
    }
    const first = await takeFirst(pending, orElse)
    if (first && !first.done) pending = undefined
    return first
  }

  function takeFirst(piece: Promise<Next>, orElse: Promise<null>): Promise<Next | null> {
    return new Promise((resolve, reject) => {
      tellStopped = () => resolve({ done: true, value: undefined })
      if (signal.aborted) tellStopped()
      piece.then(resolve, reject)
      orElse.then(resolve, reject)
    })
  }

  return async () => {
    const beat = createBeat(heartbeat?.everyMs)
    const first = await next(beat.time)
    beat.clear()
    if (!first) return { text: heartbeat?.text ?? '', isLast: false }
    if (first.done) return { text: '', isLast: true }
    let text = first.value
    while (text.length < PIECE_UNITS) {
      const more = await next(setImmediate(null)).catch(() => null)
      if (!more || more.done) break
      text += more.value
    }
    return { text, isLast: false }
  }
}

type Beat = { readonly time: Promise<null>; readonly clear: () => void }

function createBeat(everyMs: number | undefined): Beat {
  let timer: NodeJS.Timeout | undefined
  const time = new Promise<null>(resolve => {
    if (everyMs !== undefined) timer = setTimeout(() => resolve(null), everyMs)
  })
  return { time, clear: () => clearTimeout(timer) }
}
