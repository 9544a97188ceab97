// The compiler writes and never removes: what it made of a source that is gone would be shipped for ever.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url))

/** Removes from every package's `dist` what no source of today makes. */
export function sweepCompiled() {
  for (const name of readdirSync(PACKAGES)) {
    // The page is made by another tool, which empties its folder.
    if (name !== 'web') sweepFolder(join(PACKAGES, name, 'dist'), join(PACKAGES, name, 'src'))
  }
}

/** Removes from a folder of compiled files what no file of the other one makes. */
export function sweepFolder(compiled, sources) {
  if (!existsSync(compiled)) return
  for (const entry of readdirSync(compiled, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const stem = path.slice(compiled.length + 1).replace(/(?:\.d)?\.(?:js|ts)(?:\.map)?$/, '')
    if (!existsSync(join(sources, `${stem}.ts`))) rmSync(path)
  }
}
