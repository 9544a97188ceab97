import { readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** The branch that a folder is on, read from its repository without running anything; null where there is none. */
export async function readBranch(folder: string): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    const git = join(at, '.git')
    const found = await stat(git).catch(() => null)
    if (found) return readHead(found.isDirectory() ? git : await readLink(git, at))
    if (dirname(at) === at) return null
  }
}

/** A worktree has a file that says where its repository is. */
async function readLink(file: string, folder: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return resolve(folder, /^gitdir: (.+)$/m.exec(text)?.[1] ?? '.git')
}

async function readHead(git: string): Promise<string | null> {
  const head = await readFile(join(git, 'HEAD'), 'utf8').catch(() => '')
  return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1] ?? (/^[0-9a-f]{7}/.exec(head)?.[0] || null)
}
