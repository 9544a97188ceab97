import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readServerEvents, type ServerEvent } from './read-server-events.ts'

async function read(...pieces: readonly (string | Uint8Array)[]): Promise<readonly ServerEvent[]> {
  async function* body(): AsyncGenerator<Uint8Array> {
    for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece
  }
  const events: ServerEvent[] = []
  for await (const event of readServerEvents(body())) events.push(event)
  return events
}

it.each([
  ['an event', 'event: a\ndata: 1\n\n', [{ event: 'a', data: '1' }]],
  ['lines of data', 'event: a\ndata: 1\ndata:2\n\n', [{ event: 'a', data: '1\n2' }]],
  ['other ends of lines', 'event: a\r\ndata: 1\r\n\r\nevent: b\rdata: 2\r\r', ['a', 'b']],
  ['comments, other fields and a mark of bytes', '\ufeff: hello\nid: 7\nevent: a\ndata\n\n', ['a']],
  ['nothing of data without a name', 'data: 1\n\nevent: a\n\n', [{ event: 'a', data: '' }]],
  ['an event whose empty line is missing', 'event: a\ndata: 1', [{ event: 'a', data: '1' }]],
] as const)('reads %s', async (_, text, wanted) => {
  const events = await read(text)
  if (typeof wanted[0] === 'string') expect(events.map(({ event }) => event)).toEqual(wanted)
  else expect(events).toEqual(wanted)
})

it('reads the same however the bytes are cut', async () => {
  const line = fc.constantFrom('event: e', 'data: {"x":"灯📄"}', 'data', '', ': ping', 'data: \u00e9')
  const end = fc.constantFrom('\n', '\r\n', '\r')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(line, end)), fc.array(fc.nat({ max: 200 })), async (lines, cuts) => {
      const bytes = Buffer.from(lines.flat().join(''))
      const places = [0, ...cuts.filter(at => at < bytes.length).sort((a, b) => a - b), bytes.length]
      const pieces = places.slice(1).map((to, index) => bytes.subarray(places[index], to))
      expect(await read(...pieces)).toEqual(await read(bytes))
    }),
  )
})
