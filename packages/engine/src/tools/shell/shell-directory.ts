import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join, relative, sep } from 'node:path'

/** Where the shell stands: a `cd` in one command holds for the next, as long as it stays in the project. */
export interface ShellDirectory {
  /** The folder of the next command. */
  get(project: string): string
  /** Goes there if that is allowed; else back to the project, and says so. */
  move(project: string, to: string): string | null
}

/** A directory for one agent; `additionalDirectories` are allowed beside the project. */
export function createShellDirectory(additionalDirectories: readonly string[] = []): ShellDirectory {
  const current = new Map<string, string>()
  return {
    get(project) {
      const folder = current.get(project)
      return folder !== undefined && existsSync(folder) ? folder : project
    },
    move(project, to) {
      if ([project, ...additionalDirectories].some(root => isInside(to, root))) {
        current.set(project, to)
        return null
      }
      current.delete(project)
      return `The shell is back in ${project}: ${to} is outside of the project.`
    },
  }
}

/** A command that also leaves a note of the folder in which it ended. The exit code stays its own. */
export function withDirectoryNote(command: string): { readonly script: string; readonly noteFile: string } {
  const noteFile = join(tmpdir(), `antiphon-cwd-${randomUUID()}`)
  const trap = quote(`command pwd -P 2>/dev/null >${quote(noteFile)}`)
  return { script: `trap ${trap} EXIT\n${command}`, noteFile }
}

/** The folder that was noted; null where the command ended without a note: killed, replaced, or with a trap of its own. */
export async function takeDirectoryNote(noteFile: string): Promise<string | null> {
  try {
    const folder = (await readFile(noteFile, 'utf8')).replace(/\r?\n$/, '')
    return isAbsolute(folder) ? folder : null
  } catch {
    return null
  } finally {
    await rm(noteFile, { force: true })
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function isInside(path: string, root: string): boolean {
  const way = relative(realPath(root), path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
