import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCountCache } from './count-cache.ts'
import { countFile } from './count-file.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-counts-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const say = (uuid: string): string =>
  `${JSON.stringify({ type: 'user', uuid, parentUuid: null, message: { role: 'user', content: 'Go on.' } })}\n`

function stateOf(path: string): { readonly size: number; readonly modifiedAt: number } {
  const { size, mtimeMs } = statSync(path)
  return { size, modifiedAt: mtimeMs }
}

describe('createCountCache', () => {
  it('knows a log again as long as it is as it was, also in the next process', async () => {
    const log = join(folder, 'a.jsonl')
    writeFileSync(log, `${say('1')}${say('2')}${say('2')}${JSON.stringify({ type: 'custom-title' })}\n`)
    const cache = createCountCache(folder)
    expect(cache.find(log, stateOf(log))).toBeUndefined()
    cache.put(log, await countFile(log))
    cache.save()
    const next = createCountCache(folder)
    expect(next.find(log, stateOf(log))).toEqual({ messages: 2, prompts: 2, answers: 0 })
    appendFileSync(log, say('3'))
    expect(next.find(log, stateOf(log))).toBeUndefined()
    expect(next.findLast(log)).toMatchObject({ messages: 2 })
  })

  it('takes nothing from a file that is damaged, and forgets logs that are gone', async () => {
    const log = join(folder, 'b.jsonl')
    writeFileSync(log, say('1'))
    const cache = createCountCache(folder)
    cache.put(log, await countFile(log))
    cache.save()
    const [name = ''] = readdirSync(join(folder, 'counts'))
    writeFileSync(join(folder, 'counts', name), 'nonsense')
    expect(createCountCache(folder).find(log, stateOf(log))).toBeUndefined()
    cache.put(log, await countFile(log))
    const gone = join(folder, 'gone.jsonl')
    writeFileSync(gone, say('1'))
    cache.put(gone, await countFile(gone))
    rmSync(gone)
    cache.save()
    expect(createCountCache(folder).findLast(gone)).toBeUndefined()
    expect(createCountCache(folder).find(log, stateOf(log))).toMatchObject({ messages: 1 })
  })
})
