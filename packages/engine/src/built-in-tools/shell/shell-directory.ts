import { randomUUID } from 'node:crypto'
import { constants, existsSync, realpathSync, statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join, relative, sep } from 'node:path'
import { orElse } from '../../files/or-else.ts'

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
export function withDirectoryNote(
  command: string,
  folder: string = tmpdir(),
): { readonly script: string; readonly noteFile: string } {
  const noteFile = join(folder, `antiphon-cwd-${randomUUID()}`)
  const trap = quote(`command pwd -P 2>/dev/null >${quote(noteFile)}`)
  return { script: `trap ${trap} EXIT\n${command}`, noteFile }
}

/** The folder that was noted; null where the command ended without a note: killed, replaced, or with a trap of its own. */
export async function takeDirectoryNote(noteFile: string): Promise<string | null> {
  try {
    // The command could have put a link to anything there.
    const file = await open(noteFile, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stats = await file.stat()
      if (!stats.isFile() || stats.size > LONGEST_NOTE || stats.nlink > 1) return null
      const folder = (await file.readFile('utf8')).replace(/\r?\n$/, '')
      // A note that the command wrote itself may lead elsewhere by a link.
      const isReal = isAbsolute(folder) && realpathSync(folder) === folder
      return isReal && statSync(folder).isDirectory() ? folder : null
    } finally {
      await file.close()
    }
  } catch {
    return null
  } finally {
    await rm(noteFile, { force: true, recursive: true })
  }
}

const LONGEST_NOTE = 16_384

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function isInside(path: string, root: string): boolean {
  const way = relative(
    orElse(() => realpathSync(root), root),
    path,
  )
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}
