import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { arbitraryUsage } from '@antiphon/core/testing/arbitrary-usage'
import { toUsageSum, type UsageSum } from '@antiphon/core/usage'
import { createSessionTree, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CollectedUsage, collectUsage } from './collect-usage.ts'
import { decodeAnswers, encodeAnswers, type FileAnswer } from './known-log.ts'
import { answerLine } from './testing/usage-lines.ts'
import { createUsageCache, findUsageCache } from './usage-cache.ts'

let tree: SessionTree
let cache: string
beforeEach(() => {
  tree = createSessionTree()
  cache = join(tree.home, 'cache', 'antiphon', 'usage')
  tree.write('-p/s1.jsonl', [answerLine({ id: 'a' })])
})
afterEach(() => tree.remove())

function collect(): Promise<CollectedUsage> {
  return collectUsage({ roots: [tree.root], cache, timeZone: 'UTC' })
}

function files(): readonly string[] {
  return readdirSync(cache).map(name => join(cache, name))
}

describe('the cache of usage', () => {
  it('is one file, and leaves no drafts', async () => {
    tree.write('-q/s2.jsonl', [answerLine({ id: 'b' })])
    await collect()
    await collect()
    expect(files()).toHaveLength(1)
  })

  it('keeps what it knows of files that one report leaves out', async () => {
    const other = tree.write('-q/s2.jsonl', [answerLine({ id: 'b' })])
    await collect()
    const options = { roots: [tree.root], cache, timeZone: 'UTC' }
    await collectUsage({ ...options, isIncluded: path => path !== other })
    expect((await collect()).files.read).toBe(0)
  })

  it('is ignored and written anew where it is damaged, cut, empty or of a newer version', async () => {
    const truth = await collect()
    const [path = ''] = files()
    const good = readFileSync(path)
    const withVersion = (version: number): Buffer =>
      Buffer.from(good.toString('latin1').replace(/usage \d+/, `usage ${version}`), 'latin1')
    const flipped = Buffer.from(good)
    flipped.writeUInt8((good.at(100) ?? 0) ^ 1, 100)
    for (const [bad, state] of [
      [Buffer.alloc(0), 'damaged'],
      [Buffer.from('null'), 'damaged'],
      [good.subarray(0, -3), 'damaged'],
      [flipped, 'damaged'],
      [withVersion(1), 'other-version'],
      [withVersion(999), 'other-version'],
      [Buffer.concat([good, Buffer.from(' ')]), 'damaged'],
    ] as const) {
      writeFileSync(path, bad)
      const { answers, files: read, isCacheWritten, cacheState } = await collect()
      expect({ answers, read: read.read, isCacheWritten, cacheState }).toEqual({
        answers: truth.answers,
        read: 1,
        isCacheWritten: true,
        cacheState: state,
      })
      expect((await collect()).cacheState).toBe('good')
    }
  })

  it('costs nothing but time where it cannot be written', async () => {
    mkdirSync(join(tree.home, 'cache'))
    writeFileSync(join(tree.home, 'cache', 'antiphon'), 'a file in the way')
    expect(await collect()).toMatchObject({ answers: [{ id: 'a' }], isCacheWritten: false })
  })

  it('may be used by several at once, and deleted at any time', async () => {
    const path = tree.write('-p/s2.jsonl', [answerLine({ id: 'b' })])
    const all = await Promise.all([collect(), collect(), collect()])
    expect(all.map(({ answers }) => answers.length)).toEqual([2, 2, 2])
    rmSync(cache, { recursive: true })
    appendFileSync(path, `${JSON.stringify(answerLine({ id: 'c' }))}\n`)
    expect((await collect()).answers).toHaveLength(3)
  })

  it('forgets files that are gone', async () => {
    const path = tree.write('-p/s2.jsonl', [answerLine({ id: 'gone' })])
    await collect()
    rmSync(path)
    expect((await collect()).answers).toMatchObject([{ id: 'a' }])
    expect(readFileSync(files()[0] ?? '', 'utf8')).not.toContain('gone')
  })

  it('removes what killed processes left, and folders that are long gone', async () => {
    await collect()
    const [own = ''] = files()
    const old = Date.now() / 1000 - 40 * 24 * 3600
    for (const name of ['f.usage.1.a', 'f.json', 'f.calls', 'young.usage.1.a', 'young.usage']) {
      writeFileSync(join(cache, name), '')
      if (name.startsWith('f')) utimesSync(join(cache, name), old, old)
    }
    utimesSync(own, old, old)
    await collect()
    expect(readdirSync(cache).sort()).toEqual([basename(own), 'young.usage', 'young.usage.1.a'].sort())
  })

  it('lies where caches lie', () => {
    expect(findUsageCache({ XDG_CACHE_HOME: '/x' }, '/home/dev')).toBe(join('/x', 'antiphon', 'usage'))
    expect(findUsageCache({}, '/home/dev')).toBe(join('/home/dev', '.cache', 'antiphon', 'usage'))
    expect(findUsageCache({}, undefined)).toBe(null)
  })

  it('gives out pieces of their own, since a thread gets all of the memory behind one', async () => {
    for (const name of ['s2', 's3']) tree.write(`-p/${name}.jsonl`, [answerLine({ id: name })])
    await collect()
    const { files } = createUsageCache(cache, [tree.root]).read()
    expect(files.size).toBe(3)
    for (const { answers } of files.values()) expect(answers.buffer.byteLength).toBe(answers.byteLength)
  })

  it('gives back what it was given', () => {
    const text = fc.option(fc.string({ unit: 'binary' }).filter(value => !/\p{Surrogate}/u.test(value)))
    const time = fc.date({ noInvalidDate: true }).map(date => date.toISOString())
    const answer = fc.record({
      id: fc.string(),
      model: fc.string(),
      usage: arbitraryUsage().map((usage): UsageSum => toUsageSum(usage)),
      isSubagent: fc.boolean(),
      at: fc.option(
        fc.oneof(
          fc.string(),
          time,
          time.map(at => at.replace('Z', '+00:00')),
        ),
      ),
      agent: text,
      isCopy: fc.boolean(),
      visibleTokens: fc.oneof(fc.nat(), fc.double({ min: 0, noNaN: true })),
    })
    fc.assert(
      fc.property(fc.array(answer), told => {
        expect(decodeAnswers(encodeAnswers(told satisfies readonly FileAnswer[]))).toEqual(told)
      }),
    )
  })
})
