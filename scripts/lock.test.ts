import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { missingOptional, packagesOf } from './set-up/lock-file.mjs'
import { listWorkspaces } from './set-up/stage.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TEXT = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
const LOCK = JSON.parse(TEXT)
const MACHINE = { os: 'linux', cpu: 'x64', libc: 'glibc' }
/** What a clone brought before there was a lock. */
const PACKAGES_BEFORE = 372

const unknown = Object.entries<{ link?: true; dev?: true; integrity?: string }>(LOCK.packages).filter(
  ([path, { link, integrity = '' }]) =>
    path.includes('node_modules/') && !link && !/^sha512-/.test(integrity),
)
const manifests = ['', ...listWorkspaces(ROOT)]
type Manifest = Record<string, Record<string, string> | undefined>

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'))
}

describe('package-lock.json', () => {
  it('has an entry for every optional dependency: each system finds its binaries', () => {
    expect(missingOptional(LOCK)).toEqual([])
  })

  it('holds no address: whoever installs has a registry of their own', () => {
    expect(TEXT.match(/.*:\/\/.*/g)).toBe(null)
  })

  it('knows the content of all that `npm start` takes, on every system', () => {
    expect(unknown.filter(([, { dev }]) => !dev)).toEqual([])
  })

  it("knows the content of all else, too, but for tools' binaries that a registry without other systems has not got", () => {
    const OTHERS = /^node_modules\/(?:@biomejs\/cli|@ccusage\/ccusage)-(?!linux-x64$)/
    expect(unknown.filter(([path]) => !OTHERS.test(path))).toEqual([])
    if (unknown.length > 0)
      console.log(`${unknown.length} binaries of other systems have no integrity in the lock`)
  })

  it('fits the manifests, word by word', () => {
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
    const differences = manifests.flatMap(folder => {
      const manifest = readManifest(folder)
      return kinds.filter(
        kind => JSON.stringify(manifest[kind]) !== JSON.stringify(LOCK.packages[folder]?.[kind]),
      )
    })
    expect(differences).toEqual([])
  })

  it('fits the manifests, as npm sees it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'antiphon-lock-'))
    try {
      const files = ['package-lock.json', ...manifests.map(name => join(name, 'package.json'))]
      for (const file of files) {
        mkdirSync(dirname(join(folder, file)), { recursive: true })
        cpSync(join(ROOT, file), join(folder, file))
      }
      const args = ['ci', '--dry-run', '--offline', '--ignore-scripts', '--include=dev']
      const output = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
      expect(output).toMatch(/added \d+ packages/)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('names exact versions in the manifests only', () => {
    const ranges = manifests.flatMap(folder => {
      const { dependencies, devDependencies } = readManifest(folder)
      return Object.entries({ ...dependencies, ...devDependencies }).filter(
        ([, version]) => !/^\d/.test(version),
      )
    })
    expect(ranges).toEqual([])
  })
})

describe('what `npm start` brings', () => {
  const start = packagesOf(LOCK, { everything: false, machine: MACHINE })

  it('is less than half of what it was', () => {
    expect(start.length).toBeLessThanOrEqual(PACKAGES_BEFORE / 2)
  })

  it('is nothing that only tests, checks, benches or few users need', () => {
    const others =
      /^(?:@aws-|@smithy\/|@biomejs\/|@vitest\/|@ai-sdk\/|@anthropic-ai\/(?:bedrock|vertex|claude)|google-auth|typescript|vitest|ai|axe-core|fast-check|playwright|ccusage)/
    expect(start.map(({ name }) => name).filter(name => others.test(name))).toEqual([])
  })

  it("is never Claude Code's own executable of 365 MB, in tests neither", () => {
    const binaries = Object.entries<{ name?: string }>(LOCK.packages).filter(([path]) =>
      /claude-agent-sdk-(?:darwin|linux|win32)/.test(path),
    )
    expect(binaries.map(([, { name }]) => name)).toEqual(Array(8).fill('@favware/skip-dependency'))
  })
})
