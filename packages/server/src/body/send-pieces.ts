import { once } from 'node:events'
import type { Writable } from 'node:stream'

export type SendOptions = {
  /** Aborted when all was sent or its reader left; by others to end it. */
  readonly stop: AbortController
  /** What the reader is told where making it fails. */
  readonly formatFailure: (error: unknown) => string
  readonly heartbeat?: Heartbeat
}

/** Sent at once, and whenever nothing was sent for a while: a line that stays silent looks dead. */
export type Heartbeat = { readonly text: string; readonly everyMs: number }

/** Sends pieces of text as they are made, as fast as their reader takes them; those that are ready go out together. */
export async function sendPieces(
  pieces: AsyncGenerator<string, void, undefined>,
  outgoing: Writable,
  { stop, formatFailure, heartbeat }: SendOptions,
): Promise<void> {
  const { signal } = stop
  let text = ''
  let soon: NodeJS.Immediate | undefined
  const beat = heartbeat && setInterval(() => send(heartbeat.text), heartbeat.everyMs)

  function send(more = ''): void {
    clearImmediate(soon)
    soon = undefined
    beat?.refresh()
    text += more
    if (text !== '' && !signal.aborted) outgoing.write(text)
    text = ''
  }

  function end(): void {
    clearInterval(beat)
    // Also where the next piece is still being made.
    void pieces.return().catch(() => {})
    outgoing.end()
  }

  signal.addEventListener('abort', end, { once: true })
  outgoing.on('close', () => stop.abort())
  // One that breaks is closed next.
  outgoing.on('error', () => {})
  if (signal.aborted) end()
  send(heartbeat?.text)
  try {
    for await (const piece of pieces) {
      text += piece
      if (text.length >= PIECE_UNITS) send()
      else soon ??= setImmediate(send)
      if (outgoing.writableNeedDrain) await once(outgoing, 'drain', { signal })
    }
  } catch (error) {
    text += formatFailure(error)
  }
  send()
  stop.abort()
}

const PIECE_UNITS = 32_768
