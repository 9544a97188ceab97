// Builds the page that `antiphon open` serves. Does nothing where it is newer than every source of it.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuilt, markBuilt } from './built-mark.mjs'

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url))
const WEB = join(PACKAGES, 'web')
/** Another version of a library makes another page. */
const LOCK = fileURLToPath(new URL('../package-lock.json', import.meta.url))

/** True where the page is there and up to date. */
export function isPageBuilt() {
  return isBuilt(join(WEB, 'dist'), {
    files: [fileURLToPath(import.meta.url), LOCK, join(WEB, 'index.html'), join(WEB, 'vite.config.ts')],
    folders: ['web/src', 'core/src', 'contract/src', 'server/src/protocol', 'host/src/person'].map(name =>
      join(PACKAGES, name),
    ),
  })
}

/** Builds the page if it is not up to date; vitest calls it before all tests. */
export async function setup() {
  if (isPageBuilt()) return
  // Tests call themselves `test`, of which React would make its slow self.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    const { build } = await import('vite')
    await build({ configFile: join(WEB, 'vite.config.ts'), logLevel: 'error' })
    markBuilt(join(WEB, 'dist'))
  } finally {
    restore('NODE_ENV', NODE_ENV)
  }
}

function restore(name, value) {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup()
