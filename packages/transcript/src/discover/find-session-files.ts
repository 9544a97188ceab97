import { basename } from 'node:path'
import type { DiscoveryProblem } from './discovery-problem.ts'
import type { SessionFile } from './session-file.ts'
import { listSubagents, type ProjectFolder, walkProjects } from './walk-projects.ts'

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
  for (const root of roots)
    for await (const project of walkProjects(root)) {
      if (project.kind === 'problem') problems.push(project)
      else
        for (const file of name.startsWith(AGENT) ? await listAgents(project) : project.sessions) {
          if (file.kind === 'problem') problems.push(file)
          else if (idOf(file).startsWith(name)) files.push(file)
        }
    }
  const same = files.filter(file => idOf(file) === name)
  return { files: same.length > 0 ? same : files, problems }
}

const AGENT = 'agent-'

async function listAgents(project: ProjectFolder): Promise<readonly (SessionFile | DiscoveryProblem)[]> {
  const below: (SessionFile | DiscoveryProblem)[] = [...project.strays]
  for (const session of project.folders) below.push(...(await listSubagents(project, session)))
  return below
}

function idOf({ path }: SessionFile): string {
  return basename(path, '.jsonl')
}
