import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time.mjs'

describe('one at a time', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'antiphon-one-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  async function take(): Promise<readonly string[]> {
    const said: string[] = []
    await oneAtATime(folder, { say: (text: string) => said.push(text), work: async () => {} })
    return said
  }

  function hold(pid: number): void {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'pid'), String(pid))
  }

  async function findDead(): Promise<number> {
    const child = spawn(process.execPath, ['-e', '0'])
    await once(child, 'exit')
    return child.pid ?? 0
  }

  it('takes over from one that is dead, without a word', async () => {
    hold(await findDead())
    expect(await take()).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })

  it('does not wait for itself: a container gives the same number again', async () => {
    hold(process.pid)
    expect(await take()).toEqual([])
  })

  it('does not wait for a stranger that has the number of one that was killed long ago', async () => {
    hold(process.ppid)
    const longAgo = new Date(Date.now() - 10 * 60_000)
    utimesSync(join(folder, 'pid'), longAgo, longAgo)
    expect(await take()).toEqual([])
  })

  it('waits for one that is alive, says so once, and goes on when it is gone', async () => {
    hold(process.ppid)
    const taken = take()
    await setTimeout(1000)
    rmSync(join(folder, 'pid'))
    expect(await taken).toEqual([
      expect.stringContaining(`process ${process.ppid} sets this folder up already`),
    ])
  })

  it('lets one in at a time, however many come when one has died', async () => {
    hold(await findDead())
    const script = `
      import { existsSync, mkdirSync, rmdirSync } from 'node:fs'
      import { oneAtATime } from ${JSON.stringify(new URL('./one-at-a-time.mjs', import.meta.url).href)}
      const inside = ${JSON.stringify(join(folder, 'inside'))}
      await oneAtATime(${JSON.stringify(folder)}, { say() {}, async work() {
        mkdirSync(inside)
        await new Promise(resolve => setTimeout(resolve, 50))
        rmdirSync(inside)
      } })`
    const children = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    )
    const codes = await Promise.all(children.map(child => once(child, 'exit')))
    expect(codes.map(([code]) => code)).toEqual(Array(6).fill(0))
    expect(existsSync(join(folder, 'pid'))).toBe(false)
  })
})
