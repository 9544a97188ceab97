import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestPackage } from './local-registry.ts'

export type TestProject = {
  readonly root: string
  /** An npm that knows this registry and a cache of its own. */
  readonly env: (registry: string) => NodeJS.ProcessEnv
  readonly remove: () => void
}

export type TestProjectOptions = {
  /** What it starts with. */
  readonly needed: readonly TestPackage[]
  readonly forTests: readonly TestPackage[]
  /** What npm may leave out without a word. */
  readonly optional: readonly TestPackage[]
}

/** A project with one workspace and a lock. */
export function createTestProject({ needed, forTests, optional }: TestProjectOptions): TestProject {
  const base = mkdtempSync(join(tmpdir(), 'antiphon-set-up-'))
  const root = join(base, 'project')
  const manifest = {
    name: 'project',
    version: '1.0.0',
    workspaces: ['packages/*'],
    dependencies: toVersions(needed),
    devDependencies: toVersions(forTests),
    optionalDependencies: toVersions(optional),
  }
  const tool = { name: 'tool', version: '1.0.0', bin: { tool: 'bin/tool.js' } }
  mkdirSync(join(root, 'packages', 'tool', 'bin'), { recursive: true })
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(root, 'packages', 'tool', 'package.json'), JSON.stringify(tool))
  writeFileSync(
    join(root, 'packages', 'tool', 'bin', 'tool.js'),
    '#!/usr/bin/env node\nconsole.log("runs")\n',
  )
  const packages = {
    '': manifest,
    'node_modules/tool': { resolved: 'packages/tool', link: true },
    'packages/tool': tool,
    ...toEntries(needed, {}),
    ...toEntries(forTests, { dev: true }),
    ...toEntries(optional, { optional: true }),
  }
  const lock = { name: 'project', version: '1.0.0', lockfileVersion: 3, requires: true, packages }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock))
  return {
    root,
    env: registry => ({
      PATH: process.env.PATH,
      HOME: base,
      npm_config_registry: registry,
      npm_config_cache: join(base, 'cache'),
      npm_config_update_notifier: 'false',
    }),
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}

function toVersions(packages: readonly TestPackage[]): Record<string, string> {
  return Object.fromEntries(packages.map(({ name, version }) => [name, version]))
}

function toEntries(packages: readonly TestPackage[], more: object): Record<string, object> {
  return Object.fromEntries(
    packages.map(({ name, version, integrity }) => [`node_modules/${name}`, { version, integrity, ...more }]),
  )
}
