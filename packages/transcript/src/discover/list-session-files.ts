import { statSync } from 'node:fs'
import { type DiscoveryProblem, toDiscoveryProblem } from './discovery-problem.ts'
import { type SessionFile, sessionIdOf } from './session-summary.ts'
import { listSubagents, type ProjectFolder, walkProjects } from './walk-projects.ts'

/** A file of a session with its project and its age, before anything of it was read. */
export type ListedFile = SessionFile & {
  readonly project: ProjectFolder
  /** Milliseconds of the epoch. */
  readonly modifiedAt: number
}

export type Listing = {
  /** The newest first. */
  readonly files: readonly ListedFile[]
  readonly problems: readonly DiscoveryProblem[]
}

export type ListSessionFilesOptions = {
  /** Also the logs of subagents, each as a file of its own. */
  readonly hasSubagents?: boolean
}

/** Every session below the roots, by names and ages alone. What cannot be looked into is told. */
export async function listSessionFiles(
  roots: readonly string[],
  { hasSubagents = false }: ListSessionFilesOptions = {},
): Promise<Listing> {
  const named: Named[] = []
  const problems: DiscoveryProblem[] = []
  for await (const found of walkFiles(roots, project => [
    ...project.sessions,
    ...(hasSubagents ? [...project.strays, ...project.folders] : []),
  ]))
    if ('kind' in found) problems.push(found)
    else named.push(found)
  const files: ListedFile[] = []
  for (const listed of named.map(addAge)) {
    if (listed.kind === 'problem') problems.push(listed)
    else files.push(listed)
  }
  files.sort((one, other) => other.modifiedAt - one.modifiedAt || (one.path < other.path ? -1 : 1))
  return { files, problems }
}

type Named = { readonly file: SessionFile; readonly project: ProjectFolder }

/** The files of all projects that are chosen, and of each folder that is, the logs of the subagents in it. */
async function* walkFiles(
  roots: readonly string[],
  choose: (project: ProjectFolder) => readonly (SessionFile | string)[],
): AsyncGenerator<Named | DiscoveryProblem, void, undefined> {
  for (const root of roots)
    for await (const project of walkProjects(root)) {
      if (project.kind === 'problem') yield project
      else
        for (const chosen of choose(project))
          for (const file of typeof chosen === 'string' ? await listSubagents(project, chosen) : [chosen])
            yield file.kind === 'problem' ? file : { file, project }
    }
}

/** Asked at once: to ask beside other work takes ten times as long as the answer. */
function addAge({ file, project }: Named): ListedFile | DiscoveryProblem {
  try {
    const stats = statSync(file.path)
    if (stats.isDirectory())
      return { kind: 'problem', path: file.path, code: 'EISDIR', reason: 'is a folder and no file' }
    if (!stats.isFile())
      return { kind: 'problem', path: file.path, code: 'EINVAL', reason: 'is no regular file' }
    return { ...file, project, modifiedAt: stats.mtimeMs }
  } catch (error) {
    return toDiscoveryProblem(error, file.path)
  }
}

export type FoundSessionFiles = {
  /** One where the name is clear; several where it is not. */
  readonly files: readonly SessionFile[]
  readonly problems: readonly DiscoveryProblem[]
}

/**
 * The files whose session id, or `agent-<id>` of a subagent, is `name`; else those whose id begins with it. Looks at
 * names alone and opens no file.
 */
export async function findSessionFiles(roots: readonly string[], name: string): Promise<FoundSessionFiles> {
  const files: SessionFile[] = []
  const problems: DiscoveryProblem[] = []
  for await (const found of walkFiles(roots, project =>
    name.startsWith(AGENT) ? [...project.strays, ...project.folders] : project.sessions,
  )) {
    if ('kind' in found) problems.push(found)
    else if (sessionIdOf(found.file).startsWith(name)) files.push(found.file)
  }
  const same = files.filter(file => sessionIdOf(file) === name)
  return { files: same.length > 0 ? same : files, problems }
}

const AGENT = 'agent-'

/**
 * What `work` makes of each item, in the order of the items, with at most `limit` at work. Who stops asking stops the
 * work: what has begun ends, nothing more begins. `work` must not throw.
 */
export async function* mapInOrder<T, R>(
  items: Iterable<T>,
  { limit, work }: { readonly limit: number; readonly work: (item: T) => Promise<R> },
): AsyncGenerator<R, void, undefined> {
  const running: Promise<R>[] = []
  try {
    for (const item of items) {
      running.push(work(item))
      if (running.length < limit) continue
      const next = running.shift()
      if (next) yield await next
    }
    for (let next = running.shift(); next; next = running.shift()) yield await next
  } finally {
    await Promise.allSettled(running)
  }
}
