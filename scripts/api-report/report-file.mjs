import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where the report of a package is kept. */
export function reportFile(name) {
  return fileURLToPath(new URL(`../../docs/api/${name}.md`, import.meta.url))
}

/** True for a package that is published and imported by others: the page and the executable are not. */
export function hasReport(name) {
  const manifest = new URL(`../../packages/${name}/package.json`, import.meta.url)
  const { private: isPrivate, bin, exports } = JSON.parse(readFileSync(manifest, 'utf8'))
  return !isPrivate && !bin && exports !== undefined
}
