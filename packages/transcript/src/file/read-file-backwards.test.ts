import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeLines } from '@antiphon/core'
import { createLineDecoder, type LogLine } from '@antiphon/core/log'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { TranscriptError } from '../transcript-error.ts'
import { readFileBackwards } from './read-file-backwards.ts'
import { type ReadFileOptions, readFileForwards } from './read-file-forwards.ts'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-read-file-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'log.jsonl')

async function collect(lines: AsyncIterable<LogLine>): Promise<LogLine[]> {
  const collected: LogLine[] = []
  for await (const line of lines) collected.push(line)
  return collected
}

async function forwards(options?: ReadFileOptions): Promise<LogLine[]> {
  return collect(readFileForwards(path, options))
}

/** What is read backwards, in the order of the file. */
async function backwards(options?: ReadFileOptions): Promise<LogLine[]> {
  return (await collect(readFileBackwards(path, options))).reverse()
}

/** Lines as they compare: bytes of different classes are the same bytes. */
function plain(lines: readonly LogLine[]): readonly unknown[] {
  return lines.map(line => ({ ...line, raw: Buffer.from(line.raw).toString('latin1') }))
}

const object = fc
  .record({ uuid: fc.string({ maxLength: 4 }), text: fc.string({ unit: 'binary', maxLength: 40 }) })
  .map(fields => JSON.stringify({ parentUuid: null, type: 'user', ...fields }))

const shortPiece = fc.oneof(
  { weight: 6, arbitrary: object.map(text => Buffer.from(`${text}\n`)) },
  { weight: 2, arbitrary: object.map(text => Buffer.from(text)) },
  fc.tuple(object, fc.nat(80)).map(([text, end]) => Buffer.from(text.slice(0, end))),
  fc
    .constantFrom('\n', '\r\n', '\n\n', ' \n', '\ufeff', '[1]\n', 'null\n', 'nonsense\n')
    .map(text => Buffer.from(text)),
  fc.nat(40).map(size => Buffer.alloc(size)),
  fc.uint8Array({ maxLength: 12 }).map(bytes => Buffer.from(bytes)),
)

/** Longer than the first chunks. */
const longPiece = fc.nat(200_000).map(size => Buffer.from(`{"type":"user","text":"${'x'.repeat(size)}"}\n`))

const shortFile = fc.array(shortPiece, { maxLength: 16 }).map(pieces => Buffer.concat(pieces))
const file = fc
  .array(fc.oneof({ weight: 8, arbitrary: shortPiece }, longPiece), { maxLength: 16 })
  .map(pieces => Buffer.concat(pieces))

