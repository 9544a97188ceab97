import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type LineBatchOptions, readLineBatches } from './read-line-batches.ts'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-lines-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function read(
  bytes: Buffer,
  options: Partial<LineBatchOptions> = {},
): Promise<readonly (readonly Buffer[])[]> {
  const path = join(folder, 'log')
  writeFileSync(path, bytes)
  const file = await open(path, 'r')
  const batches: (readonly Buffer[])[] = []
  for await (const batch of readLineBatches(file, {
    from: 0,
    to: bytes.length,
    hasLastLine: true,
    ...options,
  }))
    batches.push(batch)
  await file.close()
  return batches
}

describe('readLineBatches', () => {
  it('gives every byte once, a line with its newline, whatever the line holds', async () => {
    const bytes = Buffer.concat([
      ...[Buffer.from('one\n\n'), Buffer.from([0, 0xff, 0xfe, 10]), Buffer.alloc(700_000, 'x')],
      ...[Buffer.from('\n'), Buffer.from('y\n'.repeat(3000)), Buffer.from('end')],
    ])
    const batches = await read(bytes)
    expect(Buffer.concat(batches.flat()).equals(bytes)).toBe(true)
    expect(batches.flat()).toHaveLength(3005)
    expect(batches.length).toBeGreaterThan(2)
  })

  it('leaves out what stands behind the last newline where that may still grow, and begins where it is told', async () => {
    const bytes = Buffer.from('one\ntwo\nthr')
    expect((await read(bytes, { hasLastLine: false })).flat().map(String)).toEqual(['one\n', 'two\n'])
    expect((await read(bytes, { from: 4, to: 8 })).flat().map(String)).toEqual(['two\n'])
    expect(await read(bytes, { from: 11 })).toEqual([])
  })
})
