// `npm run clean`: removes what was built and measured. Packages and what was fetched stay.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BUILT = ['dist', 'bundle', 'types', 'tsconfig.tsbuildinfo']

const packages = readdirSync(join(ROOT, 'packages')).map(name => join(ROOT, 'packages', name))
const built = packages.flatMap(folder => BUILT.map(name => join(folder, name)))
for (const path of [
  ...built,
  join(ROOT, 'packages/cli/web'),
  join(ROOT, 'coverage'),
  join(ROOT, 'test-results'),
]) {
  if (!existsSync(path)) continue
  rmSync(path, { recursive: true })
  console.log(`removed ${path.slice(ROOT.length)}`)
}
