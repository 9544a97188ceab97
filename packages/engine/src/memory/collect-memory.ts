import type { MemoryFile } from '@antiphon/core'
import { personFolder } from '../settings/person-folder.ts'
import type { SettingSource } from '../settings/settings.ts'
import {
  createMemoryBudget,
  type MemoryFilter,
  type MemoryProblem,
  memoryCandidates,
  readMemoryFile,
} from './read-memory-file.ts'

export type MemoryOptions = {
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whose words count; everybody's unless told. */
  readonly sources?: readonly SettingSource[]
  /** What rules let the model see; everything unless told. */
  readonly mayRead?: MemoryFilter
}

/** The instructions of a person and a project. */
export type Memory = {
  /** The most general first; what a file imports stands before it. */
  readonly files: readonly MemoryFile[]
  readonly problems: readonly MemoryProblem[]
}

/** Reads all that the agent is to be told about the person's and the project's ways; in a fixed order, bounded. */
export async function collectMemory(options: MemoryOptions): Promise<Memory> {
  const { cwd, home, env, sources = ['user', 'project', 'local'], mayRead = () => true } = options
  const configDirectory = personFolder({ home, env })
  const problems: MemoryProblem[] = []
  const budget = createMemoryBudget()
  const reading = { cwd, home, mayRead, seen: new Set<string>(), problems, budget }
  const files: MemoryFile[] = []
  for (const candidate of memoryCandidates({ cwd, configDirectory }))
    if (sources.includes(SOURCE_OF[candidate.type])) files.push(...(await readMemoryFile(candidate, reading)))
  return { files: fitIntoBudget(files, problems), problems }
}

const SOURCE_OF = { User: 'user', Project: 'project', Local: 'local' } as const

/** The files as one text, each under its path. */
export function formatMemory(files: readonly MemoryFile[]): string {
  return files
    .map(
      ({ path, type, content }) =>
        `Contents of ${path} (${DESCRIPTIONS[type ?? ''] ?? 'instructions'}):\n\n${content}`,
    )
    .join('\n\n')
}

const LONGEST_MEMORY = 200_000

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  User: "the person's instructions for all projects",
  Project: "the project's instructions",
  Local: "the person's own instructions for this project",
}

/** The nearest instructions matter most, so that the most general ones give way. */
function fitIntoBudget(files: readonly MemoryFile[], problems: MemoryProblem[]): readonly MemoryFile[] {
  let left = LONGEST_MEMORY
  const kept = files.toReversed().filter(({ path, content }) => {
    left -= content.length
    if (left < 0) problems.push({ path, what: 'there are too many instructions: it was left out' })
    return left >= 0
  })
  return kept.toReversed()
}
