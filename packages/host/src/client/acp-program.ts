import { join } from 'node:path'
import { isObject } from '@antiphon/contract'
import { findExecutable } from '@antiphon/engine'
import { homeOf, type Io } from '../io.ts'
import { findConfigFolder } from '../person/config-folder.ts'
import { readJsonFile } from '../person/json-file.ts'
import { ProgramError } from '../program-error.ts'

/** A program that speaks the Agent Client Protocol over its standard input and output. */
export type AcpProgram = {
  /** What people call it: `acp:NAME` means it. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Those that speak it by themselves or through an adapter, as they are started; one counts where it is installed. */
const KNOWN: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['gemini', 'gemini', '--acp'],
  ['codex', 'codex-acp'],
  ['opencode', 'opencode', 'acp'],
  ['copilot', 'copilot', '--acp'],
  ['goose', 'goose', 'acp'],
  ['qwen', 'qwen', '--acp'],
  ['cline', 'cline', '--acp'],
  ['kimi', 'kimi', 'acp'],
]

/** The file in which a person names further ones; a page can neither write it nor name a command. */
export const AGENTS_FILE = 'agents.json'

/** The agents that can be hosted here: what the person named, then what is installed. */
export async function listAcpPrograms(io: Pick<Io, 'env'>): Promise<readonly AcpProgram[]> {
  const named = await readNamed(io)
  const known = await Promise.all(
    KNOWN.filter(([name]) => !named.some(one => one.name === name)).map(
      async ([name, program, ...args]): Promise<readonly AcpProgram[]> => {
        const command = await findExecutable(program, io.env)
        return command === null ? [] : [{ name, command, args, env: {} }]
      },
    ),
  )
  return [...named, ...known.flat()]
}

/** The one of a name; throws with what there is. */
export async function findAcpProgram(name: string, io: Pick<Io, 'env'>): Promise<AcpProgram> {
  const programs = await listAcpPrograms(io)
  const found = programs.find(one => one.name === name)
  if (found) return found
  const names = programs.map(one => one.name).join(', ') || 'none'
  const folder = findConfigFolder(io.env, homeOf(io)) ?? '~/.antiphon'
  throw new ProgramError(
    'wrong-use',
    `There is no agent ${name} here (there is: ${names}). Install it, or name its command in ${join(folder, AGENTS_FILE)}: {"${name}": {"command": "…", "args": ["--acp"]}}.`,
  )
}

async function readNamed(io: Pick<Io, 'env'>): Promise<readonly AcpProgram[]> {
  const folder = findConfigFolder(io.env, homeOf(io))
  if (folder === null) return []
  const path = join(folder, AGENTS_FILE)
  const read = await readJsonFile(path)
  if ('problem' in read) throw new ProgramError('unreadable', `${path} ${read.problem}.`)
  return Object.entries(read.value).map(([name, value]) => {
    const program = readProgram(name, value)
    if (program) return program
    throw new ProgramError(
      'unreadable',
      `${path}: "${name}" has to be {"command": "…", "args": ["…"], "env": {"NAME": "…"}}, and a name has letters, digits, - and _.`,
    )
  })
}

function readProgram(name: string, value: unknown): AcpProgram | null {
  if (!NAME.test(name) || !isObject(value) || typeof value.command !== 'string' || value.command === '')
    return null
  const { command, args = [], env = {} } = value
  const isFit =
    Array.isArray(args) &&
    args.every(word => typeof word === 'string') &&
    isObject(env) &&
    Object.values(env).every(word => typeof word === 'string')
  // Just checked.
  return isFit ? { name, command, args, env: env as Readonly<Record<string, string>> } : null
}

const NAME = /^[\w-]{1,40}$/
