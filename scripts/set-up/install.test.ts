import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withReason } from '../../packages/transcript/test/process/requirements.ts'
import { quickReason } from '../../packages/transcript/test/process/soak.ts'
import { ALL, ALPHA, BETA, DELTA, GAMMA, useInstallBench } from './testing/install-bench.ts'
import { packPackage, tarballPath, toDocument } from './testing/local-registry.ts'

describe.skipIf(quickReason !== null)(withReason('an install from the lock', quickReason), () => {
  const prepare = useInstallBench()

  it('asks for what a start needs, once each, and for nothing else', async () => {
    const { root, registry, set } = await prepare()
    await set()
    expect(registry.asked.toSorted()).toEqual([BETA, ALPHA, DELTA].map(tarballPath))
    expect(existsSync(join(root, 'node_modules/@scope/beta/package.json'))).toBe(true)
    expect(existsSync(join(root, 'node_modules/gamma'))).toBe(false)
    expect(execFileSync(join(root, 'node_modules/.bin/tool'), { encoding: 'utf8' })).toBe('runs\n')
    expect(readdirSync(join(root, '.set-up'))).toEqual([])
  })

  it('does nothing the second time, and serves a start where everything is there', async () => {
    const { registry, set } = await prepare()
    await set({ everything: true })
    expect(registry.asked.toSorted()).toEqual([BETA, ALPHA, DELTA, GAMMA].map(tarballPath))
    await set({ everything: true })
    await set()
    expect(registry.asked).toHaveLength(4)
  })

  it('fetches only what is new when everything is wanted after a start', async () => {
    const { root, registry, env: own, set } = await prepare()
    await set()
    // Who works with NODE_ENV=production wants to run the tests all the same.
    const env = { ...own, NODE_ENV: 'production' }
    await set({ everything: true, env })
    expect(registry.asked.slice(3)).toEqual([tarballPath(GAMMA)])
    expect(existsSync(join(root, 'node_modules/alpha'))).toBe(true)
    expect(existsSync(join(root, 'node_modules/gamma'))).toBe(true)
  })

  it('keeps everything for who has had everything, also when only a start is wanted later', async () => {
    const { root, set } = await prepare()
    await set({ everything: true })
    writeFileSync(join(root, 'packages/tool/package.json'), '{"name":"tool","version":"1.0.0"}')
    await set()
    expect(existsSync(join(root, 'node_modules/gamma'))).toBe(true)
  })

  it('tries again what a registry refused for a moment, and says so', async () => {
    let refusals = 2
    const { root, said, set } = await prepare((path, response) => {
      if (path !== tarballPath(ALPHA) || refusals-- <= 0) return false
      response.writeHead(429).end()
      return true
    })
    await set()
    expect(said).toEqual(Array(2).fill(expect.stringMatching(/refused for a moment \(E429\); trying again/)))
    expect(existsSync(join(root, 'node_modules/alpha'))).toBe(true)
  })

  it('gives up on a registry that always refuses: says what to do, and keeps what was there', async () => {
    let isDown = false
    const { root, set } = await prepare((_, response) => {
      if (isDown) response.writeHead(503).end()
      return isDown
    })
    await set()
    isDown = true
    await expect(set({ everything: true })).rejects.toThrow(/E503.*npm ping.*what was fetched is kept/s)
    expect(existsSync(join(root, 'node_modules/alpha/package.json'))).toBe(true)
    expect(readdirSync(join(root, '.set-up'))).toEqual([])
  })

  it('is not whole without an optional package, of whose failure npm says nothing', async () => {
    let refusals = 1
    const { root, said, set } = await prepare((path, response) => {
      if (path !== tarballPath(DELTA) || refusals-- <= 0) return false
      response.writeHead(503).end()
      return true
    })
    await set()
    expect(said).toEqual([expect.stringMatching(/refused for a moment \(EMISSING\); trying again/)])
    expect(existsSync(join(root, 'node_modules/delta-linux-x64/package.json'))).toBe(true)
    rmSync(join(root, 'node_modules'), { recursive: true })
    rmSync(join(root, '..', 'cache'), { recursive: true })
    refusals = 99
    await expect(set()).rejects.toThrow(/delta-linux-x64 4\.0\.0 did not come/)
    expect(existsSync(join(root, 'node_modules'))).toBe(false)
  })

  it('does not depend on how a person has set up npm for their own projects', async () => {
    let isDown = true
    const {
      root,
      env: own,
      set,
    } = await prepare((_, response) => {
      if (isDown) response.writeHead(503).end()
      return isDown
    })
    const env = {
      ...own,
      npm_config_color: 'always',
      npm_config_heading: 'mine',
      npm_config_omit: 'optional',
      npm_config_include: 'dev',
      npm_config_workspaces: 'false',
      npm_config_install_strategy: 'linked',
      npm_config_legacy_peer_deps: 'true',
      npm_config_engine_strict: 'true',
      npm_config_package_lock: 'false',
      npm_config_package_lock_only: 'true',
      npm_config_dry_run: 'true',
      npm_config_loglevel: 'silent',
    }
    await expect(set({ env })).rejects.toThrow(/E503/)
    isDown = false
    await set({ env })
    expect(existsSync(join(root, 'node_modules/alpha/package.json'))).toBe(true)
    expect(existsSync(join(root, 'node_modules/delta-linux-x64/package.json'))).toBe(true)
    expect(existsSync(join(root, 'node_modules/tool/package.json'))).toBe(true)
    expect(existsSync(join(root, 'node_modules/gamma'))).toBe(false)
  })

  it('goes on by `npm install` where the lock does not fit, and leaves the lock as it is', async () => {
    const { root, said, set } = await prepare()
    const manifest = join(root, 'package.json')
    const dependencies = { alpha: '1.1.0' }
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), dependencies }))
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
    await set()
    expect(said.join()).toMatch(/does not fit the manifests \(`npm run lock`.*going on with `npm install`/)
    expect(readFileSync(join(root, 'node_modules/alpha/package.json'), 'utf8')).toContain('1.1.0')
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).toBe(lock)
  })

  it('goes on by `npm install` where a registry keeps packages elsewhere', async () => {
    const { root, said, set } = await prepare((path, response, request) =>
      answerElsewhere(path, response, `http://${request.headers.host}`),
    )
    function answerElsewhere(path: string, response: ServerResponse, url: string): boolean {
      const entry = ALL.find(({ name }) => path === `/${name}` || path === `/files/${name}.tgz`)
      if (path.includes('/-/')) response.writeHead(404).end('{}')
      else if (!entry) return false
      else if (path.endsWith('.tgz')) response.end(entry.tarball)
      else {
        const document = toDocument([entry], url, ({ name }) => `/files/${name}.tgz`)
        response.end(JSON.stringify(document))
      }
      return true
    }
    await set()
    expect(said.join()).toMatch(/has not got what package-lock.json names, or has it elsewhere/)
    expect(existsSync(join(root, 'node_modules/alpha'))).toBe(true)
  })

  it('takes nothing whose content is not what the lock names', async () => {
    const forged = packPackage('alpha', '1.0.0-forged').tarball
    const { root, said, set } = await prepare((path, response) => {
      if (path !== tarballPath(ALPHA)) return false
      response.end(forged)
      return true
    })
    await expect(set()).rejects.toThrow(/EINTEGRITY/)
    expect(said).toEqual([])
    expect(existsSync(join(root, 'node_modules'))).toBe(false)
  })

  it('installs without a lock, and says that there is none', async () => {
    const { root, said, set } = await prepare()
    rmSync(join(root, 'package-lock.json'))
    await set()
    expect(said.join()).toMatch(/there is no package-lock.json/)
    expect(existsSync(join(root, 'node_modules/alpha'))).toBe(true)
    expect(existsSync(join(root, 'package-lock.json'))).toBe(false)
  })

  it('says what is wrong with a lock that is no JSON', async () => {
    const { root, set } = await prepare()
    writeFileSync(join(root, 'package-lock.json'), '<<<<<<< HEAD')
    await expect(set()).rejects.toThrow(/package-lock.json is not JSON.*git checkout/s)
  })
})
