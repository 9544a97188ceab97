// Builds the page that `antiphon open` serves. Does nothing where it is newer than every source of it.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url))
const WEB = join(PACKAGES, 'web')

/** Builds the page if it is not up to date; vitest calls it before all tests. */
export async function setup() {
  if (newestSource() <= timeOf(join(WEB, 'dist', 'index.html'))) return
  // Tests call themselves `test`, of which React would make its slow self.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    const { build } = await import('vite')
    await build({ configFile: join(WEB, 'vite.config.ts'), logLevel: 'error' })
  } finally {
    restore('NODE_ENV', NODE_ENV)
  }
}

function restore(name, value) {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}

function newestSource() {
  const folders = ['web/src', 'core/src'].map(name => join(PACKAGES, name))
  const files = folders.flatMap(folder =>
    readdirSync(folder, { recursive: true }).map(name => join(folder, name)),
  )
  return Math.max(
    ...[fileURLToPath(import.meta.url), join(WEB, 'index.html'), join(WEB, 'vite.config.ts'), ...files].map(
      timeOf,
    ),
  )
}

function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup()
