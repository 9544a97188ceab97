import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readItemsBackwards } from './read-items-backwards.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-backwards-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function itemsOf(text: string): Promise<readonly (readonly [string, number])[]> {
  const path = join(folder, 'session.jsonl')
  writeFileSync(path, text)
  const items: (readonly [string, number])[] = []
  for await (const { kind, next } of readItemsBackwards(path)) items.push([kind, next])
  return items
}

describe('readItemsBackwards', () => {
  it('gives entries and damage, last first, without blank lines', async () => {
    expect(await itemsOf('{"n":1}\noops\n\n{"n":2}\n')).toEqual([
      ['entry', 22],
      ['bad', 13],
      ['entry', 8],
    ])
  })

  it('leaves out the line that is being written, but not an entry that lacks its newline only', async () => {
    expect(await itemsOf('{"n":1}\n{"n":')).toEqual([['entry', 8]])
    expect(await itemsOf('{"n":1}\n{"n":2}')).toEqual([
      ['entry', 15],
      ['entry', 8],
    ])
  })
})
