import { readLines } from './read-lines.ts'

/** The data of each server-sent event; comments and other fields are left out. */
export async function* readServerEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = []
  for await (const line of readLines(stream)) {
    if (line === '') {
      if (data.length > 0) yield data.join('\n')
      data = []
    } else if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
  }
}
