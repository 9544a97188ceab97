import type { ServerResponse } from 'node:http'

/**
 * Sends a body piece by piece, as fast as its reader takes it. The adapter's own way waits for each piece inside of the
 * wait for the one before it: an answer that goes on all day would never let go of any.
 */
export async function sendBody(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = body.getReader()
  // Whoever waits now is told, by whichever comes first.
  let goOn: () => void = () => {}
  outgoing.on('drain', () => goOn())
  outgoing.on('close', () => {
    void reader.cancel().catch(() => {})
    goOn()
  })
  // One that breaks is closed next.
  outgoing.on('error', () => {})
  for (;;) {
    const { done, value } = await reader.read()
    if (done || outgoing.destroyed) break
    if (!outgoing.write(value))
      await new Promise<void>(resolve => {
        goOn = resolve
        if (outgoing.destroyed || !outgoing.writableNeedDrain) resolve()
      })
  }
  outgoing.end()
}
