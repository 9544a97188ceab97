import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A package that only the registry of a test has. */
export type TestPackage = {
  readonly name: string
  readonly version: string
  /** What else its manifest says. */
  readonly more: object
  readonly tarball: Buffer
  readonly integrity: string
}

/** A small package as npm would have packed it. */
export function packPackage(name: string, version: string, more: object = {}): TestPackage {
  const folder = mkdtempSync(join(tmpdir(), 'antiphon-pack-'))
  try {
    mkdirSync(join(folder, 'package'))
    writeFileSync(join(folder, 'package', 'package.json'), JSON.stringify({ name, version, ...more }))
    execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder })
    const tarball = readFileSync(join(folder, 'package.tgz'))
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
    return { name, version, more, tarball, integrity }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export type LocalRegistry = {
  readonly url: string
  /** The paths that were asked for, in order. */
  readonly asked: string[]
  readonly close: () => Promise<void>
}

/** Answers a request by itself, or gives false to let the registry do it. */
export type Interception = (path: string, response: ServerResponse, request: IncomingMessage) => boolean

/** A registry on this machine that has only these packages, and does with them what a test wants. */
export async function startRegistry(
  packages: readonly TestPackage[],
  intercept: Interception = () => false,
): Promise<LocalRegistry> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '')
    asked.push(path)
    if (intercept(path, response, request)) return
    const tarball = packages.find(entry => path === tarballPath(entry))
    const named = packages.filter(({ name }) => path === `/${name}`)
    if (tarball) response.end(tarball.tarball)
    else if (named.length > 0) response.end(JSON.stringify(toDocument(named, url)))
    else response.writeHead(404).end('{"error":"not found"}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Where registries keep a package. */
export function tarballPath({ name, version }: Pick<TestPackage, 'name' | 'version'>): string {
  return `/${name}/-/${name.split('/').at(-1)}-${version}.tgz`
}

/** What a registry knows of all versions of a package. */
export function toDocument(
  versions: readonly TestPackage[],
  url: string,
  toPath: (entry: TestPackage) => string = tarballPath,
): object {
  const [{ name } = { name: '' }] = versions
  return {
    name,
    'dist-tags': { latest: versions.at(-1)?.version },
    versions: Object.fromEntries(
      versions.map(entry => [
        entry.version,
        {
          ...{ name, version: entry.version, ...entry.more },
          dist: { tarball: url + toPath(entry), integrity: entry.integrity },
        },
      ]),
    ),
  }
}
