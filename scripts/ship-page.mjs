// Before the package of the executable is packed: compiles it, leaves in its bundle only what is built today, and puts the
// page into it; `--undo` takes the page out again, since in the source tree it is served from where it is built.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleToShip } from './bundle.mjs'

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url))
const SHIPPED = join(PACKAGES, 'cli', 'web')

rmSync(SHIPPED, { recursive: true, force: true })
if (!process.argv.includes('--undo')) {
  await import('./build.mjs')
  await bundleToShip()
  cpSync(join(PACKAGES, 'web', 'dist'), SHIPPED, { recursive: true })
}
