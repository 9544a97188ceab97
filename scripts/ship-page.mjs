// Puts the built page into the package of the executable while it is packed; `--undo` takes it out again, since in the
// source tree the page is served from where it is built.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setup as buildPage } from './build-page.mjs'
import { setup as bundle } from './bundle.mjs'

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url))
const SHIPPED = join(PACKAGES, 'cli', 'web')

rmSync(SHIPPED, { recursive: true, force: true })
if (!process.argv.includes('--undo')) {
  await bundle()
  await buildPage()
  cpSync(join(PACKAGES, 'web', 'dist'), SHIPPED, { recursive: true })
}
