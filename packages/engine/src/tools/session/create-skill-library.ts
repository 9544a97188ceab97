import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { personFolder } from '../../settings/person-folder.ts'
import type { SettingSource } from '../../settings/settings.ts'
import type { SkillLibrary } from '../../tool/session-services.ts'
import { readPlainFile } from '../files/read-plain-file.ts'
import { parseFrontmatter } from './parse-frontmatter.ts'

export type SkillLibraryOptions = {
  /** Folders that hold a folder for each skill; of two skills with one name the first counts. */
  readonly folders: readonly SkillFolder[]
}

export type SkillFolder = {
  readonly path: string
  /** Where its files must lie, also by links; null for the person's own, which may be links to anywhere. */
  readonly root: string | null
}

/** The skills, with what was wrong with those that are not among them. */
export interface FoundSkills extends SkillLibrary {
  readonly problems: readonly SkillProblem[]
}

export type SkillProblem = { readonly file: string; readonly what: string }

/** The usual places: the person's own skills, then those of the project. */
export function skillFolders(options: {
  readonly cwd: string
  readonly home: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Whose skills count; everybody's unless told. */
  readonly sources?: readonly SettingSource[]
}): readonly SkillFolder[] {
  const { cwd, sources = ['user', 'project'] } = options
  const ofPerson = join(personFolder(options), 'skills')
  const ofProject = join(cwd, '.claude', 'skills')
  return [
    ...(sources.includes('user') ? [{ path: ofPerson, root: null }] : []),
    // At home the project's are the person's.
    ...(sources.includes('project') ? [{ path: ofProject, root: ofProject === ofPerson ? null : cwd }] : []),
  ]
}

/** Reads the skills that there are now; a skill's instructions are read when they are needed. */
export async function createSkillLibrary({ folders }: SkillLibraryOptions): Promise<FoundSkills> {
  const found = (await Promise.all(folders.map(findSkills))).flat()
  const problems = found.filter(item => 'what' in item)
  const skills = new Map<string, Skill>()
  for (const item of found) if ('name' in item && !skills.has(item.name)) skills.set(item.name, item)
  return {
    problems,
    list: () => [...skills.values()].map(({ name, description }) => ({ name, description })),
    async load(name, mayRead) {
      const skill = skills.get(name)
      if (skill === undefined) return null
      if (!mayRead(skill.file)) return { problem: `A rule forbids to read ${skill.file}.` }
      const read = await readSkill(skill)
      if (read === null) return null
      if ('problem' in read) return { problem: `${skill.file}: ${read.problem}.` }
      const body = parseFrontmatter(read.text).body.trim()
      return { instructions: `Base directory for this skill: ${dirname(skill.file)}\n\n${body}` }
    },
  }
}

type SkillFile = { readonly file: string; readonly root: string | null }
type Skill = SkillFile & { readonly name: string; readonly description: string }

async function findSkills(folder: SkillFolder): Promise<readonly (Skill | SkillProblem)[]> {
  const names = await readdir(folder.path).catch((): string[] => [])
  const files = names
    .toSorted()
    .slice(0, MOST_SKILLS)
    .map(name => ({ file: join(folder.path, name, 'SKILL.md'), root: folder.root }))
  const skills = (await Promise.all(files.map(describeSkill))).filter(skill => skill !== null)
  if (names.length <= MOST_SKILLS) return skills
  return [...skills, { file: folder.path, what: `it holds more than ${MOST_SKILLS} skills` }]
}

async function describeSkill(skill: SkillFile): Promise<Skill | SkillProblem | null> {
  const read = await readSkill(skill)
  if (read === null) return null
  if ('problem' in read) return { file: skill.file, what: read.problem }
  const { fields, body } = parseFrontmatter(read.text)
  // Such a skill is for people only.
  if (fields['disable-model-invocation'] === 'true') return null
  const name = fields.name?.trim() || basename(dirname(skill.file))
  return { ...skill, name, description: (fields.description || firstLine(body)).slice(0, MAX_DESCRIPTION) }
}

const MAX_DESCRIPTION = 1_024
const MAX_BYTES = 500_000
const MOST_SKILLS = 1_000

function readSkill({ file, root }: SkillFile): ReturnType<typeof readPlainFile> {
  return readPlainFile(file, { root, maximumBytes: MAX_BYTES })
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
