import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { personFolder } from '../../settings/person-folder.ts'
import type { SettingSource } from '../../settings/settings.ts'
import type { SkillLibrary } from '../../tool/session-services.ts'
import { parseFrontmatter } from './parse-frontmatter.ts'

export type SkillLibraryOptions = {
  /** Folders that hold a folder for each skill; of two skills with one name the first counts. */
  readonly folders: readonly string[]
}

/** The usual places: the person's own skills, then those of the project. */
export function skillFolders(options: {
  readonly cwd: string
  readonly home: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Whose skills count; everybody's unless told. */
  readonly sources?: readonly SettingSource[]
}): readonly string[] {
  const { cwd, sources = ['user', 'project'] } = options
  return [
    ...(sources.includes('user') ? [join(personFolder(options), 'skills')] : []),
    ...(sources.includes('project') ? [join(cwd, '.claude', 'skills')] : []),
  ]
}

/** Reads the skills that there are now; a skill's instructions are read when they are needed. */
export async function createSkillLibrary({ folders }: SkillLibraryOptions): Promise<SkillLibrary> {
  const found = await Promise.all(folders.map(findSkills))
  const skills = new Map<string, Skill>()
  for (const skill of found.flat()) if (!skills.has(skill.name)) skills.set(skill.name, skill)
  return {
    list: () => [...skills.values()].map(({ name, description }) => ({ name, description })),
    async load(name) {
      const file = skills.get(name)?.file
      const text = file === undefined ? null : await readSkill(file)
      if (file === undefined || text === null) return null
      return `Base directory for this skill: ${dirname(file)}\n\n${parseFrontmatter(text).body.trim()}`
    },
  }
}

type Skill = { readonly name: string; readonly description: string; readonly file: string }

async function findSkills(folder: string): Promise<readonly Skill[]> {
  const names = await readdir(folder).catch(() => [])
  const skills = await Promise.all(
    names.toSorted().map(name => describeSkill(join(folder, name, 'SKILL.md'))),
  )
  return skills.filter(skill => skill !== null)
}

async function describeSkill(file: string): Promise<Skill | null> {
  const text = await readSkill(file)
  if (text === null) return null
  const { fields, body } = parseFrontmatter(text)
  // Such a skill is for people only.
  if (fields['disable-model-invocation'] === 'true') return null
  const name = fields.name?.trim() || basename(dirname(file))
  return { name, description: (fields.description || firstLine(body)).slice(0, MAX_DESCRIPTION), file }
}

const MAX_DESCRIPTION = 1_024
const MAX_BYTES = 500_000

/** The file; null where there is none, or none that a model could bear. */
async function readSkill(file: string): Promise<string | null> {
  try {
    const status = await stat(file)
    // Whatever else bears the name, such as a pipe, could keep a reader waiting for ever.
    return status.isFile() && status.size <= MAX_BYTES ? await readFile(file, 'utf8') : null
  } catch {
    return null
  }
}

function firstLine(body: string): string {
  return (
    body
      .split('\n')
      .find(line => line.trim() !== '')
      ?.replace(/^#+\s*/, '')
      .trim() ?? ''
  )
}