describe('reading a file of lines', () => {
  it('gives the lines of the whole file, in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(file, async bytes => {
        writeFileSync(path, bytes)
        const expected = plain(decodeLines(bytes))
        expect(plain(await forwards())).toEqual(expected)
        expect(plain(await backwards())).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('begins at the edge of any stretch, also inside a line', async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.nat(), async (bytes, choice) => {
        writeFileSync(path, bytes)
        const lines = decodeLines(bytes)
        const place = choice % (lines.length + 1)
        const from = lines[place]?.offset ?? bytes.length
        expect(plain(await forwards({ from }))).toEqual(plain(lines.slice(place)))
        expect(plain(await backwards({ from }))).toEqual(plain(lines.slice(0, place)))
      }),
      { numRuns: 300 },
    )
  })

  it('hands out lines that are too long in the pieces of the decoder', async () => {
    await fc.assert(
      fc.asyncProperty(shortFile, fc.integer({ min: 1, max: 150 }), async (bytes, maxLineBytes) => {
        writeFileSync(path, bytes)
        const decoder = createLineDecoder({ maxLineBytes })
        const expected = plain([...decoder.push(bytes), ...decoder.end()])
        expect(plain(await forwards({ maxLineBytes }))).toEqual(expected)
        expect(plain(await backwards({ maxLineBytes }))).toEqual(expected)
      }),
      { numRuns: 200 },
    )
  })

  it('skips lines that are too long, each in one stretch, and reads the others', async () => {
    await fc.assert(
      fc.asyncProperty(shortFile, fc.integer({ min: 1, max: 150 }), async (bytes, maxLineBytes) => {
        writeFileSync(path, bytes)
        const decoder = createLineDecoder({ maxLineBytes })
        const pieces = [...decoder.push(bytes), ...decoder.end()]
        const options = { maxLineBytes, longLines: 'skipped' as const }
        const skipped = await forwards(options)
        expect(plain(await backwards(options))).toEqual(plain(skipped))
        expect(skipped.reduce((sum, { length }) => sum + length, 0)).toBe(bytes.length)
        const others = pieces.filter(({ offset }) => !skipped.some(line => isInside(offset, line)))
        expect(plain(skipped.filter(line => line.raw.length > 0))).toEqual(plain(others))
      }),
      { numRuns: 200 },
    )
  })

  it('takes one line of fifty million bytes', async () => {
    const text = 'x'.repeat(50_000_000)
    writeFileSync(path, `{"type":"first"}\n${JSON.stringify({ type: 'user', text })}\n{"type":"last"}\n`)
    const lines = await backwards()
    expect(lines.map(line => line.length)).toEqual([17, text.length + 26, 16])
    expect(lines[1]?.kind === 'entry' && lines[1].entry).toEqual({ type: 'user', text })
  })

  it('gives a torn line once more when it was finished, and a whole one never twice', async () => {
    writeFileSync(path, '{"type":"a"}\n{"type":"b"}')
    appendFileSync(path, '\n{"ty')
    expect(plain(await forwards({ from: 25 })).map(read)).toEqual(['bad torn'])
    expect(plain(await backwards({ from: 25 })).map(read)).toEqual(['a', 'b'])
    appendFileSync(path, 'pe":"c"}\n')
    expect(plain(await forwards({ from: 30 })).map(read)).toEqual(['c'])
    expect(plain(await backwards({ from: 30 })).map(read)).toEqual(['a', 'b', 'bad torn'])
  })

  it('ends quietly where a file is cut while it is read', async () => {
    const line = `{"type":"user","text":"${'x'.repeat(1000)}"}\n`
    for (const size of [0, 1, 500, 70_000, 300_000]) {
      for (const read of [readFileForwards, readFileBackwards]) {
        writeFileSync(path, line.repeat(1000))
        const lines: LogLine[] = []
        for await (const found of read(path)) {
          if (lines.push(found) === 1) truncateSync(path, size)
        }
        const whole = lines.filter(({ kind }) => kind === 'entry')
        expect(
          whole.every(({ offset, length }) => offset % line.length === 0 && length === line.length),
        ).toBe(true)
        expect(lines.length - whole.length).toBeLessThanOrEqual(1)
        expect(whole.length).toBeGreaterThanOrEqual(Math.max(1, Math.floor(size / line.length)))
      }
    }
  })

  it('gives nothing where there is no file, and says what is wrong with a folder', async () => {
    const missing = join(folder, 'missing.jsonl')
    for (const read of [readFileForwards, readFileBackwards]) {
      expect(await collect(read(missing))).toEqual([])
      await expect(collect(read(folder))).rejects.toThrow(TranscriptError)
    }
  })

  it('reads from the end no more than it is asked for', async () => {
    const head = Buffer.alloc(4_000_000)
    writeFileSync(path, Buffer.concat([head, Buffer.from('\n{"type":"last"}\n')]))
    const lines = readFileBackwards(path)
    const first = await lines.next()
    truncateSync(path, 0)
    expect(first.value).toMatchObject({ kind: 'entry', offset: head.length + 1 })
    expect(await collect(lines)).toHaveLength(0)
  })
})

/** True for a place in a line that was skipped. */
function isInside(place: number, { offset, length, raw }: LogLine): boolean {
  return raw.length === 0 && place >= offset && place < offset + length
}

function read(line: unknown): string {
  const { kind, reason, entry } = line as { kind: string; reason?: string; entry?: { type: string } }
  return entry?.type ?? `${kind} ${reason}`
}
