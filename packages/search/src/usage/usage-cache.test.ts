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
import { toUsageSum, type UsageSum } from '@antiphon/core'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { arbitraryUsage } from '../../../core/src/testing/arbitrary-usage.ts'
import { createSessionTree, type SessionTree } from '../../../transcript/src/testing/session-tree.ts'
import { type CollectedUsage, collectUsage } from './collect-usage.ts'
import { decodeFileUsage, encodeFileUsage } from './encode-file-usage.ts'
import type { FileUsage } from './file-usage.ts'
import { answerLine } from './testing/usage-lines.ts'
import { findUsageCache } from './usage-cache.ts'

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
  it('is one file for each project, and leaves no drafts', async () => {
    tree.write('-q/s2.jsonl', [answerLine({ id: 'b' })])
    await collect()
    await collect()
    expect(files()).toHaveLength(2)
  })

  it('is ignored and written anew where it is damaged, cut, empty or of a newer version', async () => {
    const truth = await collect()
    const [path = ''] = files()
    const good = readFileSync(path, 'utf8')
    for (const bad of [
      '',
      'null',
      good.slice(0, -3),
      good.replace('"a"', '"z"'),
      good.replace(/^antiphon usage \d+/, 'antiphon usage 999'),
      `${good} `,
    ]) {
      writeFileSync(path, bad)
      const { answers, files: read, isCacheWritten } = await collect()
      expect({ answers, read: read.read, isCacheWritten }).toEqual({
        answers: truth.answers,
        read: 1,
        isCacheWritten: true,
      })
      expect(readFileSync(path, 'utf8').slice(0, 17)).toBe(good.slice(0, 17))
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
    for (const name of ['f.json.1.a', 'f.json', 'young.json.1.a', 'young.json']) {
      writeFileSync(join(cache, name), '')
      if (name.startsWith('f')) utimesSync(join(cache, name), old, old)
    }
    utimesSync(own, old, old)
    await collect()
    expect(readdirSync(cache).sort()).toEqual([basename(own), 'young.json', 'young.json.1.a'].sort())
  })

  it('lies where caches lie', () => {
    expect(findUsageCache({ XDG_CACHE_HOME: '/x' }, '/home/dev')).toBe(join('/x', 'antiphon', 'usage'))
    expect(findUsageCache({}, '/home/dev')).toBe(join('/home/dev', '.cache', 'antiphon', 'usage'))
    expect(findUsageCache({}, undefined)).toBe(null)
  })

  it('gives back what it was given', () => {
    const text = fc.option(fc.string())
    const answer = fc.record({
      id: fc.string(),
      model: fc.string(),
      usage: arbitraryUsage().map((usage): UsageSum => toUsageSum(usage)),
      isSubagent: fc.boolean(),
      at: text,
      agent: text,
      isCopy: fc.boolean(),
    })
    const call = fc.record({ id: fc.string(), name: text, resultTokens: fc.option(fc.nat()), at: text })
    const usage: fc.Arbitrary<FileUsage> = fc.record({
      answers: fc.array(answer),
      calls: fc.option(fc.array(call)),
      sessionId: text,
      cwd: text,
      lastAt: text,
      damaged: fc.nat(),
    })
    fc.assert(
      fc.property(usage, told => {
        const stored: unknown = JSON.parse(JSON.stringify(encodeFileUsage(told)))
        expect(decodeFileUsage(stored as ReturnType<typeof encodeFileUsage>)).toEqual(told)
      }),
    )
  })
})
