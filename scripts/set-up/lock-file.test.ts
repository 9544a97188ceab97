import { describe, expect, it } from 'vitest'
import {
  completeLock,
  missingOptional,
  packagesOf,
  withAddresses,
  withoutAddresses,
  withoutUnknown,
} from './lock-file.mjs'

const LINUX = { os: 'linux', cpu: 'x64', libc: 'glibc' }
const optionalDependencies = {
  '@r/binding-darwin-arm64': '1.2.3',
  '@r/binding-linux-x64-gnu': '1.2.3',
  '@r/binding-linux-arm64-musl': '1.2.3',
  '@r/binding-wasm32-wasi': '1.2.3',
}
const LOCK = {
  lockfileVersion: 3,
  packages: {
    '': { name: 'project' },
    'packages/tool': { name: 'tool' },
    'node_modules/tool': { resolved: 'packages/tool', link: true },
    'node_modules/@r/binding-linux-x64-gnu': {
      version: '1.2.3',
      os: ['linux'],
      cpu: ['x64'],
      optional: true,
    },
    'node_modules/r': { version: '1.2.3', dev: true, optionalDependencies, funding: { url: 'https://x' } },
    'node_modules/r/node_modules/deep': {
      version: '2.0.0',
      name: '@s/other',
      resolved: 'https://y/deep.tgz',
    },
    'node_modules/not-windows': { version: '1.0.0', os: ['!win32'] },
    'node_modules/musl': { version: '1.0.0', libc: ['musl'] },
  },
}

describe('a lock', () => {
  it('says which packages a machine needs, and which of them a start', () => {
    const names = (options: object) =>
      packagesOf(LOCK, { machine: LINUX, ...options }).map(({ name }: { name: string }) => name)
    expect(names({})).toEqual(['@r/binding-linux-x64-gnu', 'r', '@s/other', 'not-windows'])
    expect(names({ everything: false })).toEqual(['@r/binding-linux-x64-gnu', '@s/other', 'not-windows'])
    expect(names({ machine: { os: 'win32', cpu: 'x64', libc: undefined } })).toEqual([
      'r',
      '@s/other',
      'musl',
    ])
    expect(names({ machine: { ...LINUX, libc: 'musl' } })).toContain('musl')
  })

  it("is completed by the binaries of other systems that npm left out, from their parents' words", () => {
    expect(missingOptional(LOCK).map(({ name }) => name)).toEqual([
      '@r/binding-darwin-arm64',
      '@r/binding-linux-arm64-musl',
      '@r/binding-wasm32-wasi',
    ])
    const complete = completeLock(LOCK)
    expect(missingOptional(complete)).toEqual([])
    expect(complete.packages).toMatchObject(LOCK.packages)
    const added = { version: '1.2.3', dev: true, optional: true }
    expect(complete.packages['node_modules/@r/binding-darwin-arm64']).toEqual({
      ...added,
      os: ['darwin'],
      cpu: ['arm64'],
    })
    expect(complete.packages['node_modules/@r/binding-linux-arm64-musl']).toEqual({
      ...added,
      os: ['linux'],
      cpu: ['arm64'],
      libc: ['musl'],
    })
    expect(complete.packages['node_modules/@r/binding-wasm32-wasi']).toEqual({ ...added, cpu: ['wasm32'] })
    expect(completeLock(complete)).toEqual(complete)
  })

  it('keeps what an earlier lock knew of the same version, and no older one', () => {
    const earlier = completeLock(LOCK)
    const known = { version: '1.2.3', os: ['darwin'], cpu: ['arm64'], integrity: 'sha512-known' }
    const old = { version: '1.0.0', integrity: 'sha512-old' }
    earlier.packages['node_modules/@r/binding-darwin-arm64'] = known
    earlier.packages['node_modules/@r/binding-wasm32-wasi'] = old
    const { packages } = completeLock(LOCK, earlier)
    expect(packages['node_modules/@r/binding-darwin-arm64']).toEqual(known)
    expect(packages['node_modules/@r/binding-wasm32-wasi']).not.toHaveProperty('integrity')
  })

  it('forgets what was only completed, so that a registry which has it is asked', () => {
    const known = { version: '1.0.0', integrity: 'sha512-known' }
    const packages = { '': {}, 'packages/tool': {}, 'node_modules/known': known }
    const link = { 'node_modules/tool': { resolved: 'packages/tool', link: true } }
    const lock = {
      packages: { ...packages, ...link, 'node_modules/guessed': { version: '1.0.0', cpu: ['x64'] } },
    }
    expect(withoutUnknown(lock)).toEqual({ packages: { ...packages, ...link } })
  })

  it('refuses to guess what a package is for whose name does not say it', () => {
    const packages = { ...LOCK.packages, 'node_modules/z': { optionalDependencies: { mystery: '^1.0.0' } } }
    expect(() => completeLock({ ...LOCK, packages })).toThrow(/mystery@\^1\.0\.0/)
  })

  it('gets addresses for an install and loses all of them for a commit', () => {
    const { packages } = withAddresses(LOCK, (name: string) => `https://registry.example/${name.length}/`)
    expect(packages['node_modules/r/node_modules/deep'].resolved).toBe(
      'https://registry.example/8/@s/other/-/other-2.0.0.tgz',
    )
    expect(packages['node_modules/r'].resolved).toBe('https://registry.example/1/r/-/r-1.2.3.tgz')
    expect(packages['node_modules/tool']).toEqual(LOCK.packages['node_modules/tool'])
    expect(JSON.stringify(withoutAddresses({ ...LOCK, packages }))).not.toContain('://')
    expect(withoutAddresses(LOCK).packages['node_modules/tool']).toEqual(LOCK.packages['node_modules/tool'])
  })
})
