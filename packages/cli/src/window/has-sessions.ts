import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Whether any session lies below the roots; looks no further than the first. */
export async function hasSessions(roots: readonly string[]): Promise<boolean> {
  for (const root of roots) {
    const projects = join(root, 'projects')
    for (const project of await listNames(projects))
      if ((await listNames(join(projects, project))).some(name => SESSION.test(name))) return true
  }
  return false
}

const SESSION = /\.jsonl(?:\.gz)?$/

/** What cannot be listed is told by the list of sessions; here it holds none. */
async function listNames(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => [])
}
