/** An event as the frame of a server-sent event stream. */
export function encodeServerSentEvent(type: string, data: string): string {
  return `event: ${type}\ndata: ${data}\n\n`
}
