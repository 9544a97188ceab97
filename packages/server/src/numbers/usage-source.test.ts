import { answerLine } from '@antiphon/search/testing/usage/usage-lines'
import { createSessionTree, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSharedTurns } from './shared-turns.ts'
import { createUsageSource, type UsageSource } from './usage-source.ts'

let tree: SessionTree
let source: UsageSource

beforeEach(() => {
  tree = createSessionTree()
  for (let file = 0; file < 3; file++)
    tree.write(`-p${file}/s${file}.jsonl`, [answerLine({ id: `a${file}` }), answerLine({ id: `b${file}` })])
  source = createUsageSource({ roots: [tree.root], cacheFolder: null })
})

afterEach(() => tree.remove())

const open = new AbortController().signal
const ask = (
  hasTools: boolean,
  signal: AbortSignal = open,
  onProgress = (_: number, __: number): void => {},
) => source.collect({ projects: null, hasTools, signal, onProgress })

describe('the source of usage', () => {
  it('counts once for those who come a moment later', async () => {
    const one = await ask(false)
    expect(one.answers).toHaveLength(6)
    expect(await ask(false)).toBe(one)
  })
  it('counts anew where tools are asked for, and gives that to those who do not need them', async () => {
    const plain = await ask(false)
    expect(plain.calls).toBeNull()
    const whole = await ask(true)
    expect(whole.calls).toEqual([])
    expect(await ask(true)).toBe(whole)
    expect(await ask(false)).toBe(whole)
  })
  it('tells how far it is', async () => {
    const heard: number[] = []
    await ask(false, open, done => heard.push(done))
    expect(heard.at(-1)).toBe(3)
  })
  it('ends with its signal, and counts for the next', async () => {
    const alone = new AbortController()
    let told = 0
    const lonely = ask(false, alone.signal, () => {
      told += 1
      alone.abort(new Error('gone'))
    })
    await expect(lonely).rejects.toThrow('gone')
    expect(told).toBeLessThan(3)
    expect((await ask(false)).answers).toHaveLength(6)
  })
  it('asks nothing for one who is gone already', async () => {
    await expect(ask(false, AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
  })
})

describe('those who count in turn', () => {
  it('hear all how far the one is that counts, and go on where it fails', async () => {
    const inTurn = createSharedTurns()
    const heard: string[] = []
    const listen =
      (name: string) =>
      (done: number, total: number): void =>
        void heard.push(`${name} ${done}/${total}`)
    const first = inTurn(listen('first'), async tell => {
      await Promise.resolve()
      tell(1, 2)
      throw new Error('failed')
    })
    const second = inTurn(listen('second'), async tell => {
      tell(2, 2)
      return 'counted'
    })
    await expect(first).rejects.toThrow('failed')
    expect(await second).toBe('counted')
    expect(heard).toEqual(['first 1/2', 'second 1/2', 'second 2/2'])
  })
})
