import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchPackages } from './watch-packages.mjs'

describe('watching an install', () => {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-watch-'))
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    rmSync(folder, { recursive: true, force: true })
  })

  it('tells how many packages are there, what came last, what is refused, and what is waited for', () => {
    const names = 'abcdefgh'.split('')
    const packages = names.map(name => ({ path: `node_modules/${name}`, name, version: '1.0.0' }))
    const told: string[] = []
    const progress = { update: (text: string) => told.push(text) }
    const watch = watchPackages(packages, { folder, progress })
    function arrive(name: string): void {
      mkdirSync(join(folder, 'node_modules', name), { recursive: true })
      writeFileSync(join(folder, 'node_modules', name, 'package.json'), '{}')
      vi.advanceTimersByTime(200)
    }
    arrive('b')
    watch.onLine('npm http fetch GET 429 https://registry.example/c 12ms attempt #2 (cache miss)')
    watch.onLine('npm http fetch GET 200 https://registry.example/c 12ms (cache miss)')
    for (const name of 'cdefgh') arrive(name)
    arrive('a')
    expect(told).toEqual([
      '0 of 8 packages · asking the registry',
      '1 of 8 packages · b 1.0.0',
      '1 of 8 packages · the registry answered 429; asking again',
      '2 of 8 packages · c 1.0.0',
      '3 of 8 packages · a 1.0.0',
      '4 of 8 packages · a 1.0.0',
      '5 of 8 packages · a 1.0.0',
      '6 of 8 packages · a 1.0.0',
      '7 of 8 packages · a 1.0.0',
      '8 of 8 packages · nearly done',
    ])
    watch.stop()
  })
})
