import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeLines } from '@antiphon/core'
import type { LogLine } from '@antiphon/core/log'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linesBackwards, linesForwards, readChunksBackwards, readChunksForwards } from './line-chunks.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-chunks-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const text = fc
  .array(fc.constantFrom('\n', '\n\n', '{"a":1}', '{"b":"灯塔"}\n', '{"cut', '\r\n', ' '), { maxLength: 20 })
  .map(parts => parts.join(''))
const steps = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 12 })

async function readAll(content: string, sizes: readonly number[]): Promise<Record<Direction, LogLine[]>> {
  const path = join(folder, 'a.jsonl')
  writeFileSync(path, content)
  const handle = await open(path)
  const options = { size: Buffer.byteLength(content), steps: sizes }
  const forwards: LogLine[] = []
  const backwards: LogLine[] = []
  for await (const chunk of readChunksForwards(handle, options)) forwards.push(...linesForwards(chunk))
  for await (const chunk of readChunksBackwards(handle, options)) backwards.push(...linesBackwards(chunk))
  await handle.close()
  return { forwards, backwards }
}

type Direction = 'forwards' | 'backwards'

function places(lines: readonly LogLine[]): readonly unknown[] {
  return lines.map(({ raw: _, ...line }) => line)
}

describe('the lines at both ends of a file', () => {
  it('are those of the file, with their places, in whatever steps they are read', async () => {
    await fc.assert(
      fc.asyncProperty(text, steps, async (content, sizes) => {
        const { forwards, backwards } = await readAll(content, sizes)
        const whole = places(decodeLines(Buffer.from(content)))
        expect(places(forwards)).toEqual(whole.slice(0, forwards.length))
        expect(places(backwards.reverse())).toEqual(
          backwards.length === 0 ? [] : whole.slice(-backwards.length),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('are all of them where the steps reach the other end', async () => {
    const content = '{"a":1}\n{"b":2}\n{"cut'
    const { forwards, backwards } = await readAll(content, [3, 3, 100])
    expect(forwards).toHaveLength(3)
    expect(backwards).toHaveLength(3)
  })
})
