// A built folder bears a mark that is made last: one that was stopped half-way counts as not built.
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MARK = '.built'

/** True where a folder was built whole after the last change of its sources: files, and whatever is in folders. */
export function isBuilt(folder, { files, folders }) {
  const within = folders.flatMap(source =>
    readdirSync(source, { recursive: true }).map(name => join(source, name)),
  )
  const builtAt = timeOf(join(folder, MARK))
  return [...files, ...within].every(path => timeOf(path) <= builtAt)
}

/** Says that a folder is whole now. */
export function markBuilt(folder) {
  writeFileSync(join(folder, MARK), '')
}

function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
