import { basename, dirname, join, relative, sep } from 'node:path'
import { parseToolList } from '../built-in-tools/session/parse-tool-list.ts'
import { listPlainFiles } from '../files/list-plain-files.ts'
import { readPlainFile } from '../files/read-plain-file.ts'
import type { CommandLibrary, PromptCommand } from '../session/command.ts'
import { personFolder } from '../settings/person-folder.ts'
import type { SettingSource } from '../settings/settings.ts'
import { parseFrontmatter, readField } from '../text/parse-frontmatter.ts'

type CommandFilesOptions = {
  readonly cwd: string
  readonly home: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Whose commands count; everybody's unless told. */
  readonly sources?: readonly SettingSource[]
  /** Whether the folder's own files may say what its commands are allowed to do. */
  readonly isTrusted: boolean
}

/** Commands of files, with what was wrong with those that are not among them. */
export interface OpenCommands extends CommandLibrary {
  problems(): readonly CommandProblem[]
}

type CommandProblem = { readonly file: string; readonly what: string }

/** Reads `commands/**` of the project and of the person; of two with one name the project's counts. */
export async function openCommandLibrary(options: CommandFilesOptions): Promise<OpenCommands> {
  const folders = commandFolders(options)
  let found = await findCommands(folders)
  return {
    list: () => found.flatMap(item => ('name' in item ? [item] : [])),
    problems: () => found.flatMap(item => ('what' in item ? [item] : [])),
    async refresh() {
      found = await findCommands(folders)
    },
  }
}

type CommandFolder = {
  readonly path: string
  /** Where its files must lie, also by links; null for the person's own. */
  readonly root: string | null
  readonly owner: 'project' | 'user'
  readonly mayAllow: boolean
}

function commandFolders(options: CommandFilesOptions): readonly CommandFolder[] {
  const { cwd, sources = ['user', 'project'], isTrusted } = options
  const ofPerson = join(personFolder(options), 'commands')
  const ofProject = join(cwd, '.claude', 'commands')
  // At home the project's are the person's.
  const isHome = ofProject === ofPerson
  const project = { path: ofProject, root: cwd, owner: 'project', mayAllow: isTrusted } as const
  const person = { path: ofPerson, root: null, owner: 'user', mayAllow: true } as const
  return [
    ...(sources.includes('project') && !isHome ? [project] : []),
    ...(sources.includes('user') || (isHome && sources.includes('project')) ? [person] : []),
  ]
}

async function findCommands(
  folders: readonly CommandFolder[],
): Promise<readonly (PromptCommand | CommandProblem)[]> {
  return (await Promise.all(folders.map(readFolder))).flat()
}

async function readFolder(folder: CommandFolder): Promise<readonly (PromptCommand | CommandProblem)[]> {
  const { files, problems } = await listPlainFiles(folder.path, { root: folder.root, ending: '.md' })
  const commands = await Promise.all(files.map(file => describeFile(file, folder)))
  return [
    ...commands.filter(command => command !== null),
    ...problems.map(what => ({ file: folder.path, what })),
  ]
}

async function describeFile(
  file: string,
  folder: CommandFolder,
): Promise<PromptCommand | CommandProblem | null> {
  const way = relative(folder.path, dirname(file))
  const places = way === '' ? [] : way.split(sep)
  const own = basename(file, '.md')
  const name = [...places, own].join(':')
  if (!NAME.test(name)) return { file, what: 'its name is no name for a command: letters, digits, - and _' }
  const read = await readPlainFile(file, { root: folder.root, maximumBytes: MAX_BYTES })
  if (read === null) return null
  if ('problem' in read) return { file, what: read.problem }
  const { fields, body } = parseFrontmatter(read.text)
  const origin = [folder.owner, ...places].join(':')
  return {
    kind: 'prompt',
    source: folder.owner,
    places: 'numbered',
    name,
    ...(places.length > 0 && { aliases: [own] }),
    description: `${oneLine(readField(fields, 'description') || firstLine(body))} (${origin})`,
    argumentHint: oneLine(readField(fields, 'argument-hint')),
    ...chooseModel(folder, readField(fields, 'model')),
    allowedTools: folder.mayAllow ? parseToolList(fields['allowed-tools']) : [],
    async read() {
      const again = await readPlainFile(file, { root: folder.root, maximumBytes: MAX_BYTES })
      if (again === null) return { problem: `${file} is gone.` }
      if ('problem' in again) return { problem: `${file}: ${again.problem}.` }
      return { text: parseFrontmatter(again.text).body.trim() }
    },
  }
}

/** What a folder that nobody trusts must not choose: models differ in what they cost. */
function chooseModel({ mayAllow }: CommandFolder, wished: string): Pick<PromptCommand, 'model'> {
  const model = wished.trim()
  return mayAllow && model !== '' && model !== 'inherit' ? { model } : {}
}

const NAME = /^[\p{L}\p{N}_-]+(?::[\p{L}\p{N}_-]+)*$/u
const MAX_BYTES = 500_000
const MAX_DESCRIPTION = 250

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_DESCRIPTION ? `${line.slice(0, MAX_DESCRIPTION - 1)}…` : line
}

function firstLine(body: string): string {
  return (
    body
      .split('\n')
      .find(line => line.trim() !== '')
      ?.replace(/^#+\s*/, '') ?? ''
  )
}
