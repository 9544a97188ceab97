import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceFolder } from './replace-folder.mjs'

const NAME = 'stage-'

/**
 * A folder in which npm installs, with the project's manifests and a lock of our making. The project gets what came of
 * it whole, by renaming, or not at all: whoever stops an install keeps what was there before.
 */
export function createStage(root, { lock }) {
  // One that was killed may have left an npm that is still at work: it must not find its folder again.
  removeStages(root)
  mkdirSync(join(root, '.set-up'), { recursive: true })
  const folder = mkdtempSync(join(root, '.set-up', NAME))
  const workspaces = listWorkspaces(root)
  const programs = workspaces.flatMap(workspace => programsOf(root, workspace))
  const manifests = ['', ...workspaces].map(workspace => join(workspace, 'package.json'))
  for (const path of ['.npmrc', ...manifests, ...programs]) copy(path)
  if (lock) writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))

  function copy(path) {
    if (!existsSync(join(root, path))) return
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }

  return {
    folder,
    remove: () => remove(folder),
    /** Puts what was installed into the project. */
    moveIn() {
      for (const [index, workspace] of [...workspaces, ''].entries())
        replaceFolder(join(root, workspace, 'node_modules'), {
          by: join(folder, workspace, 'node_modules'),
          old: join(folder, `old-${index}`),
        })
      // As npm does with those that it links.
      for (const program of programs)
        if (existsSync(join(root, program))) chmodSync(join(root, program), 0o755)
      if (process.platform === 'win32') linkAgain(root)
    },
  }
}

/** Removes what those have left that were killed. */
export function removeStages(root) {
  const all = join(root, '.set-up')
  if (!existsSync(all)) return
  for (const name of readdirSync(all).filter(entry => entry.startsWith(NAME))) remove(join(all, name))
}

/** The folders of the project's own packages, relative to its root. */
export function listWorkspaces(root) {
  return readdirSync(join(root, 'packages'))
    .map(name => join('packages', name))
    .filter(folder => existsSync(join(root, folder, 'package.json')))
}

/** What cannot be removed now is removed the next time. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  } catch {}
}

function programsOf(root, workspace) {
  const { bin = {} } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))
  const paths = typeof bin === 'string' ? [bin] : Object.values(bin)
  return paths.map(path => join(workspace, path))
}

/** A junction of Windows names the folder that it was made in. */
function linkAgain(root) {
  for (const workspace of listWorkspaces(root)) {
    const { name } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))
    const link = join(root, 'node_modules', name)
    rmSync(link, { recursive: true, force: true })
    symlinkSync(join(root, workspace), link, 'junction')
  }
}
