import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withReason } from '../../packages/transcript/test/process/requirements.ts'
import { quickReason } from '../../packages/transcript/test/process/soak.ts'
import { install } from './install.mjs'
import { makeLock } from './make-lock.mjs'
import { type LocalRegistry, packPackage, startRegistry } from './testing/local-registry.ts'
import { createTestProject, type TestProject } from './testing/test-project.ts'

const FOREIGN = packPackage('native-aix-ppc64', '2.0.0', { os: ['aix'], cpu: ['ppc64'] })
const OURS = packPackage(`native-${process.platform}-${process.arch}`, '2.0.0', {
  os: [process.platform],
  cpu: [process.arch],
})
const NATIVE = packPackage('native', '2.0.0', {
  funding: 'https://money.example',
  optionalDependencies: { [FOREIGN.name]: '2.0.0', [OURS.name]: '2.0.0' },
})

describe.skipIf(quickReason !== null)(withReason('a lock that is made', quickReason), () => {
  let project: TestProject
  let registry: LocalRegistry
  const has = [NATIVE, OURS]
  let isDown = false
  beforeEach(async () => {
    isDown = false
    has.length = 2
    registry = await startRegistry(has, (_, response) => {
      if (isDown) response.writeHead(503).end()
      return isDown
    })
    project = createTestProject({ needed: [NATIVE], forTests: [], optional: [] })
    rmSync(lockPath())
  })
  afterEach(async () => {
    await registry.close()
    project.remove()
  })

  const lockPath = () => join(project.root, 'package-lock.json')
  const read = () => readFileSync(lockPath(), 'utf8')
  const env = () => ({ ...project.env(registry.url), npm_config_fetch_retries: '0' })

  it('names what the registry has not got, holds no address, and can be installed from', async () => {
    expect(await makeLock(project.root, { env: env() })).toEqual({ packages: 6, missing: 1 })
    expect(JSON.parse(read()).packages[`node_modules/${FOREIGN.name}`]).toEqual({
      ...{ version: '2.0.0', optional: true },
      ...{ os: ['aix'], cpu: ['ppc64'] },
    })
    expect(read()).not.toContain('://')
    const said: string[] = []
    await install(project.root, { say: (text: string) => said.push(text), env: env() })
    expect(said).toEqual([])
    expect(existsSync(join(project.root, 'node_modules', OURS.name, 'package.json'))).toBe(true)
  })

  it('is the same the second time, and knows more where a registry has more', async () => {
    await makeLock(project.root, { env: env() })
    const first = read()
    await makeLock(project.root, { env: env() })
    expect(read()).toBe(first)
    has.push(FOREIGN)
    expect(await makeLock(project.root, { env: env() })).toEqual({ packages: 6, missing: 0 })
    expect(JSON.parse(read()).packages[`node_modules/${FOREIGN.name}`].integrity).toBe(FOREIGN.integrity)
    has.pop()
    // What is known stays, also where a registry does not have it.
    await makeLock(project.root, { env: env() })
    expect(read()).toContain(FOREIGN.integrity)
  })

  it('is as it was where npm fails, or where it was no JSON', async () => {
    await makeLock(project.root, { env: env() })
    const before = read()
    const manifest = join(project.root, 'package.json')
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"2.0.0"', '"3.0.0"'))
    await expect(makeLock(project.root, { env: env() })).rejects.toThrow(
      /npm could not make the lock:\n.*No matching/,
    )
    isDown = true
    await expect(makeLock(project.root, { env: env() })).rejects.toThrow(/503/)
    expect(read()).toBe(before)
    writeFileSync(lockPath(), '<<<<<<<')
    await expect(makeLock(project.root, { env: env() })).rejects.toThrow(/JSON/)
    expect(read()).toBe('<<<<<<<')
  })
})
