import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerLine } from '../../../../search/src/usage/testing/usage-lines.ts'
import { createSessionTree, type SessionTree } from '../../../../transcript/src/testing/session-tree.ts'
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
) => source.collect({ hasTools, signal, onProgress })

describe('the source of usage', () => {
  it('counts once for all who wait, and once more for those who come a moment later', async () => {
    const [one, other] = await Promise.all([ask(false), ask(false)])
    expect(one.answers).toHaveLength(6)
    expect(other).toBe(one)
    expect(await ask(false)).toBe(one)
  })
  it('counts anew where tools are asked for, and gives that to those who do not need them', async () => {
    const plain = await ask(false)
    expect(plain.calls).toBeNull()
    const whole = await ask(true)
    expect(whole.calls).toEqual([])
    expect(await ask(true)).toBe(whole)
  })
  it('tells each who waits how far it is', async () => {
    const heard: number[] = []
    await Promise.all([ask(false), ask(false, open, done => heard.push(done))])
    expect(heard.at(-1)).toBe(3)
  })
  it('goes on while anybody waits, and ends when nobody does', async () => {
    const [leaving, staying] = [new AbortController(), new AbortController()]
    const left = ask(false, leaving.signal)
    const stayed = ask(false, staying.signal)
    leaving.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    expect((await stayed).answers).toHaveLength(6)

    source = createUsageSource({ roots: [tree.root], cacheFolder: null })
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
