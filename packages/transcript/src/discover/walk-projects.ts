import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDraftName } from '../file/draft-name.ts'
import { type DiscoveryProblem, toDiscoveryProblem } from './discovery-problem.ts'
import type { SessionFile } from './session-summary.ts'

/** The files of one project, told apart by their names alone. */
export type ProjectFolder = {
  readonly kind: 'project'
  readonly root: string
  readonly project: string
  /** `<session>.jsonl` */
  readonly sessions: readonly SessionFile[]
  /** `agent-<id>.jsonl` beside the sessions, as older versions wrote it: only its content tells whose it is. */
  readonly strays: readonly SessionFile[]
  /** The names of folders: a session's holds its subagents. */
  readonly folders: ReadonlySet<string>
}

/** The projects of a root, a folder at a time; a root without `projects` has none. */
export async function* walkProjects(
  root: string,
): AsyncGenerator<ProjectFolder | DiscoveryProblem, void, undefined> {
  const path = join(root, 'projects')
  const found = await listFolder(path)
  if ('code' in found) {
    if (found.code !== 'ENOENT') yield found
    return
  }
  for (const entry of found) {
    // A link may stand for a folder: people move projects to other disks.
    if (!entry.isDirectory() && !entry.isSymbolicLink()) continue
    const project = await readProject(root, entry.name)
    const isLinkToFile = 'code' in project && project.code === 'ENOTDIR' && entry.isSymbolicLink()
    if (!isLinkToFile) yield project
  }
}

/** The logs of a session's subagents, at any depth of its folder. */
export async function listSubagents(
  { root, project }: Pick<ProjectFolder, 'root' | 'project'>,
  session: string,
): Promise<readonly (SessionFile | DiscoveryProblem)[]> {
  const found: (SessionFile | DiscoveryProblem)[] = []
  const folder = join(root, 'projects', project, session)
  await collect([])
  return found

  async function collect(below: readonly string[]): Promise<void> {
    const entries = await listFolder(join(folder, ...below))
    if ('code' in entries) {
      found.push(entries)
      return
    }
    for (const entry of entries) {
      if (entry.isDirectory()) {
        if (below.length < DEEPEST) await collect([...below, entry.name])
      } else if (isAgentLog(entry.name)) {
        const subpath = [...below, withoutExtension(entry.name)].join('/')
        const path = join(folder, ...below, entry.name)
        found.push({ kind: 'subagent', key: { project, session, subpath }, path, root })
      }
    }
  }
}

const EXTENSION = '.jsonl'
const AGENT = 'agent-'
// Two are known; links are not followed, so that only a hostile tree is deeper.
const DEEPEST = 8

async function readProject(root: string, project: string): Promise<ProjectFolder | DiscoveryProblem> {
  const folder = join(root, 'projects', project)
  const entries = await listFolder(folder)
  if ('code' in entries) return entries
  const logs = entries.filter(({ name }) => name.endsWith(EXTENSION) && name !== EXTENSION)
  const toFile =
    (kind: SessionFile['kind']) =>
    ({ name }: Dirent): SessionFile => {
      const key = { project, session: withoutExtension(name) }
      return { kind, key, path: join(folder, name), root }
    }
  return {
    kind: 'project',
    root,
    project,
    sessions: logs.filter(({ name }) => !isAgentLog(name)).map(toFile('session')),
    strays: logs.filter(({ name }) => isAgentLog(name)).map(toFile('subagent')),
    folders: new Set(
      entries.filter(entry => entry.isDirectory() && !isDraftName(entry.name)).map(({ name }) => name),
    ),
  }
}

async function listFolder(path: string): Promise<readonly Dirent[] | DiscoveryProblem> {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch (error) {
    return toDiscoveryProblem(error, path)
  }
}

function isAgentLog(name: string): boolean {
  return name.startsWith(AGENT) && name.endsWith(EXTENSION)
}

function withoutExtension(name: string): string {
  return name.slice(0, -EXTENSION.length)
}
