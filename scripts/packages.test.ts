import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { sweepFolder } from './sweep-compiled.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PACKAGES = readdirSync(join(ROOT, 'packages'))
const URL_OF_ALL = 'https://github.com/antiphon/antiphon'

type Manifest = {
  readonly name: string
  readonly private?: boolean
  readonly description: string
  readonly license: string
  readonly files?: readonly string[]
  readonly keywords: readonly string[]
  readonly homepage: string
  readonly bugs: string
  readonly repository: { readonly url: string; readonly directory: string }
  readonly publishConfig?: { readonly access: string }
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly bin?: Readonly<Record<string, string>>
}
type Packed = { readonly name: string; readonly files: readonly { readonly path: string }[] }

const readManifest = (name: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'))

describe('every package', () => {
  it.each(PACKAGES)('%s says what it is, where it is from and under which licence', name => {
    const manifest = readManifest(name)
    expect(manifest.license).toBe('MIT')
    expect(manifest.description).toMatch(/\w.*\.$/)
    expect(manifest.keywords).toContain('coding-agent')
    expect(manifest.homepage.startsWith(URL_OF_ALL)).toBe(true)
    expect(manifest.bugs).toBe(`${URL_OF_ALL}/issues`)
    expect(manifest.repository).toMatchObject({
      url: `git+${URL_OF_ALL}.git`,
      directory: `packages/${name}`,
    })
    if (!manifest.private) expect(manifest.publishConfig).toEqual({ access: 'public' })
    const folder = join(ROOT, 'packages', name)
    expect(readFileSync(join(folder, 'README.md'), 'utf8').startsWith(`# ${manifest.name}\n`)).toBe(true)
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'))
  })
})

describe('what is packed', () => {
  let packed: readonly Packed[] = []
  beforeAll(() => {
    // The scripts would build, and put the page where tests look for it.
    const args = [
      'pack',
      '--dry-run',
      '--json',
      '--ignore-scripts',
      '-w',
      'antiphon',
      '-w',
      '@antiphon/search',
    ]
    const stdout = execFileSync('npm', args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 10_000_000,
      shell: process.platform === 'win32',
    })
    packed = JSON.parse(stdout)
  })
  const libraries = PACKAGES.filter(name => name !== 'cli' && !readManifest(name).private)

  it('is chosen by the same list in every library', () => {
    for (const name of libraries) expect(readManifest(name).files).toEqual(readManifest('search').files)
  })

  // Zipping all of them takes seconds.
  it.each(['cli', 'search'])('of %s is what its users need, and nothing that its makers need', name => {
    const manifest = readManifest(name)
    const paths = packed.find(({ name }) => name === manifest.name)?.files.map(({ path }) => path) ?? []
    const allowed =
      name === 'cli'
        ? /^(?:bin\/(?:antiphon\.js|package\.json)|bundle\/(?:[\w-]+\.(?:js|css)|package\.json)|demo\/projects\/.+\.jsonl|skills\/[\w-]+\/SKILL\.md|dist\/.+\.(?:js|d\.ts)(?:\.map)?)$/
        : /^(?:bundle\/[\w-]+\.js(?:\.map)?|dist\/.+\.d\.ts(?:\.map)?|src\/.+\.ts)$/
    const always = ['LICENSE', 'README.md', 'package.json']
    expect(always.filter(path => !paths.includes(path))).toEqual([])
    const others = paths.filter(path => !always.includes(path) && !allowed.test(path))
    expect(others).toEqual([])
    expect(paths.filter(path => /\.test\.|\/testing\/|\.tsbuildinfo$/.test(path))).toEqual([])
    const targets = Object.values(manifest.exports).flatMap(target => Object.values(target))
    const needed = [...targets, ...Object.values(manifest.bin ?? {})].map(path => path.replace(/^\.\//, ''))
    const isShipped = (path: string): boolean =>
      paths.includes(path) || !existsSync(join(ROOT, 'packages', name, path))
    // In its own package the executable is started from its bundle; its sources are for this tree alone.
    const missing = needed.filter(path => !isShipped(path) && !(name === 'cli' && path.startsWith('src/')))
    expect(missing).toEqual([])
  })
})

describe('sweepFolder', () => {
  it('removes what was compiled from a source that is gone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'antiphon-sweep-'))
    const write = (path: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), '')
    }
    const made = ['.js', '.js.map', '.d.ts', '.d.ts.map']
    write('src/here/a.ts')
    for (const end of made) for (const stem of ['here/a', 'gone/b']) write(`dist/${stem}${end}`)
    sweepFolder(join(folder, 'dist'), join(folder, 'src'))
    expect(readdirSync(join(folder, 'dist/here')).length).toBe(made.length)
    expect(readdirSync(join(folder, 'dist/gone'))).toEqual([])
    rmSync(folder, { recursive: true })
  })
})
