import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { withReason } from '../../packages/transcript/test/process/requirements.ts'
import { quickReason } from '../../packages/transcript/test/process/soak.ts'
import { ALPHA, BETA, useInstallBench } from './testing/install-bench.ts'
import { tarballPath } from './testing/local-registry.ts'

describe.skipIf(quickReason !== null)(withReason('an install', quickReason), () => {
  const prepare = useInstallBench()

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('that is stopped by %s leaves nothing half, and goes on where it was', async (signal, code) => {
    const held: ServerResponse[] = []
    let isSlow = true
    const { root, registry, start } = await prepare((path, response) => {
      if (path === tarballPath(BETA) && isSlow) held.push(response)
      return path === tarballPath(BETA) && isSlow
    })
    const first = start()
    const stderr = collect(first)
    while (held.length === 0 || !registry.asked.includes(tarballPath(ALPHA))) await setTimeout(20)
    // The other package has come by now and lies in the cache.
    await setTimeout(500)
    first.kill(signal)
    expect(await once(first, 'exit')).toEqual([code, null])
    expect(stderr.join('')).toMatch(/set-up: stopped\n$/)
    expect(existsSync(join(root, 'node_modules'))).toBe(false)
    expect(readdirSync(join(root, '.set-up'))).toEqual([])
    isSlow = false
    const second = start()
    expect(await once(second, 'exit')).toEqual([0, null])
    expect(registry.asked.filter(path => path === tarballPath(ALPHA))).toHaveLength(1)
    expect(existsSync(join(root, 'node_modules/@scope/beta/package.json'))).toBe(true)
  })

  it('that is stopped while it waits for a registry leaves nothing half, either', async () => {
    const { root, start } = await prepare((_, response) => {
      response.writeHead(503).end()
      return true
    })
    const child = start({ SET_UP_RETRIES: '0' })
    const stderr = collect(child)
    while (!stderr.join('').includes('trying again in')) await setTimeout(20)
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([130, null])
    expect(readdirSync(join(root, '.set-up'))).toEqual([])
  })

  it('ends at once where npm is a script that starts another, and the registry hangs', async () => {
    const { root, registry, start } = await prepare(() => true)
    const folder = join(root, '..', 'shims')
    mkdirSync(folder)
    const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim()
    writeFileSync(join(folder, 'npm'), `#!/bin/sh\n"${npm}" "$@"\nexit $?\n`, { mode: 0o755 })
    const child = start({ PATH: `${folder}:${process.env.PATH}` })
    while (registry.asked.length === 0) await setTimeout(20)
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([130, null])
  })

  it('that was killed stands in nobody’s way', async () => {
    let isSlow = true
    const { root, registry, set, start } = await prepare(path => isSlow && path === tarballPath(BETA))
    const first = start()
    while (!registry.asked.includes(tarballPath(BETA))) await setTimeout(20)
    first.kill('SIGKILL')
    await once(first, 'exit')
    expect(readdirSync(join(root, '.set-up'))).toEqual(['pid', expect.stringMatching(/^stage-/)])
    isSlow = false
    await set()
    expect(existsSync(join(root, 'node_modules/@scope/beta/package.json'))).toBe(true)
    expect(readdirSync(join(root, '.set-up'))).toEqual([])
  })

  it('waits for another one in the same folder, and then has nothing to do', async () => {
    const held: ServerResponse[] = []
    let isSlow = true
    const { registry, said, set, start } = await prepare((path, response) => {
      if (path === tarballPath(BETA) && isSlow) held.push(response)
      return path === tarballPath(BETA) && isSlow
    })
    const first = start()
    while (held.length === 0) await setTimeout(20)
    const second = set()
    while (said.length === 0) await setTimeout(20)
    expect(said[0]).toContain(`process ${first.pid} sets this folder up already`)
    isSlow = false
    held[0]?.end(BETA.tarball)
    await second
    expect(registry.asked.filter(path => path.endsWith('.tgz'))).toHaveLength(3)
  })
})

function collect(child: ChildProcess): string[] {
  const texts: string[] = []
  child.stderr?.on('data', chunk => texts.push(String(chunk)))
  return texts
}
