import { dirname, join } from 'node:path'

/** A file that may hold instructions for the agent. */
export type MemoryCandidate = {
  readonly path: string
  /** Whose words they are: the person's for all projects, the project's, or the person's for this project. */
  readonly type: MemoryType
  /** The folder that they are about. */
  readonly folder: string
}

export type MemoryType = 'User' | 'Project' | 'Local'

/** Where instructions are looked for, the most general first: the person's, then folder by folder down to `cwd`. */
export function memoryCandidates(options: {
  readonly cwd: string
  readonly configDirectory: string
}): readonly MemoryCandidate[] {
  const { cwd, configDirectory } = options
  const ofPerson = ['CLAUDE.md', 'AGENTS.md'].map(
    (name): MemoryCandidate => ({ path: join(configDirectory, name), type: 'User', folder: configDirectory }),
  )
  const all = [...ofPerson, ...foldersDownTo(cwd).flatMap(candidatesIn)]
  return [...new Map(all.toReversed().map(candidate => [candidate.path, candidate])).values()].toReversed()
}

/** The candidates of one folder. */
export function candidatesIn(folder: string): readonly MemoryCandidate[] {
  return [
    { path: join(folder, 'CLAUDE.md'), type: 'Project', folder },
    { path: join(folder, '.claude', 'CLAUDE.md'), type: 'Project', folder },
    { path: join(folder, 'AGENTS.md'), type: 'Project', folder },
    { path: join(folder, 'CLAUDE.local.md'), type: 'Local', folder },
  ]
}

/** The folders on the way to one, from the root of the file system. */
export function foldersDownTo(folder: string): readonly string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [...foldersDownTo(parent), folder]
}
