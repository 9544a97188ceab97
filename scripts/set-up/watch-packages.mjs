import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readRefusal } from './npm-output.mjs'

const LOOK_MS = 200
const FEW = 5

/**
 * Tells how many of the packages are in a folder into which npm installs, which came last, and once few are missing
 * which. npm itself says only when a download begins.
 */
export function watchPackages(packages, { folder, progress }) {
  let missing = packages
  let refusal = ''
  function look() {
    const left = missing.filter(({ path }) => !existsSync(join(folder, path, 'package.json')))
    const last = missing.find(entry => !left.includes(entry))
    if (last) refusal = ''
    missing = left
    show(last)
  }
  function show(last) {
    if (packages.length === 0) return progress.update(refusal || 'asking the registry')
    const count = packages.length - missing.length
    const news = refusal || describe(count, last)
    progress.update(`${count} of ${packages.length} packages${news && ` · ${news}`}`, count / packages.length)
  }
  function describe(count, last) {
    if (count === 0) return 'asking the registry'
    if (missing.length === 0) return 'nearly done'
    const [{ name, version }] = missing.length <= FEW || !last ? missing : [last]
    return `${name} ${version}`
  }
  show()
  const timer = setInterval(look, LOOK_MS)
  return {
    stop: () => clearInterval(timer),
    onLine(line) {
      const status = readRefusal(line)
      if (status === null) return
      refusal = `the registry answered ${status}; asking again`
      show()
    },
  }
}
