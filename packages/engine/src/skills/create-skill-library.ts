import { dirname, join, relative, sep } from 'node:path'
import type { ReadFilter } from '../permissions/create-read-filter.ts'
import { personFolder } from '../settings/person-folder.ts'
import type { SettingSource } from '../settings/settings.ts'
import type { EnteredFolder, SkillLibrary, SkillListing } from '../tool/session-services.ts'
import { createSequence } from '../waiting/sequence.ts'
import { findSkills, loadSkill, type Skill, type SkillFolder, type SkillProblem } from './find-skills.ts'

type SkillLibraryOptions = {
  /** Folders that hold a folder for each skill; of two skills with one name the first counts. */
  readonly folders: readonly SkillFolder[]
  /** Below it folders may have skills of their own; none count unless told. */
  readonly cwd?: string
}

/** The skills, with what was wrong with those that are not among them. */
export interface FoundSkills extends SkillLibrary {
  readonly problems: readonly SkillProblem[]
}

/** The usual places: the person's own skills, then those of the project. */
export function skillFolders(options: {
  readonly cwd: string
  readonly home: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Whose skills count; everybody's unless told. */
  readonly sources?: readonly SettingSource[]
  /** Whether the project's skills may say what they are allowed to do. */
  readonly isTrusted?: boolean
}): readonly SkillFolder[] {
  const { cwd, sources = ['user', 'project'], isTrusted = false } = options
  const ofPerson = join(personFolder(options), 'skills')
  const ofProject = join(cwd, '.claude', 'skills')
  // At home the project's are the person's.
  const isHome = ofProject === ofPerson
  return [
    ...(sources.includes('user') ? [{ path: ofPerson, root: null, mayAllow: true }] : []),
    ...(sources.includes('project')
      ? [{ path: ofProject, root: isHome ? null : cwd, mayAllow: isHome || isTrusted }]
      : []),
  ]
}

/** Reads the skills that there are now; a skill's instructions are read when they are needed. */
export async function createSkillLibrary({ folders, cwd }: SkillLibraryOptions): Promise<FoundSkills> {
  let entered: readonly SkillFolder[] = []
  let found = await findAll(folders)
  // Calls that run together would tell the same twice.
  const inOrder = createSequence()

  async function enterNow(file: string, mayRead: ReadFilter): Promise<readonly EnteredFolder[]> {
    const fresh = foldersOnTheWay(cwd, file).filter(path => !entered.some(known => known.path === path))
    const news: EnteredFolder[] = []
    for (const path of fresh.slice(0, Math.max(0, MOST_ENTERED - entered.length))) {
      const folder = { path, root: cwd ?? null, mayAllow: false }
      const before = found.skills
      const own = await findAll([folder])
      entered = [...entered, folder]
      found = merge([found, own])
      const added = [...own.skills.values()].filter(
        skill => skill.isForModel && !before.has(skill.name) && mayRead(skill.file),
      )
      if (added.length > 0) news.push({ path, skills: added.map(toListing) })
    }
    return news
  }

  return {
    get problems() {
      return found.problems
    },
    list: (mayRead = () => true) =>
      [...found.skills.values()].filter(({ isForModel, file }) => isForModel && mayRead(file)).map(toListing),
    listForPerson: () =>
      [...found.skills.values()]
        .filter(({ isForPerson }) => isForPerson)
        .map(({ name, description, argumentHint, allowedTools }) => ({
          ...{ name, description, argumentHint, allowedTools },
        })),
    async load(name, mayRead) {
      const skill = found.skills.get(name)
      return skill === undefined ? null : loadSkill(skill, mayRead)
    },
    async refresh() {
      found = await findAll([...folders, ...entered])
    },
    enter: (file, mayRead) => inOrder(() => enterNow(file, mayRead)),
  }
}

/** More folders with skills of their own than anybody has. */
const MOST_ENTERED = 100

type Found = { readonly skills: ReadonlyMap<string, Skill>; readonly problems: readonly SkillProblem[] }

async function findAll(folders: readonly SkillFolder[]): Promise<Found> {
  const items = (await Promise.all(folders.map(findSkills))).flat()
  const skills = new Map<string, Skill>()
  for (const item of items) if ('name' in item && !skills.has(item.name)) skills.set(item.name, item)
  return { skills, problems: items.filter(item => 'what' in item) }
}

function merge([first, second]: readonly [Found, Found]): Found {
  return {
    skills: new Map([...second.skills, ...first.skills]),
    problems: [...first.problems, ...second.problems],
  }
}

function toListing({ name, description }: Skill): SkillListing {
  return { name, description }
}

function foldersOnTheWay(cwd: string | undefined, file: string): readonly string[] {
  const way = cwd === undefined ? '' : relative(cwd, dirname(file))
  if (cwd === undefined || way === '' || way === '..' || way.startsWith(`..${sep}`)) return []
  const parts = way.split(sep)
  // What lies in a folder of settings is no place of its own.
  const depth = parts.indexOf('.claude')
  return parts
    .slice(0, depth === -1 ? MAX_DEPTH : Math.min(depth, MAX_DEPTH))
    .map((_, at) => join(cwd, ...parts.slice(0, at + 1), '.claude', 'skills'))
}

const MAX_DEPTH = 50
