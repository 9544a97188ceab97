import { type Entry, encodeWireEvent, type WireEvent } from '@antiphon/core'
import { DEFAULT_MAX_LINE_BYTES } from '@antiphon/core/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMirror } from './create-mirror.ts'
import { createHost } from './host.ts'

const KEY = { project: '-a', session: 's', subpath: 'subagents/agent-1' }

async function mirror(entries: readonly unknown[], maxLineBytes?: number): Promise<readonly WireEvent[]> {
  const sent: WireEvent[] = []
  const host = createHost(async event => void sent.push(event), maxLineBytes)
  // What an entry holds does not matter here.
  await createMirror(host)({ key: KEY, file: '/a/s.jsonl', entries: entries as readonly Entry[] })
  return sent
}

function entriesOf(event: WireEvent): readonly unknown[] {
  return event.type === 'transcript_mirror' ? event.entries : []
}

/** Sizes about the limit; `é` takes more bytes than characters, U+2028 even more. */
const entries = fc.array(
  fc.record({
    size: fc.constantFrom(1, 1000, 200_000, 400_000, 1_100_000),
    character: fc.constantFrom('a', 'é', '\u2028'),
  }),
  { maxLength: 6 },
)

describe('createMirror', () => {
  it('gives all entries whole and in order, in lines of usual length but for those that are longer alone', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async kinds => {
        const given = kinds.map(({ size, character }, at) => ({ at, text: character.repeat(size) }))
        const sent = await mirror(given)
        expect(sent.flatMap(entriesOf)).toEqual(given)
        for (const event of sent)
          if (entriesOf(event).length !== 1)
            expect(
              Buffer.byteLength(encodeWireEvent(event, { maxLineBytes: Number.POSITIVE_INFINITY })),
            ).toBeLessThanOrEqual(DEFAULT_MAX_LINE_BYTES)
      }),
      { numRuns: 20 },
    )
  })

  it('keeps small entries in one line', async () => {
    expect(await mirror([{ a: 1 }, { b: 2 }])).toEqual([
      { type: 'transcript_mirror', filePath: '/a/s.jsonl', entries: [{ a: 1 }, { b: 2 }] },
    ])
    expect(await mirror([])).toEqual([])
  })

  it('names the log of which a host with a limit misses an entry', async () => {
    const sent = await mirror([{ a: 1 }, { text: 'x'.repeat(2_000_000) }, { b: 2 }], DEFAULT_MAX_LINE_BYTES)
    expect(sent).toMatchObject([
      { entries: [{ a: 1 }] },
      {
        subtype: 'mirror_error',
        key: { projectKey: '-a', sessionId: 's', subpath: 'subagents/agent-1' },
        session_id: 's',
      },
      { entries: [{ b: 2 }] },
    ])
  })
})
