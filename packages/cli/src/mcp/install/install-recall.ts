import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { changeTextFile, homeOf, type Io, ProgramError, readTextFile, type TextOutcome } from '@antiphon/host'
import { makeFolder } from '@antiphon/transcript'
import { packageFile } from '../../package-file.ts'
import { type AgentConfig, type ConfigPlace, findAgentConfig } from './agent-configs.ts'
import { type ConfigEdit, editJsonConfig } from './edit-json-config.ts'
import { editTomlConfig } from './edit-toml-config.ts'

/** What a person wants of an agent's settings. */
export type InstallWish = {
  readonly agent: string
  /** Changes the settings; else it is only said what would be changed. */
  readonly isWriting: boolean
  readonly isRemoving: boolean
  /** Also the skill that tells Claude Code when to ask. */
  readonly hasSkill: boolean
  /** How this program was started. */
  readonly program: readonly string[]
  /** What follows `mcp serve`. */
  readonly flags: readonly string[]
}

const NAME = 'antiphon'

/** Puts the server into an agent's settings or takes it out, or says what would be done; in lines for a person. */
export async function installRecall(wish: InstallWish, io: Pick<Io, 'env'>): Promise<readonly string[]> {
  const home = homeOf(io)
  if (!home) throw new ProgramError('wrong-use', 'There is no home with settings of agents. Set HOME.')
  const place: ConfigPlace = { home, env: io.env, platform: process.platform }
  const config = findAgentConfig(wish.agent)
  if (wish.hasSkill && wish.agent !== 'claude')
    throw new ProgramError(
      'wrong-use',
      'The skill is for claude; other agents read what the server tells them.',
    )
  const lines = await changeConfig(config, { wish, place })
  return wish.agent === 'claude' ? [...lines, ...(await changeSkill(wish, place))] : lines
}

type Changing = { readonly wish: InstallWish; readonly place: ConfigPlace }

async function changeConfig(config: AgentConfig, { wish, place }: Changing): Promise<readonly string[]> {
  const path = config.path(place)
  const [command = '', ...script] = wish.program
  const entry = config.entry(command, [...script, 'mcp', 'serve', ...wish.flags])
  const edit: ConfigEdit = { at: config.at, name: NAME, entry: wish.isRemoving ? null : entry }
  const change = (text: string): TextOutcome =>
    config.format === 'json' ? editJsonConfig(text, edit) : editTomlConfig(text, edit)
  const before = await readTextFile(path)
  if ('problem' in before) throw failed(path, before.problem)
  const after = change(before.text)
  if ('problem' in after) throw failed(path, after.problem)
  if (after.text === before.text)
    return [wish.isRemoving ? `${path} has no server ${NAME}.` : `${path} has it already.`]
  if (!wish.isWriting)
    return [
      wish.isRemoving ? `Would take ${NAME} out of ${path}.` : `Would put this into ${path}:`,
      ...(wish.isRemoving ? [] : ['', ...formatEntry(config, edit), '']),
      'Nothing was changed: --write does it.',
    ]
  const changed = await changeTextFile(path, change)
  if ('problem' in changed) throw failed(path, changed.problem)
  return wish.isRemoving
    ? [`Took ${NAME} out of ${path}. ${config.title} knows it when it starts again.`]
    : [`Put ${NAME} into ${path}. ${config.title} has it when it starts again.`]
}

/** The entry as it would stand in a file that holds nothing else. */
function formatEntry({ format }: AgentConfig, edit: ConfigEdit): readonly string[] {
  const alone = format === 'json' ? editJsonConfig('', edit) : editTomlConfig('', edit)
  return 'text' in alone ? alone.text.trimEnd().split('\n') : []
}

function failed(path: string, problem: string): ProgramError {
  return new ProgramError('unwritable', `${path} ${problem}. Nothing was changed.`)
}

/** A skill that somebody changed is theirs. */
async function changeSkill(wish: InstallWish, { home, env }: ConfigPlace): Promise<readonly string[]> {
  const path = join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'skills', 'antiphon-recall', 'SKILL.md')
  const own = await readFile(packageFile('skills/antiphon-recall/SKILL.md'), 'utf8')
  const there = await readFile(path, 'utf8').catch(() => null)
  if (wish.isRemoving) {
    if (there === null) return []
    if (there !== own) return [`${path} was changed by somebody and stays.`]
    if (!wish.isWriting) return [`Would remove ${path}, too.`]
    await rm(dirname(path), { recursive: true })
    return [`Removed ${path}.`]
  }
  if (there === own) return wish.hasSkill ? [`${path} is there already.`] : []
  if (!wish.hasSkill) return ['--skill also writes a skill that tells Claude Code when to ask.']
  if (!wish.isWriting) return [`Would write ${path}: when to ask, and how.`]
  if (there !== null && !isOurs(there)) throw failed(path, 'is a skill of somebody else')
  makeFolder(dirname(path), 0o777)
  await writeFile(path, own)
  return [`Wrote ${path}.`]
}

/** An older one of ours is replaced. */
function isOurs(text: string): boolean {
  return /^name: antiphon-recall$/m.test(text)
}
