import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parseToolList } from '../built-in-tools/session/parse-tool-list.ts'
import { readPlainFile } from '../files/read-plain-file.ts'
import type { ReadFilter } from '../permissions/create-read-filter.ts'
import { parseFrontmatter, readField } from '../text/parse-frontmatter.ts'
import type { LoadedSkill, PersonSkill } from '../tool/session-services.ts'

export type SkillFolder = {
  readonly path: string
  /** Where its files must lie, also by links; null for the person's own, which may be links to anywhere. */
  readonly root: string | null
  /** Whether its skills may say what they are allowed to do. */
  readonly mayAllow?: boolean
}

/** A skill as its file describes it. */
export type Skill = PersonSkill & {
  readonly file: string
  readonly root: string | null
  readonly isForModel: boolean
  readonly isForPerson: boolean
}

export type SkillProblem = { readonly file: string; readonly what: string }

/** The skills of a folder, and what is wrong with the others. */
export async function findSkills(folder: SkillFolder): Promise<readonly (Skill | SkillProblem)[]> {
  const names = await readdir(folder.path).catch((): string[] => [])
  const skills = (
    await Promise.all(
      names
        .toSorted()
        .slice(0, MOST_SKILLS)
        .map(name => describeSkill(join(folder.path, name, 'SKILL.md'), folder)),
    )
  ).filter(skill => skill !== null)
  if (names.length <= MOST_SKILLS) return skills
  return [...skills, { file: folder.path, what: `it holds more than ${MOST_SKILLS} skills` }]
}

/** A skill's instructions as they are now. */
export async function loadSkill(skill: Skill, mayRead: ReadFilter): Promise<LoadedSkill | null> {
  if (!mayRead(skill.file)) return { problem: `A rule forbids to read ${skill.file}.` }
  const read = await readSkill(skill)
  if (read === null) return null
  if ('problem' in read) return { problem: `${skill.file}: ${read.problem}.` }
  const { fields, body } = parseFrontmatter(read.text)
  return {
    instructions: `Base directory for this skill: ${dirname(skill.file)}\n\n${body.trim()}`,
    agent: fields.context === 'fork' ? readField(fields, 'agent').trim() || 'general-purpose' : null,
  }
}

async function describeSkill(file: string, folder: SkillFolder): Promise<Skill | SkillProblem | null> {
  const place = { file, root: folder.root }
  const read = await readSkill(place)
  if (read === null) return null
  if ('problem' in read) return { file, what: read.problem }
  const { fields, body } = parseFrontmatter(read.text)
  return {
    ...place,
    name: (readField(fields, 'name').trim() || basename(dirname(file))).slice(0, MAX_NAME),
    description: (readField(fields, 'description') || firstLine(body)).slice(0, MAX_DESCRIPTION),
    argumentHint: readField(fields, 'argument-hint').slice(0, MAX_NAME),
    allowedTools: folder.mayAllow === true ? parseToolList(fields['allowed-tools']) : [],
    isForModel: fields['disable-model-invocation'] !== 'true',
    isForPerson: fields['user-invocable'] !== 'false',
  }
}

const MAX_NAME = 200
const MAX_DESCRIPTION = 1_024
const MAX_BYTES = 500_000
const MOST_SKILLS = 1_000

function readSkill({ file, root }: Pick<Skill, 'file' | 'root'>): ReturnType<typeof readPlainFile> {
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
