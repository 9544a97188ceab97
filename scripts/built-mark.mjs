// A built folder bears a mark that is made last: one that was stopped half-way counts as not built.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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

/** Says that a folder is whole now, and which files make it. */
export function markBuilt(folder, files = []) {
  writeFileSync(join(folder, MARK), JSON.stringify(files))
}

/** The files of the last whole build. */
export function listBuilt(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, MARK), 'utf8'))
  } catch {
    return []
  }
}

/** Removes what other builds left in a flat folder. */
export function keepOnly(folder, files) {
  const wanted = new Set([...files, MARK])
  for (const name of readdirSync(folder))
    if (!wanted.has(name)) rmSync(join(folder, name), { recursive: true })
}

function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
