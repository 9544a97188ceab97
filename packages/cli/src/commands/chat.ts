import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import type { ReadStream, WriteStream } from 'node:tty'
import { PERMISSION_MODES, type PermissionMode } from '@antiphon/core'
import { type AgentId, readAcpName } from '@antiphon/core/chat'
import { stripControl } from '@antiphon/core/ui'
import {
  findConfigFolder,
  type HeadlessFlags,
  homeOf,
  type Io,
  ProgramError,
  readSettingsFile,
  readVersion,
} from '@antiphon/host'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { REPL_CHINESE } from '../chat/repl-chinese.ts'
import { REPL_ENGLISH } from '../chat/repl-english.ts'
import type { ReplTexts } from '../chat/repl-texts.ts'
import { type CommandContext, colorOption, screenFor } from '../command-context.ts'
import type { RunCommand } from '../slash/capture.ts'
import type { ColorLook } from '../terminal/color-look.ts'
import type { ColorChoice, Screen } from '../terminal/screen.ts'
import { addAgentFlags } from './add-agent-flags.ts'

type ChatFlags = Omit<HeadlessFlags, 'resume'> & {
  readonly agent?: AgentId
  readonly resume?: string | true
  readonly color?: ColorChoice
  readonly screenReader?: true
}

/** `antiphon chat [PROMPT]`: the agent in a terminal. */
export function addChatCommand(program: Command, { io }: CommandContext, runCommand: RunCommand): void {
  const command = program
    .command('chat')
    .summary('talk with the agent in this terminal')
    .description(
      'Talks with the agent in this terminal. It works in this folder with its tools, asks before it changes anything, and keeps the session. ? shows the keys.',
    )
    .argument('[prompt]', 'what to say first')
    .addOption(
      new Option(
        '--agent <who>',
        'who answers: the installed Claude Code (claude), our own agent (antiphon), the demo (demo), or a program that speaks the Agent Client Protocol (acp:NAME)',
      ).argParser(readAgent),
    )
    .option(
      '--screen-reader',
      'write plain lines and draw nothing again (also where ANTIPHON_SCREEN_READER is set)',
    )
    .addOption(colorOption())
    .addHelpText('after', EXAMPLES)
  addAgentFlags(command)
  makeOptional(command)
  command.action(async (prompt: string | undefined, flags: ChatFlags) => {
    const { settings } = await readSettingsFile(findConfigFolder(io.env, homeOf(io)))
    const texts = chooseTexts(settings.language, io.env)
    const isPlain = flags.screenReader === true || Boolean(io.env.ANTIPHON_SCREEN_READER)
    checkTerminal(io, texts, isPlain)
    const [run, { chooseAgent }, { openPromptHistory }] = await Promise.all([
      isPlain
        ? import('../chat/plain-repl.ts').then(({ runPlainRepl }) => runPlainRepl)
        : import('../chat/repl.ts').then(({ runRepl }) => runRepl),
      import('../chat/open-chat-agent.ts'),
      import('../chat/prompt-history.ts'),
    ])
    const { agent: named, color, resume, screenReader: _, ...others } = flags
    const cwd = process.cwd()
    const screen = (columns: number, look?: ColorLook): Screen => ({
      ...screenFor(io, io.stdout, isPlain ? 'never' : color, look),
      width: Math.max(20, Math.min(120, columns - 1)),
      language: texts.language,
    })
    const mode: PermissionMode | undefined =
      others.permissionMode ?? (settings.permissionMode === 'default' ? undefined : settings.permissionMode)
    await run({
      ...{ io, runCommand, texts, settings, screen },
      streams: { stdin: process.stdin as ReadStream, stdout: process.stdout as WriteStream },
      history: await openPromptHistory(findConfigFolder(io.env, homeOf(io)), cwd),
      wish: {
        agent: await chooseAgent(named, io, settings),
        cwd,
        flags: {
          ...others,
          ...(mode !== undefined && { permissionMode: mode }),
          ...(typeof resume === 'string' && { resume }),
        },
      },
      picksSession: resume === true,
      prompt: prompt ?? '',
      banner: formatBanner(cwd, screen(80)),
      modes: listModes(others),
      async onLeft({ sessionId, path }, isSaid) {
        // Nobody goes on with what was never begun.
        if (!isSaid && !existsSync(path)) return
        await io.stdout.write(`${stripControl(texts.goOn(`antiphon chat -r ${sessionId}`))}\n`)
      },
    })
  })
}

function readAgent(word: string): AgentId {
  const known = (['claude', 'antiphon', 'demo'] as const).find(one => one === word)
  if (known) return known
  const name = readAcpName(word)
  if (name !== null) return `acp:${name}`
  throw new InvalidArgumentError('Allowed choices are claude, antiphon, demo, acp:NAME.')
}

/** `-r` alone lets a person choose. */
function makeOptional(command: Command): void {
  const option = command.options.find(({ long }) => long === '--resume')
  if (!option) return
  option.required = false
  option.optional = true
  option.flags = '-r, --resume [session]'
}

/** Those that a key goes through; to ask nobody takes a flag. */
function listModes({
  dangerouslySkipPermissions,
  allowDangerouslySkipPermissions,
  permissionMode,
}: Omit<ChatFlags, 'resume'>): readonly string[] {
  const mayBypass =
    dangerouslySkipPermissions || allowDangerouslySkipPermissions || permissionMode === 'bypassPermissions'
  const offered = new Set(['default', 'acceptEdits', 'plan', ...(mayBypass ? ['bypassPermissions'] : [])])
  return PERMISSION_MODES.filter(mode => offered.has(mode))
}

function chooseTexts(language: 'system' | 'en' | 'zh-CN', env: Io['env']): ReplTexts {
  const spoken = language === 'system' ? env.LC_ALL || env.LC_MESSAGES || env.LANG || '' : language
  return spoken.startsWith('zh') ? REPL_CHINESE : REPL_ENGLISH
}

function checkTerminal(io: Io, texts: ReplTexts, isPlain: boolean): void {
  if (io.stdin.isTTY !== true || !io.stdout.isTerminal) throw new ProgramError('wrong-use', texts.noTerminal)
  if (io.env.TERM === 'dumb' && !isPlain) throw new ProgramError('wrong-use', texts.dumb)
}

function formatBanner(cwd: string, { palette }: Screen): readonly string[] {
  const home = homedir()
  const place = cwd === home || cwd.startsWith(`${home}/`) ? `~${cwd.slice(home.length)}` : cwd
  return [
    `${palette.bold(palette.magenta('♪ Antiphon'))} ${palette.dim(`${readVersion()} · ${stripControl(place)}`)}`,
  ]
}

const EXAMPLES = `
Examples:
  antiphon chat
  antiphon chat "what does this project do?"
  antiphon chat -c
  antiphon chat -r
  antiphon chat --agent claude --permission-mode plan`
